import { describe, expect, test } from 'vitest';
import { localTransactionsPage } from '../../../src/core/standalone/localRecord.ts';
import { type OperationDraft, guardFollowUp, guardStart } from '../../../src/core/operations/startGuard.ts';
import { operationsOfOrder } from '../../../src/core/operations/orders.ts';
import { transactionUpdatedByOperations, transactionOf } from '../../../src/core/operations/transactions.ts';
import {
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type TerminalOperation,
} from '../../../src/exports/core.ts';
import { createSandboxPayments } from '../../../src/exports/sandbox.ts';

const hourMs = 3_600_000;
const now = Date.UTC(2026, 10, 24);

let made = 0;
function done(changes: Partial<TerminalOperation>): TerminalOperation {
  made += 1;
  const amountCents = changes.kind === 'void' ? undefined : 1000;
  return {
    id: `op-${made}`,
    kind: 'pay',
    phase: 'complete',
    terminalId: 'T1',
    pnRefNum: 'r',
    amountCents,
    anomalies: [],
    connection: 'ok',
    seenProcessing: true,
    flowKey: 'till',
    createdAt: now - 10 * hourMs + made,
    endedAt: now - 9 * hourMs,
    acknowledgedAt: now - 9 * hourMs,
    ...changes,
  };
}
const refund = (changes: Partial<OperationDraft> = {}): OperationDraft => ({
  kind: 'refund',
  terminalId: 'T9',
  pnRefNum: 'r',
  amountCents: 1000,
  ...changes,
});
const guard = (operations: TerminalOperation[], draft: OperationDraft = refund()) =>
  guardStart(draft, { operations, now, duplicateGuard: {}, flowKey: 'till', isOwn: () => false });
const leftIn = (operations: TerminalOperation[]) =>
  localTransactionsPage(operations, {}).items.map(({ leftCents }) => leftCents);

describe('F68: a reference that the service gave again', () => {
  const [first, voided] = [done({}), done({ kind: 'void' })];

  test('to a declined payment does not make it a part of the order of the first', () => {
    const [sale, back] = [done({ orderNumber: 'A-1' }), done({ kind: 'refund' })];
    const declined = done({ orderNumber: 'A-2', phase: 'failed' });
    expect(operationsOfOrder('A-1', [sale, back, declined])).toEqual([sale, back]);
  });
  const second = done({ amountCents: 800 });

  test('is the later sale: what became of the earlier one keeps nothing back', () => {
    expect(guard([second, voided, first], refund({ amountCents: 800 }))).toBeUndefined();
    expect(guard([second, voided, first], refund({ amountCents: 801 }))).toMatchObject({ field: 'amount' });
    expect(transactionOf([second, voided, first], 'r')).toMatchObject({ authorizedCents: 800 });
  });

  test('has what followed each sale at its own', () => {
    const back = done({ kind: 'refund', amountCents: 300 });
    expect(leftIn([back, second, voided, first])).toEqual([500, 0]);
    expect(
      leftIn([second, done({ kind: 'refund', amountCents: 700, createdAt: second.createdAt - 1 }), first]),
    ).toEqual([800, 300]);
  });

  test('is kept back while something on the later sale is open, not for the earlier one', () => {
    const open = done({ kind: 'refund', phase: 'unknown', terminalId: 'T2' });
    expect(guard([open, second, first])).toMatchObject({ code: 'not-allowed', operationId: open.id });
    const before = { ...open, createdAt: second.createdAt - 1 };
    expect(guard([second, before, first], refund({ amountCents: 800 }))).toBeUndefined();
  });

  test('does not give the money of the later sale back for the earlier one', () => {
    const [later, earlier] = localTransactionsPage([second, first], {}).items;
    expect(earlier?.allowed.map(({ allowed }) => allowed)).toEqual([false, false, false]);
    expect(guardFollowUp(refund({ amountCents: 100 }), [second, first], earlier)).toMatchObject({
      code: 'not-allowed',
      message: expect.stringMatching(/^A later payment has this reference/),
    });
    expect(guardFollowUp(refund({ amountCents: 100 }), [second, first], later)).toBeUndefined();
  });

  test('is asked about where the later sale was given back in doubt, not the earlier one', () => {
    const resolution = { charged: false, basis: 'receipt' } as const;
    const doubt = done({ kind: 'refund', phase: 'resolved', resolution, endedAt: now - 1000 });
    const asked = guard([doubt, done({}), first]);
    expect(asked).toBeUndefined(); // the doubt is the earlier one's: it was begun before
    expect(guard([doubt, first])).toMatchObject({ code: 'needs-confirmation', operationId: doubt.id });
  });
});

describe('F68: a reference that two providers gave', () => {
  const [ofP, ofQ] = [done({ provider: 'P' }), done({ provider: 'Q', amountCents: 400 })];
  const voided = done({ kind: 'void', provider: 'P' });

  test('is a transaction of each: what happened at one keeps nothing back at the other', () => {
    expect(guard([voided, ofQ, ofP], refund({ provider: 'Q', amountCents: 400 }))).toBeUndefined();
    expect(guard([voided, ofQ, ofP], refund({ provider: 'Q', amountCents: 401 }))?.field).toBe('amount');
    expect(guard([voided, ofQ, ofP], refund({ provider: 'P' }))).toMatchObject({ operationId: voided.id });
    expect(leftIn([voided, ofQ, ofP])).toEqual([400, 0]);
  });

  test('is kept back by an open one of its provider, or of an unknown one', () => {
    const open = (provider: string | undefined) =>
      done({ kind: 'refund', phase: 'unknown', terminalId: 'T2', provider });
    expect(guard([open('Q'), ofP], refund({ provider: 'P' }))).toBeUndefined();
    expect(guard([open('P'), ofP], refund({ provider: 'P' }))?.code).toBe('not-allowed');
    expect(guard([open(undefined), ofP], refund({ provider: 'P' }))?.code).toBe('not-allowed');
    expect(guard([open('P'), ofP])?.code).toBe('not-allowed');
  });

  test('is the host’s where it says whose it is', () => {
    const given = { ...transactionOf([ofQ], 'r', 'Q')!, settled: true };
    expect(transactionUpdatedByOperations(given, [voided, ofP])).toEqual(given);
    expect(guardFollowUp(refund({ amountCents: 400 }), [voided, ofP], given)).toBeUndefined();
  });
});

describe('F68: cents of another currency', () => {
  const sale = done({ currency: 'USD' });

  test('are not given back, whatever the host knows', () => {
    expect(guard([sale], refund({ currency: 'EUR' }))).toMatchObject({
      code: 'not-allowed',
      field: 'currency',
    });
    expect(guard([sale], refund({ currency: 'USD' }))).toBeUndefined();
    expect(guard([sale], refund({}))).toBeUndefined();
    const given = { ...transactionOf([sale], 'r')!, currency: 'usd' };
    expect(guardFollowUp(refund({ currency: 'EUR' }), [], given)).toMatchObject({ field: 'currency' });
    expect(guardFollowUp(refund({ currency: 'USD' }), [], given)).toBeUndefined();
  });

  test('take nothing off what is left, and a void has none', () => {
    expect(leftIn([done({ kind: 'refund', currency: 'EUR', amountCents: 300 }), sale])).toEqual([1000]);
    expect(
      guard([sale], { ...refund({ currency: 'EUR' }), kind: 'void', amountCents: undefined }),
    ).toBeUndefined();
  });

  test('are another amount: nothing is asked about them', () => {
    const doubt = done({
      phase: 'unknown',
      terminalId: 'T2',
      currency: 'USD',
      unknownAt: now - 1000,
      endedAt: undefined,
    });
    const sell = { kind: 'pay', terminalId: 'T1', amountCents: 1000 } as const;
    expect(guard([doubt], { ...sell, currency: 'EUR' })).toBeUndefined();
    expect(guard([doubt], { ...sell, currency: 'USD' })?.code).toBe('needs-confirmation');
    expect(guard([doubt], sell)?.code).toBe('needs-confirmation');
  });

  test('are refused before a request, on a page without a gateway', async () => {
    const clock = createVirtualClock(now);
    const { client, sandbox } = createSandboxPayments({ clock, latencyMs: 50 });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    const terminalId = sandbox.terminals[0]!.id;
    void operations.start(
      'pay',
      { terminalId, amount: 1000, receipt: false, provider: 'P' },
      { currency: 'USD' },
    );
    await clock.advance(20_000);
    const { pnRefNum = '' } = operations.list()[0]!;
    const about = { terminalId, pnRefNum, amount: 1000 };
    const inEuro = await operations.start('refund', { ...about, provider: 'P' }, { currency: 'EUR' });
    expect(inEuro).toMatchObject({ refusal: { code: 'not-allowed', field: 'currency' } });
    expect(sandbox.ledger.requests.filter(({ operation }) => operation === 'refund')).toHaveLength(0);
    // Another provider's transaction of this reference is not known here.
    const ofQ = await operations.start('refund', { ...about, provider: 'Q' }, { currency: 'EUR' });
    expect(ofQ).toMatchObject({ started: true, operation: { provider: 'Q' } });
  });
});

describe('F52: a refund that a page’s clock dates before its sale', () => {
  const sale = done({ createdAt: now });
  const back = (beforeMs: number) => done({ kind: 'refund', amountCents: 600, createdAt: now - beforeMs });

  test('counts: the clock was set back in between', () => {
    expect(leftIn([sale, back(hourMs)])).toEqual([400]);
    expect(guard([sale, back(23 * hourMs)], refund({ amountCents: 401 }))).toMatchObject({ field: 'amount' });
    const voided = done({ kind: 'void', createdAt: now - hourMs });
    expect(guard([sale, voided])).toMatchObject({ code: 'not-allowed', operationId: voided.id });
  });

  test('does not where it is older than a day: it was about a sale that is not known here', () => {
    expect(leftIn([sale, back(24 * hourMs)])).toEqual([1000]);
    expect(guard([sale, back(24 * hourMs)])).toBeUndefined();
  });
});
