import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/core/operations/journal.ts';
import type { OperationRecord } from '../../../src/exports/core.ts';

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
  expect(readRecord(whole)).toEqual(whole);
});

it.each(Object.keys(whole).filter((field) => !needed.includes(field) && field !== 'v'))(
  'a record without %s is whole',
  (field) => {
    const { [field as 'message']: _, ...rest } = whole;
    expect(readRecord(rest)).toEqual(rest);
  },
);

it.each(['v', ...needed])('a record without %s is not known', (field) => {
  const { [field as 'v']: _, ...rest } = whole;
  expect(readRecord(rest)).toMatchObject({ phase: 'unknown', reason: 'reloaded' });
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
    const read = readRecord({ ...whole, [field]: value });
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
  expect(readRecord(long)).toEqual(long);
});

describe('F57: an unknown record', () => {
  it('keeps who it is, what it was about and how it can be asked about', () => {
    const read = readRecord({ ...whole, v: 9 });
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
    expect(readRecord(value)).toEqual({
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
    const read = readRecord(JSON.parse('{"__proto__":{"phase":"complete"},"id":"op","constructor":1}'));
    expect(read.phase).toBe('unknown');
    expect(({} as { phase?: string }).phase).toBeUndefined();
  });
});
