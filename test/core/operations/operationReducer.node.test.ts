import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OperationFact, reduceOperation } from '../../../src/core/operations/operationReducer.ts';
import {
  isUnseen,
  processingStatuses,
  type ProcessingStatus,
  type TerminalOperation,
} from '../../../src/exports/core.ts';

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
const accepted: OperationFact = { type: 'accepted', at: 1, msgIdentifier: 'm' };
const polled = (status: ProcessingStatus, more: object = {}): OperationFact => ({
  type: 'polled',
  at: 2,
  message: { msgIdentifier: 'm', status, raw: {}, ...more },
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
    [
      { confirmedCents: 800, tipCents: 100 },
      { phase: 'partial', tipCents: undefined, anomalies: [] },
    ],
  ])('F31: what was approved counts: %j', (told, state) => {
    const none = { confirmedCents: undefined, tipCents: undefined };
    expect({ ...none, ...after(accepted, polled('complete', told)) }).toMatchObject(state);
  });

  it('F26: a part that was approved is not taken back by a later failure', () => {
    const partial = after(accepted, polled('complete', { confirmedCents: 800 }), polled('failed'));
    expect(partial).toMatchObject({ phase: 'partial', anomalies: ['contradiction'] });
  });

  it('stands when it has ended, until somebody takes note, and again when something else becomes known', () => {
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
      { numRuns: 2000, seed: 11 },
    );
  });
});
