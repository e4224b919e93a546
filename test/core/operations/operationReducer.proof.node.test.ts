import { describe, expect, it } from 'vitest';
import {
  isUntold,
  type OperationFact,
  reduceOperation,
} from '../../../src/core/operations/operationReducer.ts';
import { isOpen } from '../../../src/core/operations/terminalOperation.ts';
import type { ProcessingStatus, TerminalOperation } from '../../../src/exports/core.ts';

const sending: TerminalOperation = {
  id: 'op',
  kind: 'pay',
  phase: 'sending',
  terminalId: 'T1',
  amountCents: 1250,
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: 'default',
  createdAt: 0,
};
const unanswered = { code: 'unanswered', shortMessage: 'No answer.' } as const;
const refusal = { code: 'http', shortMessage: 'No.', status: 400 } as const;

const accepted = { type: 'accepted', at: 1, msgIdentifier: 'm', pnRefNum: 'r' } as const;
const lost = { type: 'lost', at: 1, reason: 'no-response', error: unanswered } as const;
const buried = { type: 'lost', at: 1, reason: 'reloaded' } as const;
const refused = { type: 'refused', at: 2, error: refusal } as const;
const closed = { type: 'batch-closed', at: 2 } as const;
const stopped = { type: 'gave-up', at: 3, reason: 'stopped' } as const;
const proven = <Fact extends OperationFact>(fact: Fact) => ({ ...fact, isProof: true });
const said = (charged: boolean): OperationFact => ({ type: 'resolved', at: 4, charged, basis: 'receipt' });
const polled = (status: ProcessingStatus, more: object = {}): OperationFact => ({
  type: 'polled',
  at: 5,
  message: { msgIdentifier: 'm', status, raw: {}, ...more },
});
const after = (...facts: OperationFact[]) => facts.reduce(reduceOperation, sending);

describe('what got no answer', () => {
  it('keeps why, and what was thrown', () => {
    expect(after(lost)).toMatchObject({ phase: 'unknown', reason: 'no-response', error: unanswered });
  });

  it.each<[string, OperationFact]>([
    ['a refusal', refused],
    ['a closed batch', closed],
    ['another loss', { ...lost, reason: 'http-error' }],
  ])('is moved by %s only where a gateway proves it', (_, fact) => {
    const before = after(lost);
    expect(reduceOperation(before, fact)).toBe(before);
    expect(reduceOperation(before, { ...fact, isProof: false } as OperationFact)).toBe(before);
    expect(reduceOperation(before, proven(fact))).not.toBe(before);
  });

  it('ends with what a gateway proves, without its doubt', () => {
    expect(after(lost, proven(refused))).toMatchObject({ phase: 'rejected', error: refusal, endedAt: 2 });
    expect(after(lost, proven(refused)).reason).toBeUndefined();
    expect(after(lost, proven(closed))).toMatchObject({ phase: 'complete', endedAt: 2 });
  });

  it('waits for its result once a gateway names the message, and no error is left', () => {
    const found = after(lost, proven(accepted));
    expect(found).toMatchObject({ phase: 'waiting', acceptedAt: 1, msgIdentifier: 'm', pnRefNum: 'r' });
    expect([found.reason, found.error]).toEqual([undefined, undefined]);
  });

  it('is what its own page hears, where another page took that one for dead', () => {
    expect(after(buried, accepted)).toMatchObject({ phase: 'waiting', msgIdentifier: 'm' });
    expect(after(buried, refused)).toMatchObject({ phase: 'rejected', error: refusal });
    expect(after(buried, closed)).toMatchObject({ phase: 'complete' });
    expect(after(buried, lost)).toMatchObject({ phase: 'unknown', reason: 'reloaded' });
    expect(after(buried, proven(lost))).toMatchObject({ reason: 'no-response', error: unanswered });
  });
});

describe('what is on its way, or over', () => {
  it.each<[string, OperationFact[]]>([
    ['waits', [accepted]],
    ['is complete', [accepted, polled('complete')]],
    ['has failed', [accepted, polled('failed')]],
    ['was refused', [refused]],
    ['is doubted after it was accepted', [accepted, stopped]],
  ])('what %s is moved by nothing that a request could still bring, proven or not', (_, facts) => {
    const before = after(...facts);
    expect(reduceOperation(before, lost)).toBe(before);
    for (const fact of [refused, closed, { ...accepted, msgIdentifier: 'other' }]) {
      expect(reduceOperation(before, fact)).toBe(before);
      expect(reduceOperation(before, proven(fact))).toBe(before);
    }
  });

  it('what was refused is not moved by an answer about a message either', () => {
    expect(after(refused, polled('complete')).phase).toBe('rejected');
    expect(after(polled('complete')).phase).toBe('sending');
  });

  it.each(['received', 'processing', 'timeout', 'failed'] as const)(
    'F25: what has failed stays as it is after %s',
    (status) => {
      const failed = after(accepted, polled('failed'));
      expect(reduceOperation(failed, polled(status))).toBe(failed);
    },
  );

  it.each(['received', 'processing', 'timeout', 'failed', 'complete'] as const)(
    'F26: what the service contradicted is settled by a person, not by %s',
    (status) => {
      const contradicted = after(accepted, polled('failed'), polled('complete'));
      expect(reduceOperation(contradicted, polled(status))).toBe(contradicted);
      const judged = reduceOperation(contradicted, said(true));
      expect(reduceOperation(judged, polled(status))).toBe(judged);
    },
  );

  it('only waiting can be stopped', () => {
    expect(reduceOperation(sending, stopped)).toBe(sending);
    const resolved = after(lost, said(true));
    expect(reduceOperation(resolved, stopped)).toBe(resolved);
  });
});

describe('a person who judged', () => {
  it('keeps the doubt that was judged, until proof comes', () => {
    expect(after(lost, said(false))).toMatchObject({
      phase: 'resolved',
      reason: 'no-response',
      endedAt: 4,
      resolution: { charged: false, basis: 'receipt' },
    });
    expect(after(accepted, stopped, said(false), polled('failed')).reason).toBeUndefined();
  });

  it('is believed once', () => {
    const judged = after(lost, said(false));
    expect(reduceOperation(judged, said(true))).toBe(judged);
  });

  it('is not overruled by a message that is only named', () => {
    const named = after(buried, said(false), accepted);
    expect(named).toMatchObject({ phase: 'resolved', msgIdentifier: 'm', acceptedAt: 1 });
    expect(reduceOperation(named, polled('timeout'))).toMatchObject({ phase: 'resolved', status: 'timeout' });
  });

  it.each<[boolean, OperationFact, string, string[]]>([
    [true, proven(refused), 'rejected', ['contradicts-operator']],
    [false, proven(refused), 'rejected', []],
    [true, proven(closed), 'complete', []],
    [false, proven(closed), 'complete', ['contradicts-operator']],
  ])('charged: %s, meets the proof of a gateway', (charged, fact, phase, anomalies) => {
    expect(after(lost, said(charged), fact)).toMatchObject({ phase, anomalies, resolution: { charged } });
  });

  it.each<[boolean, ProcessingStatus, string[]]>([
    [true, 'failed', ['contradicts-operator']],
    [true, 'complete', []],
    [false, 'complete', ['contradicts-operator']],
    [false, 'failed', []],
  ])('charged: %s, meets the late result %s', (charged, status, anomalies) => {
    const late = after(accepted, stopped, said(charged), polled(status));
    expect(late).toMatchObject({ phase: status, anomalies, resolution: { charged }, endedAt: 5 });
  });
});

describe('what the service says on the way', () => {
  it('is kept: that it was seen to work on it, its sentence, its reference', () => {
    const operation = after(
      { ...accepted, pnRefNum: undefined },
      polled('processing', { serviceMessage: 'Insert card.', pnRefNum: 'late' }),
      polled('complete', { pnRefNum: 'other' }),
    );
    expect(operation).toMatchObject({ seenProcessing: true, message: 'Insert card.', pnRefNum: 'late' });
    expect(after(accepted, polled('complete')).seenProcessing).toBe(false);
    expect(after(accepted, polled('failed', { serviceMessage: 'Declined.' })).message).toBe('Declined.');
  });

  it('F68: never changes which transaction a refund is about', () => {
    const refund = { ...sending, kind: 'refund', pnRefNum: 'first' } as const;
    const named = reduceOperation(refund, { ...accepted, pnRefNum: undefined });
    expect(named.pnRefNum).toBe('first');
  });

  it('F63: leaves the reason why a person stopped', () => {
    expect(after(accepted, stopped, polled('timeout'))).toMatchObject({
      phase: 'unknown',
      reason: 'stopped',
      status: 'timeout',
    });
  });

  it('F31: is compared with an amount only where there is one to compare with', () => {
    const voided = reduceOperation({ ...sending, kind: 'void', amountCents: undefined }, accepted);
    expect(reduceOperation(voided, polled('complete', { confirmedCents: 1250 }))).toMatchObject({
      phase: 'complete',
      confirmedCents: 1250,
      anomalies: [],
    });
  });
});

describe('what should not happen', () => {
  it('is noted once each, in the order in which it was seen', () => {
    const odd = after(
      { type: 'anomaly', kind: 'duplicate-id' },
      { type: 'anomaly', kind: 'not-recorded' },
      { type: 'anomaly', kind: 'duplicate-id' },
    );
    expect(odd.anomalies).toEqual(['duplicate-id', 'not-recorded']);
    expect(reduceOperation(odd, { type: 'anomaly', kind: 'not-recorded' })).toBe(odd);
  });
});

describe('an unknown operation that is old', () => {
  const archived: OperationFact = { type: 'archived', at: 9 };

  it('gives its terminal free and stays unknown', () => {
    const old = after(lost, archived);
    expect(old).toMatchObject({ phase: 'unknown', reason: 'no-response', archivedAt: 9 });
    expect([isOpen(after(lost)), isOpen(old)]).toEqual([true, false]);
  });

  it('is the only one that does', () => {
    for (const before of [sending, after(accepted), after(refused)])
      expect(reduceOperation(before, archived)).toBe(before);
  });
});

describe('whether a gateway can still tell something', () => {
  it.each<[string, OperationFact[], boolean]>([
    ['being sent', [], true],
    ['without an answer', [lost], true],
    ['judged by a person', [lost, said(true)], true],
    ['accepted', [accepted], false],
    ['accepted and doubted', [accepted, stopped], false],
    ['refused', [refused], false],
    ['with the message of another operation', [{ ...lost, reason: 'duplicate-id' }], false],
  ])('%s: %s', (_, facts, expected) => {
    expect(isUntold(after(...facts))).toBe(expected);
  });
});
