import { describe, expect, it, beforeEach } from 'vitest';
import { parseOrSalvageRecord, createIndexedDbJournal } from '../../../src/core/standalone/journal.ts';
import {
  type OperationRecord,
  createTerminalOperations,
  createVirtualClock,
  type PaymentsEvent,
  type Resolution,
} from '../../../src/exports/core.ts';
import { IDBFactory } from 'fake-indexeddb';
import { createSandboxPayments } from '../../../src/exports/sandbox.ts';
import { changeRaw } from './rawJournal.ts';

const whole: OperationRecord = {
  v: 1,
  id: 'op',
  seq: 4,
  lock: 'https://pay.test T1',
  kind: 'refund',
  phase: 'resolved',
  status: 'timeout',
  reason: 'service-timeout',
  terminalId: 'T1',
  provider: 'beta',
  amountCents: 1250,
  orderNumber: 'A-7',
  msgIdentifier: 'm',
  pnRefNum: 'r',
  message: 'No card.',
  error: { code: 'http', shortMessage: 'x', serviceMessage: 'y', status: 500 },
  resolution: { charged: false, basis: 'receipt' },
  anomalies: ['contradiction'],
  seenProcessing: true,
  flowKey: 'till',
  scope: 's',
  createdAt: 1,
  acceptedAt: 2,
  endedAt: 3,
  lastCheckedAt: 4,
  archivedAt: 5,
};
const needed = [
  'id',
  'seq',
  'lock',
  'kind',
  'phase',
  'terminalId',
  'anomalies',
  'seenProcessing',
  'flowKey',
  'createdAt',
];

it('a record is read as it was written', () => {
  expect(parseOrSalvageRecord(whole)).toEqual(whole);
});

it.each(Object.keys(whole).filter((field) => !needed.includes(field) && field !== 'v'))(
  'a record without %s is whole',
  (field) => {
    const { [field as 'message']: _, ...rest } = whole;
    expect(parseOrSalvageRecord(rest)).toEqual(rest);
  },
);

it.each(['v', ...needed])('a record without %s is not known', (field) => {
  const { [field as 'v']: _, ...rest } = whole;
  expect(parseOrSalvageRecord(rest)).toMatchObject({ phase: 'unknown', reason: 'reloaded' });
});

it.each<[keyof OperationRecord, unknown[]]>([
  ['v', [0, 2, '1']],
  ['id', [7, 'x'.repeat(1001)]],
  ['seq', ['4', 1.5, Number.NaN, 2 ** 53]],
  ['lock', [{}]],
  ['kind', ['teleport', 'constructor', 7]],
  ['phase', ['idle', 'COMPLETE']],
  ['status', ['pending', 'COMPLETE', 1]],
  ['reason', [1]],
  ['terminalId', [{}]],
  ['provider', [1]],
  ['amountCents', ['1250', 12.5, Infinity, 2 ** 53]],
  ['orderNumber', [{ html: '<b>' }]],
  ['msgIdentifier', [12, 'x'.repeat(1001)]],
  ['pnRefNum', [12]],
  ['message', [['a'], 'x'.repeat(1001)]],
  ['error', ['x', [], null, {}, { code: 'http' }, { code: 'http', shortMessage: 'x', serviceMessage: {} }]],
  ['resolution', [true, null, { charged: 'no', basis: 'x' }, { charged: true }]],
  ['anomalies', ['contradiction', [7], {}]],
  ['seenProcessing', ['true', 1]],
  ['flowKey', [7]],
  ['scope', [7]],
  ['createdAt', ['today', Number.NaN, Infinity]],
  ['acceptedAt', ['2']],
  ['endedAt', ['3']],
  ['lastCheckedAt', ['4']],
  ['archivedAt', ['5']],
])('F80: what is not right in %s is not believed, and makes the record unknown', (field, values) => {
  for (const value of values) {
    const read = parseOrSalvageRecord({ ...whole, [field]: value });
    expect(read).toMatchObject({
      v: 1,
      phase: 'unknown',
      reason: 'reloaded',
      anomalies: ['unreadable-record'],
    });
    if (value !== 2 ** 53) expect(JSON.stringify(read)).not.toContain(`"${field}":${JSON.stringify(value)}`);
  }
});

it('texts of a thousand characters are read, numbers beyond counting are not', () => {
  const long = { ...whole, message: 'x'.repeat(1000) };
  expect(parseOrSalvageRecord(long)).toEqual(long);
});

describe('F57: an unknown record', () => {
  it('keeps who it is, what it was about and how it can be asked about', () => {
    const read = parseOrSalvageRecord({ ...whole, v: 9 });
    const { v, phase, reason, anomalies, seenProcessing, ...kept } = read;
    expect({ v, phase, reason, anomalies, seenProcessing }).toEqual({
      v: 1,
      phase: 'unknown',
      reason: 'reloaded',
      anomalies: ['unreadable-record'],
      seenProcessing: false,
    });
    const { status: _, message: __, error: ___, resolution: ____, endedAt: _____, ...about } = whole;
    expect(about).toMatchObject(kept);
    expect(kept).toMatchObject({ id: 'op', seq: 4, msgIdentifier: 'm', pnRefNum: 'r', amountCents: 1250 });
    expect(kept).not.toHaveProperty('endedAt');
    expect(kept).not.toHaveProperty('status');
  });

  it.each([undefined, null, 'text', 7, [whole]])('is made of %j, which is no record at all', (value) => {
    expect(parseOrSalvageRecord(value)).toEqual({
      v: 1,
      id: '',
      seq: 0,
      lock: '',
      kind: 'pay',
      phase: 'unknown',
      reason: 'reloaded',
      terminalId: '',
      flowKey: 'default',
      anomalies: ['unreadable-record'],
      seenProcessing: false,
      createdAt: 0,
    });
  });

  it('takes nothing from what its object inherits', () => {
    const read = parseOrSalvageRecord(
      JSON.parse('{"__proto__":{"phase":"complete"},"id":"op","constructor":1}'),
    );
    expect(read.phase).toBe('unknown');
    expect(({} as { phase?: string }).phase).toBeUndefined();
  });
});

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

const readable = {
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
  ['a newer version', { ...readable, v: 9, seq: 3, phase: 'teleporting', error: 'none' }],
  ['another script', { ...readable, seq: 'high', amountCents: '<img>', flowKey: 7 }],
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
