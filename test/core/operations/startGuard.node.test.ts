import { describe, expect, it } from 'vitest';
import {
  confirmationToken,
  type OperationDraft,
  findProbableDuplicate,
  guardStart,
} from '../../../src/core/operations/startGuard.ts';
import { isProvenNotCharged } from '../../../src/core/operations/terminalOperation.ts';
import { type TerminalOperation } from '../../../src/exports/core.ts';
import { waitingSale } from './waitingSale.ts';

const minute = 60_000;
const now = 100 * minute;
const draft: OperationDraft = { kind: 'pay', terminalId: 'T1', amountCents: 1250 };

const earlier = (more: Partial<TerminalOperation> = {}) =>
  waitingSale({ id: 'earlier', phase: 'unknown', terminalId: 'T2', createdAt: now - minute, ...more });
const error = (status: number) => ({ code: 'http', shortMessage: 'x', status }) as const;
const found = (operation: TerminalOperation, more: Partial<OperationDraft> = {}) =>
  findProbableDuplicate([operation], { ...draft, ...more }, now)?.id;

describe('what is proven not charged', () => {
  const proven = { ...error(429), operationState: 'not-seen' } as const;

  it.each<[Partial<TerminalOperation>, boolean]>([
    [{ phase: 'failed' }, true],
    [{ phase: 'rejected', error: error(401) }, true],
    [{ phase: 'rejected', error: proven }, true],
    [{ phase: 'rejected', error: error(400) }, false],
    [{ phase: 'rejected', error: error(422) }, false],
    [{ phase: 'rejected', error: error(429) }, false],
    [{ phase: 'failed', anomalies: ['contradicts-operator'] }, false],
    [{ phase: 'rejected', error: proven, anomalies: ['duplicate-id'] }, false],
    [{ phase: 'sending' }, false],
    [{ phase: 'waiting' }, false],
    [{ phase: 'complete' }, false],
    [{ phase: 'partial', confirmedCents: 0 }, false],
    [{ phase: 'unknown' }, false],
    [{ phase: 'resolved', resolution: { charged: false, basis: 'receipt' } }, false],
  ])('%j: %s', (patch, is) => {
    expect(isProvenNotCharged(earlier(patch))).toBe(is);
  });
});

describe('F61: an earlier operation that a draft might charge again', () => {
  it.each<[string, Partial<TerminalOperation>, Partial<OperationDraft>]>([
    ['is not known', {}, {}],
    ['is not known, though its terminal is free', { archivedAt: now }, {}],
    ['was judged as not charged', { phase: 'resolved', endedAt: now - minute }, {}],
    ['was refused with 400', { phase: 'rejected', error: error(400) }, {}],
    ['was refused with 422', { phase: 'rejected', error: error(422) }, {}],
    ['was refused with 429', { phase: 'rejected', error: error(429) }, {}],
    [
      'is complete with the same order',
      { phase: 'complete', orderNumber: 'A', endedAt: now - 59_999 },
      { orderNumber: 'A' },
    ],
    [
      'is complete and the very same draft',
      { phase: 'complete', endedAt: now - 59_999 },
      { repeats: 'earlier' },
    ],
    [
      'ended just within five minutes',
      { phase: 'resolved', createdAt: 0, endedAt: now - 5 * minute + 1 },
      {},
    ],
    ['is from the future of a clock that was set back', { createdAt: now + 90 * minute }, {}],
    ['gave the same back', { kind: 'refund', pnRefNum: 'r' }, { kind: 'refund', pnRefNum: 'r' }],
  ])('%s', (_, operation, more) => {
    expect(found(earlier(operation), more)).toBe('earlier');
  });

  it.each<[string, Partial<TerminalOperation>, Partial<OperationDraft>]>([
    ['another amount', {}, { amountCents: 1251 }],
    ['another kind', { kind: 'preAuth' }, {}],
    ['another transaction', { kind: 'refund', pnRefNum: 'other' }, { kind: 'refund', pnRefNum: 'r' }],
    ['an old doubt', { createdAt: now - 5 * minute }, {}],
    ['an old doubt that ended', { phase: 'resolved', endedAt: now - 5 * minute }, {}],
    ['an ordinary failure', { phase: 'failed' }, {}],
    ['what is on its way', { phase: 'waiting' }, {}],
    ['a refusal of credentials', { phase: 'rejected', error: error(401) }, {}],
    ['a refusal without a status', { phase: 'rejected', error: undefined }, {}],
    ['the coffee of the customer before', { phase: 'complete', endedAt: now - 1 }, {}],
    ['another order', { phase: 'complete', orderNumber: 'A', endedAt: now - 1 }, { orderNumber: 'B' }],
    [
      'orders without a number',
      { phase: 'complete', orderNumber: '', endedAt: now - 1 },
      { orderNumber: '' },
    ],
    [
      'the same order a minute later',
      { phase: 'complete', orderNumber: 'A', endedAt: now - minute },
      { orderNumber: 'A' },
    ],
    [
      'the same order that failed',
      { phase: 'failed', orderNumber: 'A', endedAt: now - 1 },
      { orderNumber: 'A' },
    ],
    ['the draft of another', { phase: 'complete', endedAt: now - 1 }, { repeats: 'other' }],
  ])('is not %s', (_, operation, more) => {
    expect(found(earlier(operation), more)).toBeUndefined();
  });

  it('is the newest of several', () => {
    const operations = [3, 1, 2].map((age) => earlier({ id: `${age}`, createdAt: now - age * 1000 }));
    expect(findProbableDuplicate(operations, draft, now)?.id).toBe('1');
  });

  it('is looked for as long as the host wants', () => {
    const doubt = earlier({ createdAt: now - 10 * minute });
    expect(findProbableDuplicate([doubt], draft, now, { doubtMs: 11 * minute })?.id).toBe('earlier');
    const sold = earlier({ phase: 'complete', orderNumber: 'A', endedAt: now - 2 * minute });
    const again = { ...draft, orderNumber: 'A' };
    expect(findProbableDuplicate([sold], again, now, { sameOrderMs: 3 * minute })?.id).toBe('earlier');
    expect(findProbableDuplicate([sold], again, now, { doubtMs: 3 * minute })).toBeUndefined();
  });
});

describe('F61: an ending that no operator took note of', () => {
  const dayMs = 24 * 60 * minute;
  const unseen = (more: Partial<TerminalOperation>) =>
    earlier({ terminalId: 'T1', createdAt: now - 20 * dayMs, endedAt: now - 20 * dayMs, ...more });
  const inFlow = (operation: TerminalOperation, isOwn = true, flowKey = 'default') => {
    const context = { now, duplicateGuard: {}, flowKey, isOwn: () => isOwn, operations: [operation] };
    return guardStart(draft, context)?.code;
  };
  const refused = (more: object) => ({ ...error(403), ...more });

  it.each<[string, Partial<TerminalOperation>]>([
    ['is complete', { phase: 'complete' }],
    ['is approved in part', { phase: 'partial', confirmedCents: 800 }],
    ['a person recorded', { phase: 'resolved', resolution: { charged: false, basis: 'receipt' } }],
  ])(
    '%s: the same on its terminal is questioned, however old it is and wherever it is shown',
    (_, ending) => {
      expect(inFlow(unseen(ending))).toBe('needs-confirmation');
      expect(inFlow(unseen(ending), false)).toBe('needs-confirmation');
      expect(inFlow(unseen(ending), true, 'bar')).toBe('needs-confirmation');
      expect(found(unseen({ ...ending, error: refused({ operationState: 'refused' }) }))).toBe('earlier');
      expect(inFlow(unseen({ ...ending, acknowledgedAt: now }))).toBeUndefined();
      expect(inFlow(unseen({ ...ending, terminalId: 'T2' }))).toBeUndefined();
      expect(inFlow(unseen({ ...ending, amountCents: 1251 }))).toBeUndefined();
    },
  );

  it.each<[string, Partial<TerminalOperation>]>([
    ['failed', { phase: 'failed' }],
    ['was refused', { phase: 'rejected', error: error(403) }],
    [
      'was refused before it left',
      { phase: 'rejected', error: { code: 'configuration', shortMessage: 'x' } },
    ],
  ])('%s: the same is questioned where it is not shown', (_, ending) => {
    expect(inFlow(unseen(ending))).toBeUndefined();
    expect(inFlow(unseen(ending), false)).toBe('needs-confirmation');
    expect(inFlow(unseen(ending), true, 'bar')).toBe('needs-confirmation');
    expect(inFlow(unseen({ ...ending, acknowledgedAt: now }), false)).toBeUndefined();
  });

  it.each<[string, object]>([
    ['it refused', { operationState: 'refused' }],
    ['a 422 of its service', { operationState: 'refused', status: 422 }],
    ['it never saw', { code: 'unanswered', status: undefined }],
  ])('a gateway proves that nothing happened, %s: nothing is questioned', (_, more) => {
    const ending = { phase: 'rejected', error: refused(more) } as const;
    expect(inFlow(unseen(ending), false, 'bar')).toBeUndefined();
    expect(inFlow(unseen({ ...ending, endedAt: now }), false, 'bar')).toBeUndefined();
  });

  it.each(['waiting', 'sending'] as const)('is none where it is %s: its terminal is taken', (phase) => {
    expect(found(unseen({ phase, endedAt: undefined }))).toBeUndefined();
  });

  it.each<[Partial<TerminalOperation>, Partial<OperationDraft>]>([
    [{ orderNumber: 'A' }, { orderNumber: 'A' }],
    [{}, { repeats: 'earlier' }],
  ])('a part that was taken note of is done like the whole: %j asks for a minute', (operation, more) => {
    const partial = { phase: 'partial', acknowledgedAt: now, ...operation } as const;
    expect(found(unseen({ ...partial, endedAt: now - 59_999 }), more)).toBe('earlier');
    expect(found(unseen({ ...partial, endedAt: now - minute }), more)).toBeUndefined();
  });
});

describe('a confirmation', () => {
  const context = { now, duplicateGuard: {}, flowKey: 'default', isOwn: () => true };
  const guard = (more: Partial<OperationDraft>, confirmed: string, operation = earlier()) =>
    guardStart({ ...draft, ...more }, { ...context, operations: [operation], confirmed })?.code;
  const confirmed = confirmationToken(draft, earlier());

  it('holds for this draft after that operation', () => {
    expect(guard({}, confirmed)).toBeUndefined();
    expect(guardStart(draft, { ...context, operations: [earlier()] })).toMatchObject({
      code: 'needs-confirmation',
      confirmation: confirmed,
      operationId: 'earlier',
    });
  });

  it.each<[string, Partial<OperationDraft>, Partial<TerminalOperation>]>([
    ['another terminal', { terminalId: 'T3' }, {}],
    ['another order', { orderNumber: 'B' }, {}],
    ['another operation', {}, { id: 'later' }],
    ['an operation of which more is known by now', {}, { phase: 'resolved', endedAt: now }],
  ])('does not hold for %s', (_, more, operation) => {
    expect(guard(more, confirmed, earlier(operation))).toBe('needs-confirmation');
  });

  it('does not hold for another amount, which is asked about by itself', () => {
    const operations = [earlier(), earlier({ id: 'other', amountCents: 900 })];
    const refusal = guardStart({ ...draft, amountCents: 900 }, { ...context, operations, confirmed });
    expect(refusal).toMatchObject({ code: 'needs-confirmation', operationId: 'other' });
  });

  it('is never wanted where the host does without', () => {
    expect(guardStart(draft, { ...context, duplicateGuard: false, operations: [earlier()] })).toBeUndefined();
  });
});

describe('F60: a terminal that is taken', () => {
  const context = { now, duplicateGuard: {}, flowKey: 'default', isOwn: () => true };
  const sending = earlier({ phase: 'sending', terminalId: 'T1', orderNumber: 'A' });
  const guard = (
    more: Partial<OperationDraft> = {},
    change: Partial<TerminalOperation> = {},
    isOwn = () => true,
  ) =>
    guardStart(
      { ...draft, orderNumber: 'A', ...more },
      { ...context, isOwn, operations: [{ ...sending, ...change }] },
    );

  it('was taken by this very press', () => {
    expect(guard()).toMatchObject({ code: 'already-started', operationId: 'earlier' });
  });

  it.each<[string, Partial<OperationDraft>, Partial<TerminalOperation>]>([
    ['of another kind', { kind: 'preAuth' }, {}],
    ['of another amount', { amountCents: 1300 }, {}],
    ['of another order', { orderNumber: 'B' }, {}],
    ['of another part of the page', {}, { flowKey: 'other' }],
    ['that was sent before', {}, { phase: 'waiting' }],
    ['with an unknown outcome', {}, { phase: 'unknown' }],
  ])('by a press %s, it is busy', (_, more, change) => {
    expect(guard(more, change)).toMatchObject({ code: 'terminal-busy', operationId: 'earlier' });
  });

  it('by another tab, it is busy', () => {
    expect(guard({}, {}, () => false)).toMatchObject({ code: 'terminal-busy' });
  });

  it('says what keeps it: an operation, or a doubt', () => {
    expect(guard({ amountCents: 1 })?.message).toContain('is busy with another operation');
    expect(guard({}, { phase: 'unknown' })?.message).toContain('outcome is not known');
  });

  it.each<[string, Partial<OperationDraft>, Partial<TerminalOperation>, string | undefined]>([
    ['a doubt of a day keeps a batch open', {}, { createdAt: now - 1440 * minute }, 'terminal-busy'],
    ['an older doubt does not', {}, { createdAt: now - 1440 * minute - 1 }, undefined],
    ['a payment that waits for longer does', {}, { createdAt: 0, phase: 'waiting' }, 'terminal-busy'],
    ['an older doubt keeps a sale away', { kind: 'pay' }, { createdAt: -10_000 * minute }, 'terminal-busy'],
  ])('F40: %s', (_, more, change, code) => {
    const batch = { kind: 'closeBatch', amountCents: undefined, orderNumber: undefined, ...more } as const;
    expect(guard(batch, { phase: 'unknown', ...change })?.code).toBe(code);
  });
});
