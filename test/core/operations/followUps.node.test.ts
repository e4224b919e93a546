import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type Transaction,
} from '../../../src/exports/core.ts';
import { createSandboxPayments } from '../../../src/exports/sandbox.ts';
import { held as authorized } from './soldTransaction.ts';

describe('operations on a transaction', () => {
  async function withPreAuth() {
    const clock = createVirtualClock(Date.UTC(2026, 0, 15));
    const { client, sandbox } = createSandboxPayments({ clock, latencyMs: 50 });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    const terminalId = sandbox.terminals[0]!.id;
    void operations.start('preAuth', { terminalId, amount: 5000, receipt: false });
    await clock.advance(20_000);
    const [held] = operations.list();
    expect(held).toMatchObject({ phase: 'complete', kind: 'preAuth' });
    const reference = { terminalId, pnRefNum: held!.pnRefNum! };
    const sent = () =>
      sandbox.ledger.requests.filter(({ operation }) => operation !== 'getProcessedMessage').length;
    return { clock, sandbox, operations, reference, sent };
  }

  it.each(['authorizedCents', 'capturedCents', 'refundedCents'] as const)(
    'are refused before any request if %s of the host is no integer number of cents',
    async (field) => {
      const { operations, reference, sent } = await withPreAuth();
      const known = { kind: 'preAuth', status: 'complete', settled: 'unknown' } as const;
      const cents = { authorizedCents: 5000, capturedCents: 0, refundedCents: 0 };
      for (const wrong of [Number.NaN, 12.5, -1, Infinity, '5000' as unknown as number, undefined]) {
        const transaction = { ...reference, ...known, ...cents, [field]: wrong };
        for (const kind of ['capture', 'refund'] as const)
          expect(await operations.start(kind, { ...reference, amount: 6000 }, { transaction })).toMatchObject(
            {
              refusal: { code: 'invalid-request', field: `transaction.${field}` },
            },
          );
      }
      expect(sent()).toBe(1);
    },
  );

  it.each([978, null, 'EURO'])(
    'are refused before any request if the host’s currency is %j',
    async (wrong) => {
      const { operations, reference, sent } = await withPreAuth();
      const known = { kind: 'preAuth', status: 'complete', settled: 'unknown' } as const;
      const cents = { authorizedCents: 5000, capturedCents: 0, refundedCents: 0 };
      const transaction = { ...reference, ...known, ...cents, currency: wrong as string };
      const options = { transaction, currency: 'USD' };
      expect(await operations.start('capture', { ...reference, amount: 1 }, options)).toMatchObject({
        refusal: { code: 'invalid-request', field: 'transaction.currency' },
      });
      expect(sent()).toBe(1);
    },
  );

  it.each([Number.NaN, 12.5, Infinity])('are refused before any request for %d cents', async (amount) => {
    const { operations, reference, sent } = await withPreAuth();
    for (const kind of ['capture', 'refund'] as const)
      expect(await operations.start(kind, { ...reference, amount })).toMatchObject({
        refusal: { code: 'invalid-request', field: 'amount' },
      });
    expect(sent()).toBe(1);
  });

  it('F68: captures once, within what was held, and refuses the rest before any request', async () => {
    const { clock, sandbox, operations, reference, sent } = await withPreAuth();
    expect(await operations.start('capture', { ...reference, amount: 5001 })).toMatchObject({
      refusal: { code: 'not-allowed', field: 'amount' },
    });
    expect(sent()).toBe(1);
    void operations.start('capture', { ...reference, amount: 4200 });
    void operations.start('capture', { ...reference, amount: 4200 });
    await clock.advance(20_000);
    expect(sandbox.ledger.charges.filter(({ kind }) => kind === 'capture')).toMatchObject([{ amount: 4200 }]);
    expect(await operations.start('capture', { ...reference, amount: 100 })).toMatchObject({
      refusal: { code: 'not-allowed' },
    });
    expect(await operations.start('refund', { ...reference, amount: 4201 })).toMatchObject({
      refusal: { code: 'not-allowed' },
    });
    expect(sent()).toBe(2);
  });

  it('F68: voids once, and nothing follows a void', async () => {
    const { clock, operations, reference, sent } = await withPreAuth();
    void operations.start('void', reference);
    await clock.advance(20_000);
    expect(operations.list()[0]).toMatchObject({ kind: 'void', phase: 'complete' });
    for (const kind of ['void', 'capture', 'refund'] as const) {
      const request = { ...reference, ...(kind === 'void' ? {} : { amount: 10 }) } as {
        terminalId: string;
        pnRefNum: string;
        amount: number;
      };
      expect(await operations.start(kind, request)).toMatchObject({ refusal: { code: 'not-allowed' } });
    }
    expect(sent()).toBe(2);
  });

  it('does not touch a transaction of which another operation is not known, on any terminal', async () => {
    const { clock, sandbox, operations, reference, sent } = await withPreAuth();
    sandbox.setScenario('lost-answer');
    void operations.start('capture', { ...reference, amount: 4200 });
    await clock.advance(1000);
    expect(operations.list()[0]).toMatchObject({ kind: 'capture', phase: 'unknown' });
    const elsewhere = { ...reference, terminalId: sandbox.terminals[1]!.id };
    expect(await operations.start('void', elsewhere)).toMatchObject({
      refusal: { code: 'not-allowed', operationId: operations.list()[0]!.id },
    });
    expect(sent()).toBe(2);
  });

  it('F68: remembers which transaction it is about, whatever becomes of it', async () => {
    const { clock, sandbox, operations, reference } = await withPreAuth();
    sandbox.setScenario('service-timeout');
    void operations.start('capture', { ...reference, amount: 4200 });
    await clock.advance(2000);
    expect(operations.list()[0]).toMatchObject({ phase: 'waiting', pnRefNum: reference.pnRefNum });
    await clock.advance(20_000);
    const [capture] = operations.list();
    expect(capture).toMatchObject({ phase: 'unknown', pnRefNum: reference.pnRefNum });
    const elsewhere = { ...reference, terminalId: sandbox.terminals[1]!.id };
    expect(await operations.start('void', elsewhere)).toMatchObject({ refusal: { code: 'not-allowed' } });
    operations.resolveUnknown(capture!.id, { charged: true, basis: 'back-office' });
    const stale: Transaction = { ...authorized, ...reference };
    expect(
      await operations.start('capture', { ...reference, amount: 1 }, { transaction: stale }),
    ).toMatchObject({
      refusal: { code: 'not-allowed' },
    });
  });

  it('refuses what the host knows to be settled', async () => {
    const { operations, reference } = await withPreAuth();
    const transaction: Transaction = { ...authorized, ...reference, settled: true };
    expect(await operations.start('void', reference, { transaction })).toMatchObject({
      refusal: { code: 'not-allowed' },
    });
  });
});

describe('closing a batch', () => {
  async function till(scenario?: 'lost-answer' | 'lost-request') {
    const clock = createVirtualClock(Date.UTC(2026, 0, 15));
    const { client, sandbox } = createSandboxPayments({ clock, latencyMs: 50 });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    const terminalId = sandbox.terminals[0]!.id;
    if (scenario) sandbox.setScenario(scenario);
    const closes = () => sandbox.ledger.requests.filter(({ operation }) => operation === 'closeBatch');
    return { clock, sandbox, operations, terminalId, closes };
  }

  it('is complete with any 2xx', async () => {
    const { clock, operations, terminalId, sandbox } = await till();
    for (const id of [terminalId, sandbox.terminals[1]!.id]) {
      void operations.start('closeBatch', { terminalId: id });
      await clock.advance(2000);
      expect(operations.list()[0]).toMatchObject({ kind: 'closeBatch', phase: 'complete' });
    }
  });

  it('F40: is not known when the answer is lost, and not sent again', async () => {
    const { clock, operations, terminalId, closes } = await till('lost-answer');
    void operations.start('closeBatch', { terminalId });
    await clock.advance(600_000);
    expect(operations.list()[0]).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    expect(closes()).toHaveLength(1);
  });

  it('F40: is refused while an operation on the terminal is open, but not for a doubt that is a day old', async () => {
    const { clock, operations, sandbox, terminalId, closes } = await till('lost-request');
    void operations.start('pay', { terminalId, amount: 1250, receipt: false });
    await clock.advance(1000);
    expect(await operations.start('closeBatch', { terminalId })).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
    expect(closes()).toHaveLength(0);
    await clock.advance(24 * 60 * 60_000);
    sandbox.setScenario(undefined);
    expect(await operations.start('pay', { terminalId, amount: 5, receipt: false })).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
    void operations.start('closeBatch', { terminalId });
    await clock.advance(2000);
    expect(closes()).toHaveLength(1);
  });
});

describe('another operator', () => {
  it('F66: sees that the terminal is busy and since when, not for how much, and can resolve it', async () => {
    const clock = createVirtualClock(Date.UTC(2026, 0, 15));
    const { client, sandbox } = createSandboxPayments({ clock, scenario: 'lost-answer', latencyMs: 50 });
    const journal = createMemoryJournal();
    const ann = createTerminalOperations({ client, journal, clock, scopeKey: 'ann' });
    void ann.start('pay', {
      terminalId: sandbox.terminals[0]!.id,
      amount: 1250,
      receipt: false,
      orderNumber: 'A-7',
    });
    await clock.advance(1000);
    const ben = createTerminalOperations({ client, journal, clock, scopeKey: 'ben' });
    await clock.advance(1000);
    const [seen] = ben.list({ open: true });
    expect(seen).toMatchObject({
      phase: 'unknown',
      terminalId: sandbox.terminals[0]!.id,
      createdAt: expect.any(Number),
    });
    expect(JSON.stringify(seen)).not.toMatch(/1250|A-7|ann/);
    expect(
      await ben.start('pay', { terminalId: sandbox.terminals[0]!.id, amount: 9, receipt: false }),
    ).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
    ben.resolveUnknown(seen!.id, { charged: true, basis: 'terminal-screen' });
    await clock.advance(1000);
    expect(ann.list()[0]).toMatchObject({ phase: 'resolved', amountCents: 1250, orderNumber: 'A-7' });
    expect((await journal.list())[0]).toMatchObject({ amountCents: 1250 });
  });
});
