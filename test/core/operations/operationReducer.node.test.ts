import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OperationFact, isRequestOutcomeUnknown } from '../../../src/core/operations/operationFacts.ts';
import { reduceOperation } from '../../../src/core/operations/operationReducer.ts';
import { isUnseen, processingStatuses, type ProcessingStatus } from '../../../src/exports/core.ts';
import { isOpen } from '../../../src/core/operations/terminalOperation.ts';
import { runs } from '../../runs.ts';
import { waitingSale } from './waitingSale.ts';

const sending = waitingSale({ id: 'op', phase: 'sending', terminalId: 'T1' });
const accepted: OperationFact = { type: 'accepted', at: 1, msgIdentifier: 'm' };
const polled = (status: ProcessingStatus, more: object = {}): OperationFact => ({
  type: 'polled',
  at: 2,
  message: { msgIdentifier: 'm', status, ...more },
});
const after = (...facts: OperationFact[]) => facts.reduce(reduceOperation, sending);
const seen: OperationFact = {
  type: 'acknowledged',
  at: 5,
  seen: { phase: 'failed', anomalies: [] },
};
const lost: OperationFact = { type: 'lost', at: 1, reason: 'no-response' };
const resolved = { type: 'resolved', at: 9, basis: 'receipt' } as const;
const notCharged: OperationFact = { ...resolved, charged: false };

describe('an operation', () => {
  it('is complete only after a poll that said so', () => {
    expect(after(accepted)).toMatchObject({ phase: 'waiting', acceptedAt: 1 });
    expect(after(accepted, polled('processing'))).toMatchObject({ phase: 'waiting', seenProcessing: true });
    expect(after(accepted, polled('complete', { pnRefNum: 'r' }))).toMatchObject({
      phase: 'complete',
      pnRefNum: 'r',
      endedAt: 2,
    });
  });

  it('is unknown after timeout, and a late result wins', () => {
    expect(after(accepted, polled('timeout'))).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
    expect(after(accepted, polled('timeout'), polled('complete')).phase).toBe('complete');
    expect(after(accepted, polled('timeout'), polled('failed')).phase).toBe('failed');
  });

  it('F25: stays complete when the service contradicts itself, and says so', () => {
    const operation = after(accepted, polled('complete'), polled('failed'), polled('processing'));
    expect(operation).toMatchObject({ phase: 'complete', anomalies: ['contradiction'] });
  });

  it('F26: is unknown when complete follows failed', () => {
    const operation = after(accepted, polled('failed'), polled('complete'));
    expect(operation).toMatchObject({
      phase: 'unknown',
      reason: 'contradiction',
      anomalies: ['contradiction'],
    });
    expect(operation.endedAt).toBeUndefined();
  });

  it('F27: never goes back to an earlier status', () => {
    expect(after(accepted, polled('processing'), polled('received')).status).toBe('processing');
  });

  it.each<[object, object]>([
    [{}, { phase: 'complete', confirmedCents: undefined, anomalies: [] }],
    [{ confirmedCents: 1250 }, { phase: 'complete', confirmedCents: 1250, anomalies: [] }],
    [{ confirmedCents: 800 }, { phase: 'partial', confirmedCents: 800, anomalies: [] }],
    [{ confirmedCents: 0 }, { phase: 'partial', confirmedCents: 0, anomalies: [] }],
    [{ confirmedCents: 1500 }, { phase: 'complete', confirmedCents: 1500, anomalies: ['amount-mismatch'] }],
    [
      { confirmedCents: 1500, tipCents: 250 },
      { phase: 'complete', tipCents: 250, anomalies: [] },
    ],
    [
      { confirmedCents: 1500, tipCents: 100 },
      { tipCents: 100, anomalies: ['amount-mismatch'] },
    ],
    [
      { confirmedCents: 1500, tipCents: 300 },
      { tipCents: undefined, anomalies: ['amount-mismatch'] },
    ],
    [
      { confirmedCents: 1250, tipCents: 200 },
      { phase: 'complete', tipCents: undefined, anomalies: [] },
    ],
    [{ tipCents: 200 }, { phase: 'complete', tipCents: undefined, anomalies: ['amount-mismatch'] }],
    [
      { confirmedCents: 800, tipCents: 100 },
      { phase: 'partial', tipCents: undefined, anomalies: [] },
    ],
  ])('F31: what was approved counts: %j', (told, state) => {
    const none = { confirmedCents: undefined, tipCents: undefined };
    expect({ ...none, ...after(accepted, polled('complete', told)) }).toMatchObject(state);
  });

  it.each(['refund', 'void'] as const)('a %s may repeat the tip of its sale without an amount', (kind) => {
    const { phase, anomalies } = [accepted, polled('complete', { tipCents: 200 })].reduce(reduceOperation, {
      ...sending,
      kind,
    });
    expect([phase, anomalies]).toEqual(['complete', []]);
  });

  it('F26: a part that was approved is not taken back by a later failure', () => {
    const partial = after(accepted, polled('complete', { confirmedCents: 800 }), polled('failed'));
    expect(partial).toMatchObject({ phase: 'partial', anomalies: ['contradiction'] });
  });

  it('stands when it has ended, until an operator takes note, and again when something else becomes known', () => {
    expect(isUnseen(after(accepted))).toBe(false);
    const { phase, anomalies } = after(accepted);
    const tooEarly: OperationFact = { type: 'acknowledged', at: 5, seen: { phase, anomalies } };
    expect(after(accepted, tooEarly).acknowledgedAt).toBeUndefined();
    const noted = after(accepted, polled('failed'), seen);
    expect([isUnseen(after(accepted, polled('failed'))), isUnseen(noted)]).toEqual([true, false]);
    const told = reduceOperation(noted, { type: 'anomaly', kind: 'duplicate-id' });
    expect([isUnseen(told), reduceOperation(noted, seen)]).toEqual([true, noted]);
    const doubtful = reduceOperation(noted, polled('complete'));
    expect(doubtful).toMatchObject({ phase: 'unknown', reason: 'contradiction' });
    expect(isUnseen(reduceOperation(doubtful, notCharged))).toBe(true);
  });

  it.each<[charged: boolean, confirmedCents: number, phase: string, anomalies: string[]]>([
    [true, 800, 'partial', []],
    [false, 800, 'partial', ['contradicts-operator']],
    [true, 0, 'partial', ['contradicts-operator']],
    [false, 0, 'partial', []],
    [false, 1250, 'complete', ['contradicts-operator']],
  ])(
    'F31: where a person said charged: %s, and %i was approved, it is %s: %j',
    (charged, confirmedCents, phase, anomalies) => {
      const said: OperationFact = { ...resolved, charged };
      const operation = after(accepted, polled('timeout'), said, polled('complete', { confirmedCents }));
      expect(operation).toMatchObject({ phase, anomalies, confirmedCents });
    },
  );

  it('F31: of a void or a batch nothing was asked for, so that no amount is less or more', () => {
    const told = { ...sending, amountCents: undefined };
    const facts = [accepted, polled('complete', { confirmedCents: 1250, tipCents: 50 })];
    expect(facts.reduce(reduceOperation, told)).toMatchObject({
      phase: 'complete',
      confirmedCents: 1250,
      anomalies: [],
    });
  });

  it('is resolved by a person only out of unknown, and a contradicting late result is shown', () => {
    expect(reduceOperation(after(accepted), notCharged).phase).toBe('waiting');
    expect(after(lost, notCharged)).toMatchObject({
      phase: 'resolved',
      resolution: { charged: false, basis: 'receipt' },
    });
    const said = after(accepted, polled('timeout', { serviceMessage: 'No card.' }), notCharged);
    expect(said).toMatchObject({ phase: 'resolved', status: 'timeout', message: 'No card.' });
    const stopped: OperationFact = { type: 'gave-up', at: 3, reason: 'stopped' };
    expect(after(accepted, stopped, notCharged, polled('complete'))).toMatchObject({
      phase: 'complete',
      resolution: { charged: false, basis: 'receipt' },
      anomalies: ['contradicts-operator'],
    });
    expect(after(accepted, stopped, notCharged, polled('failed')).anomalies).toEqual([]);
  });

  it('is never failed or rejected after an answer that got lost', () => {
    expect(after(lost)).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    expect(after(lost, { type: 'refused', at: 2, error: { code: 'http', shortMessage: '' } }).phase).toBe(
      'unknown',
    );
  });

  it('keeps to the proof rule under any order of facts', () => {
    const fact = fc.oneof(
      fc.constant(accepted),
      fc.constant(lost),
      fc.constantFrom(...processingStatuses).map((status) => polled(status)),
      fc
        .constantFrom('stopped', 'max-wait', 'gone', 'unrecognised-status')
        .map((reason) => ({ type: 'gave-up', at: 3, reason }) satisfies OperationFact),
      fc
        .boolean()
        .map((charged): OperationFact => ({ type: 'resolved', at: 4, charged, basis: 'back-office' })),
    );
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), (facts) => {
        let operation = sending;
        const heard: string[] = [];
        for (const next of facts) {
          const before = operation;
          operation = reduceOperation(operation, next);
          if (next.type === 'polled' && before.phase !== 'sending') heard.push(next.message.status);
          if (operation.phase === 'complete') expect(heard).toContain('complete');
          if (operation.phase === 'failed') expect(heard).toContain('failed');
          if (before.phase === 'complete') expect(operation.phase).toBe('complete');
          if (before.phase === 'unknown' && !['polled', 'resolved', 'accepted'].includes(next.type))
            expect(operation.phase).toBe('unknown');
          expect(operation.phase).not.toBe('rejected');
        }
      }),
      { numRuns: runs(400, 2000), seed: 11 },
    );
  });
});

const unanswered = { code: 'unanswered', shortMessage: 'No answer.' } as const;
const refusal = { code: 'http', shortMessage: 'No.', status: 400 } as const;

const acceptedWithReference = { type: 'accepted', at: 1, msgIdentifier: 'm', pnRefNum: 'r' } as const;
const unansweredFact = { type: 'lost', at: 1, reason: 'no-response', error: unanswered } as const;
const buried = { type: 'lost', at: 1, reason: 'reloaded' } as const;
const refused = { type: 'refused', at: 2, error: refusal } as const;
const closed = { type: 'batch-closed', at: 2 } as const;
const stopped = { type: 'gave-up', at: 3, reason: 'stopped' } as const;
const proven = <Fact extends OperationFact>(fact: Fact) => ({ ...fact, isProof: true });
const said = (charged: boolean): OperationFact => ({ type: 'resolved', at: 4, charged, basis: 'receipt' });
const polledLater = (status: ProcessingStatus, more: object = {}): OperationFact => ({
  type: 'polled',
  at: 5,
  message: { msgIdentifier: 'm', status, ...more },
});

describe('what got no answer', () => {
  it('keeps why, and what was thrown', () => {
    expect(after(unansweredFact)).toMatchObject({
      phase: 'unknown',
      reason: 'no-response',
      error: unanswered,
    });
  });

  it.each<[string, OperationFact]>([
    ['a refusal', refused],
    ['a closed batch', closed],
    ['another loss', { ...unansweredFact, reason: 'http-error' }],
  ])('is moved by %s only where a gateway proves it', (_, fact) => {
    const before = after(unansweredFact);
    expect(reduceOperation(before, fact)).toBe(before);
    expect(reduceOperation(before, { ...fact, isProof: false } as OperationFact)).toBe(before);
    expect(reduceOperation(before, proven(fact))).not.toBe(before);
  });

  it('ends with what a gateway proves, without its doubt', () => {
    expect(after(unansweredFact, proven(refused))).toMatchObject({
      phase: 'rejected',
      error: refusal,
      endedAt: 2,
    });
    expect(after(unansweredFact, proven(refused)).reason).toBeUndefined();
    expect(after(unansweredFact, proven(closed))).toMatchObject({ phase: 'complete', endedAt: 2 });
  });

  it('waits for its result once a gateway names the message, and no error is left', () => {
    const found = after(unansweredFact, proven(acceptedWithReference));
    expect(found).toMatchObject({ phase: 'waiting', acceptedAt: 1, msgIdentifier: 'm', pnRefNum: 'r' });
    expect([found.reason, found.error]).toEqual([undefined, undefined]);
  });

  it('is what its own page hears, where another page took that one for dead', () => {
    expect(after(buried, acceptedWithReference)).toMatchObject({ phase: 'waiting', msgIdentifier: 'm' });
    expect(after(buried, refused)).toMatchObject({ phase: 'rejected', error: refusal });
    expect(after(buried, closed)).toMatchObject({ phase: 'complete' });
    expect(after(buried, unansweredFact)).toMatchObject({ phase: 'unknown', reason: 'reloaded' });
    expect(after(buried, proven(unansweredFact))).toMatchObject({ reason: 'no-response', error: unanswered });
  });
});

describe('what is on its way, or over', () => {
  it.each<[string, OperationFact[]]>([
    ['waits', [acceptedWithReference]],
    ['is complete', [acceptedWithReference, polledLater('complete')]],
    ['has failed', [acceptedWithReference, polledLater('failed')]],
    ['was refused', [refused]],
    ['is doubted after it was accepted', [acceptedWithReference, stopped]],
  ])('what %s is moved by nothing that a request could still bring, proven or not', (_, facts) => {
    const before = after(...facts);
    expect(reduceOperation(before, unansweredFact)).toBe(before);
    for (const fact of [refused, closed, { ...acceptedWithReference, msgIdentifier: 'other' }]) {
      expect(reduceOperation(before, fact)).toBe(before);
      expect(reduceOperation(before, proven(fact))).toBe(before);
    }
  });

  it('what was refused is not moved by an answer about a message either', () => {
    expect(after(refused, polledLater('complete')).phase).toBe('rejected');
    expect(after(polledLater('complete')).phase).toBe('sending');
  });

  it.each(['received', 'processing', 'timeout', 'failed'] as const)(
    'F25: what has failed stays as it is after %s',
    (status) => {
      const failed = after(acceptedWithReference, polledLater('failed'));
      expect(reduceOperation(failed, polledLater(status))).toBe(failed);
    },
  );

  it.each(['received', 'processing', 'timeout', 'failed', 'complete'] as const)(
    'F26: what the service contradicted is settled by a person, not by %s',
    (status) => {
      const contradicted = after(acceptedWithReference, polledLater('failed'), polledLater('complete'));
      expect(reduceOperation(contradicted, polledLater(status))).toBe(contradicted);
      const judged = reduceOperation(contradicted, said(true));
      expect(reduceOperation(judged, polledLater(status))).toBe(judged);
    },
  );

  it('only waiting can be stopped', () => {
    expect(reduceOperation(sending, stopped)).toBe(sending);
    const judged = after(unansweredFact, said(true));
    expect(reduceOperation(judged, stopped)).toBe(judged);
  });
});

describe('a person who judged', () => {
  it('keeps the doubt that was judged, until proof comes', () => {
    expect(after(unansweredFact, said(false))).toMatchObject({
      phase: 'resolved',
      reason: 'no-response',
      endedAt: 4,
      resolution: { charged: false, basis: 'receipt' },
    });
    expect(after(acceptedWithReference, stopped, said(false), polledLater('failed')).reason).toBeUndefined();
  });

  it('is believed once, and another who says otherwise is not passed over', () => {
    const judged = { ...after(unansweredFact, said(false)), acknowledgedAt: 5 };
    expect(reduceOperation(judged, said(false))).toBe(judged);
    expect(reduceOperation(judged, said(true))).toEqual({
      ...judged,
      anomalies: ['contradicts-operator'],
      acknowledgedAt: undefined,
    });
  });

  it('is not overruled by a message that is only named', () => {
    const named = after(buried, said(false), acceptedWithReference);
    expect(named).toMatchObject({ phase: 'resolved', msgIdentifier: 'm', acceptedAt: 1 });
    expect(reduceOperation(named, polledLater('timeout'))).toMatchObject({
      phase: 'resolved',
      status: 'timeout',
    });
  });

  it.each<[boolean, OperationFact, string, string[]]>([
    [true, proven(refused), 'rejected', ['contradicts-operator']],
    [false, proven(refused), 'rejected', []],
    [true, proven(closed), 'complete', []],
    [false, proven(closed), 'complete', ['contradicts-operator']],
  ])('charged: %s, meets the proof of a gateway', (charged, fact, phase, anomalies) => {
    expect(after(unansweredFact, said(charged), fact)).toMatchObject({
      phase,
      anomalies,
      resolution: { charged },
    });
  });

  it.each<[boolean, OperationFact, string, string[]]>([
    [true, polledLater('complete'), 'complete', []],
    [false, polledLater('complete'), 'complete', ['contradicts-operator']],
    [true, polledLater('complete', { confirmedCents: 800 }), 'partial', []],
    [false, polledLater('complete', { confirmedCents: 800 }), 'partial', ['contradicts-operator']],
    [true, polledLater('complete', { confirmedCents: 0 }), 'partial', ['contradicts-operator']],
    [true, polledLater('failed'), 'failed', ['contradicts-operator']],
    [false, polledLater('failed'), 'failed', []],
  ])('charged: %s, comes after the proof, which stays', (charged, fact, phase, anomalies) => {
    const proved = { ...after(acceptedWithReference, fact), acknowledgedAt: 6 };
    expect(reduceOperation(proved, said(charged))).toEqual({
      ...proved,
      phase,
      anomalies,
      acknowledgedAt: anomalies.length > 0 ? undefined : 6,
    });
  });

  it.each<[boolean, ProcessingStatus, string[]]>([
    [true, 'failed', ['contradicts-operator']],
    [true, 'complete', []],
    [false, 'complete', ['contradicts-operator']],
    [false, 'failed', []],
  ])('charged: %s, meets the late result %s', (charged, status, anomalies) => {
    const late = after(acceptedWithReference, stopped, said(charged), polledLater(status));
    expect(late).toMatchObject({ phase: status, anomalies, resolution: { charged }, endedAt: 5 });
  });
});

describe('what the service says on the way', () => {
  it('is kept: that it was seen to work on it, its reference', () => {
    const operation = after(
      { ...acceptedWithReference, pnRefNum: undefined },
      polledLater('processing', { pnRefNum: 'late' }),
      polledLater('complete', { pnRefNum: 'other' }),
    );
    expect(operation).toMatchObject({ seenProcessing: true, pnRefNum: 'late' });
    expect(after(acceptedWithReference, polledLater('complete')).seenProcessing).toBe(false);
  });

  it('is a sentence about its status, and not about a later one', () => {
    const timedOut = [acceptedWithReference, polledLater('timeout', { serviceMessage: 'No outcome.' })];
    expect(after(...timedOut, polledLater('timeout')).message).toBe('No outcome.');
    for (const status of ['complete', 'failed'] as const) {
      expect(after(...timedOut, polledLater(status)).message).toBeUndefined();
      expect(after(...timedOut, polledLater(status, { serviceMessage: 'Said.' })).message).toBe('Said.');
    }
  });

  it('F68: never changes which transaction a refund is about', () => {
    const refund = { ...sending, kind: 'refund', pnRefNum: 'first' } as const;
    const named = reduceOperation(refund, { ...acceptedWithReference, pnRefNum: undefined });
    expect(named.pnRefNum).toBe('first');
  });

  it('F63: leaves the reason why a person stopped', () => {
    expect(after(acceptedWithReference, stopped, polledLater('timeout'))).toMatchObject({
      phase: 'unknown',
      reason: 'stopped',
      status: 'timeout',
    });
  });

  it('F31: is compared with an amount only where there is one to compare with', () => {
    const voided = reduceOperation(
      { ...sending, kind: 'void', amountCents: undefined },
      acceptedWithReference,
    );
    expect(reduceOperation(voided, polledLater('complete', { confirmedCents: 1250 }))).toMatchObject({
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

it('F30: a result that may be that of another payment no longer counts, but what a person said does', () => {
  const shared: OperationFact = { type: 'gave-up', at: 9, reason: 'duplicate-id' };
  for (const status of ['complete', 'failed'] as const) {
    const doubted = after(accepted, polled(status), shared);
    expect(doubted).toMatchObject({ phase: 'unknown', reason: 'duplicate-id', unknownAt: 9 });
    expect([doubted.endedAt, doubted.confirmedCents]).toEqual([undefined, undefined]);
  }
  const told = after(unansweredFact, notCharged);
  expect(reduceOperation(told, shared)).toBe(told);
});

describe('an unknown operation that is old', () => {
  const archived: OperationFact = { type: 'archived', at: 9 };

  it('gives its terminal free and stays unknown', () => {
    const old = after(unansweredFact, archived);
    expect(old).toMatchObject({ phase: 'unknown', reason: 'no-response', archivedAt: 9 });
    expect([isOpen(after(unansweredFact)), isOpen(old)]).toEqual([true, false]);
  });

  it('is the only one that does', () => {
    for (const before of [sending, after(acceptedWithReference), after(refused)])
      expect(reduceOperation(before, archived)).toBe(before);
  });
});

describe('whether a gateway can still tell something', () => {
  it.each<[string, OperationFact[], boolean]>([
    ['being sent', [], true],
    ['without an answer', [unansweredFact], true],
    ['judged by a person', [unansweredFact, said(true)], true],
    ['accepted', [acceptedWithReference], false],
    ['accepted and doubted', [acceptedWithReference, stopped], false],
    ['refused', [refused], false],
    ['with the message of another operation', [{ ...unansweredFact, reason: 'duplicate-id' }], false],
  ])('%s: %s', (_, facts, expected) => {
    expect(isRequestOutcomeUnknown(after(...facts))).toBe(expected);
  });
});
