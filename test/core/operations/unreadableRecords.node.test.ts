import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIndexedDbJournal } from '../../../src/core/operations/journal.ts';
import {
  createTerminalOperations,
  createVirtualClock,
  type PaymentsEvent,
  type Resolution,
} from '../../../src/exports/core.ts';
import { createSandboxPayments } from '../../../src/exports/sandbox.ts';
import { changeRaw } from './rawJournal.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const start = Date.UTC(2026, 0, 15, 9, 30);

/** Pages on a database that holds one record as some other version, or another script, wrote it. */
async function pagesOn(stored: object) {
  const clock = createVirtualClock(start);
  const { client, sandbox } = createSandboxPayments({ clock, latencyMs: 50 });
  const terminalId = sandbox.terminals[0]!.id;
  const lock = `${client.origin()} ${terminalId}`;
  await createIndexedDbJournal().list();
  await changeRaw((store) => void store.put({ id: 'old', terminalId, lock, holds: lock, ...stored }));
  const events: PaymentsEvent[] = [];
  const open = async () => {
    const journal = createIndexedDbJournal();
    const operations = createTerminalOperations({
      client,
      journal,
      clock,
      onEvent: (event) => events.push(event),
    });
    await clock.advance(500);
    return operations;
  };
  const sale = { terminalId, amount: 1250, receipt: false };
  return { clock, sandbox, open, events, sale };
}

const whole = {
  v: 1,
  kind: 'pay',
  phase: 'waiting',
  amountCents: 1250,
  anomalies: [],
  seenProcessing: false,
  flowKey: 'default',
  createdAt: start - 60_000,
};

it.each<[string, object]>([
  ['an older version, without a number of its own', { v: 0, status: 'pending', amountCents: 1250 }],
  ['a newer version', { ...whole, v: 9, seq: 3, phase: 'teleporting', error: 'none' }],
  ['another script', { ...whole, seq: 'high', amountCents: '<img>', flowKey: 7 }],
])('F57: what %s left can be resolved, for good, and its terminal is free then', async (_, stored) => {
  const { clock, sandbox, open, events, sale } = await pagesOn(stored);
  const first = await open();
  expect(first.get('old')).toMatchObject({ phase: 'unknown', anomalies: ['unreadable-record'] });
  expect(await first.start('pay', sale)).toMatchObject({ refusal: { code: 'terminal-busy' } });
  first.resolveUnknown('old', { charged: false, basis: 'receipt' });
  await clock.advance(10_000);
  expect(events.filter(({ type }) => type === 'resolved')).toHaveLength(1);
  first.dispose();

  const second = await open();
  expect(second.get('old')).toMatchObject({ phase: 'resolved', resolution: { charged: false } });
  const asked = await second.start('pay', { ...sale, amount: 800 });
  expect(asked).toMatchObject({ started: true });
  await clock.advance(20_000);
  expect(sandbox.ledger.charges).toMatchObject([{ amount: 800 }]);
  second.dispose();
});

describe('what a person is said to have seen', () => {
  const saw = { charged: true, basis: 'receipt' } as const;
  it.each<[unknown, field: string]>([
    [{}, 'charged'],
    [{ ...saw, charged: 'false' }, 'charged'],
    [{ ...saw, charged: 1 }, 'charged'],
    [{ ...saw, charged: undefined }, 'charged'],
    [{ charged: true }, 'basis'],
    [{ ...saw, basis: 'gut feeling' }, 'basis'],
    [{ ...saw, basis: null }, 'basis'],
    [{ ...saw, basis: 'toString' }, 'basis'],
    [{ ...saw, note: 7 }, 'note'],
    [{ ...saw, note: { text: 'x' } }, 'note'],
    [{ ...saw, basis: 'other' }, 'note'],
    [{ ...saw, basis: 'other', note: ' ' }, 'note'],
    [{ ...saw, charge: false }, 'charge'],
    [new Event('click'), 'charged'],
    [undefined, 'request'],
    [null, 'request'],
    ['receipt', 'request'],
  ])(
    'is not taken where it is %j: it names %s, nothing changes, and the record stays readable',
    async (said, field) => {
      const clock = createVirtualClock(start);
      const { client, sandbox } = createSandboxPayments({ clock, latencyMs: 50, scenario: 'lost-answer' });
      const events: string[] = [];
      const open = () =>
        createTerminalOperations({
          client,
          journal: createIndexedDbJournal(),
          clock,
          onEvent: ({ type }) => events.push(type),
        });
      const operations = open();
      await operations.start('pay', { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false });
      await clock.advance(1000);
      const before = operations.list();
      expect(before).toMatchObject([{ phase: 'unknown' }]);
      const told = events.length;
      expect(() => operations.resolveUnknown(before[0]!.id, said as Resolution)).toThrow(
        expect.objectContaining({ code: 'invalid-input', field }),
      );
      await clock.advance(10);
      expect([operations.list(), events.length]).toEqual([before, told]);
      operations.dispose();
      const reloaded = open();
      await clock.advance(500);
      expect(reloaded.list()).toMatchObject([{ phase: 'unknown', reason: 'no-response', anomalies: [] }]);
      reloaded.resolveUnknown(before[0]!.id, saw);
      await clock.advance(10);
      expect(await createIndexedDbJournal().list()).toMatchObject([{ phase: 'resolved', resolution: saw }]);
      reloaded.dispose();
    },
  );
});
