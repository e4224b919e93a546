import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRecordedOperation } from '../../../src/core/mirror/readRecord.ts';
import {
  operationFromJournalRecord,
  parseOrSalvageRecord,
  journalRecordFromOperation,
} from '../../../src/core/standalone/journal.ts';
import {
  terminalOperationFieldNames,
  journalOnlyFieldTypes,
  recordedFieldTypes,
  withoutPageOnlyFields,
} from '../../../src/core/operations/operationFields.ts';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';

/** An operation with every field. */
const whole: Required<TerminalOperation> = {
  id: 'op-1',
  kind: 'refund',
  phase: 'resolved',
  status: 'timeout',
  reason: 'service-timeout',
  terminalId: 'T1',
  provider: 'P',
  currency: 'EUR',
  amountCents: 1000,
  confirmedCents: 900,
  tipCents: 100,
  orderNumber: 'A-1',
  msgIdentifier: 'm-1',
  pnRefNum: 'r-1',
  message: 'Ok.',
  error: { code: 'http', shortMessage: 'No.', status: 500 },
  resolution: { charged: true, basis: 'receipt' },
  anomalies: ['contradiction'],
  connection: 'ok',
  seenProcessing: true,
  flowKey: 'till',
  scope: 's',
  account: 'a',
  createdAt: 1,
  acceptedAt: 2,
  unknownAt: 3,
  endedAt: 4,
  acknowledgedAt: 5,
  toldPhase: 'unknown',
  lastCheckedAt: 6,
  nextCheckAt: 7,
  archivedAt: 8,
};
const recordNames = Object.keys(recordedFieldTypes);
const kept = journalRecordFromOperation(whole, { lock: 'l', seq: 1, storeOrderNumber: true });
/** No field holds this. */
const wrong = { not: 'a value' };

describe('the fields of an operation', () => {
  test('are all in the table, each once', () => {
    expect(terminalOperationFieldNames.toSorted()).toEqual(Object.keys(whole).toSorted());
  });

  test('survive the journal, but for what is of the moment', () => {
    const { nextCheckAt: _, ...rest } = whole;
    expect(operationFromJournalRecord(parseOrSalvageRecord(kept))).toEqual(rest);
  });

  test('are told without those that only a page has, and read as they were told', () => {
    const told = withoutPageOnlyFields(whole);
    expect(Object.keys(told).toSorted()).toEqual(recordNames.toSorted());
    const recorded = { ...told, isOwn: true, actor: 'Ada', seq: 3 };
    expect(readRecordedOperation(recorded, '')).toEqual(recorded);
  });

  test.each([...recordNames, ...Object.keys(journalOnlyFieldTypes)])(
    'are not believed in the journal: %s',
    (name) => {
      expect(parseOrSalvageRecord({ ...kept, [name]: wrong })).toMatchObject({
        phase: 'unknown',
        anomalies: ['unreadable-record'],
      });
    },
  );

  test.each(recordNames)('are not believed of a gateway: %s', (name) => {
    const told = { ...withoutPageOnlyFields(whole), isOwn: true };
    expect(() => readRecordedOperation({ ...told, [name]: wrong }, 'it')).toThrow(`it.${name}`);
  });

  test('of a record are in its documentation', () => {
    const page = readFileSync(new URL('../../../docs/record.md', import.meta.url), 'utf8');
    const [, item = ''] = page.split('An item has what is known of an operation:');
    const named = new Set(item.split('\n\n')[0]?.match(/`\w+`/g));
    expect(recordNames.filter((name) => !named.has(`\`${name}\``))).toEqual([]);
  });
});
