import { moneyOperations } from '../contract/operationName.ts';
import { processingStatuses } from '../contract/processedMessage.ts';
import { isObject } from '../contract/reading.ts';
import type { OperationRecord } from './journal.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.length <= 1000;
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const integer: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shape =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const phase = oneOf([
  'sending',
  'waiting',
  'complete',
  'partial',
  'failed',
  'rejected',
  'unknown',
  'resolved',
]);

/** Every field a record may have, and what is believed in it. */
const checks: Record<keyof OperationRecord, Check> = {
  v: (value) => value === 1,
  id: text,
  seq: integer,
  lock: text,
  kind: oneOf(moneyOperations),
  phase,
  status: optional(oneOf(processingStatuses)),
  reason: optional(text),
  terminalId: text,
  provider: optional(text),
  currency: optional(text),
  amountCents: optional(integer),
  confirmedCents: optional(integer),
  tipCents: optional(integer),
  orderNumber: optional(text),
  msgIdentifier: optional(text),
  pnRefNum: optional(text),
  message: optional(text),
  error: optional(shape({ code: text, shortMessage: text, serviceMessage: optional(text) })),
  resolution: optional(shape({ charged: flag, basis: text })),
  anomalies: (value) => Array.isArray(value) && value.every(text),
  seenProcessing: flag,
  flowKey: text,
  scope: optional(text),
  createdAt: number,
  acceptedAt: optional(number),
  endedAt: optional(number),
  acknowledgedAt: optional(number),
  toldPhase: optional(phase),
  lastCheckedAt: optional(number),
  archivedAt: optional(number),
};

/**
 * A stored record as it is believed. One of an older or newer version, or one that was tampered with, is never dropped: it
 * becomes `unknown`, with whatever of it can be read.
 */
export function readRecord(value: unknown): OperationRecord {
  const source = isObject(value) ? value : {};
  const believed = Object.entries(checks).filter(
    ([name, check]) => source[name] !== undefined && check(source[name]),
  );
  const fields: Partial<OperationRecord> = Object.fromEntries(believed.map(([name]) => [name, source[name]]));
  const isWhole = Object.entries(checks).every(([name, check]) => check(source[name]));
  return isWhole ? (fields as OperationRecord) : salvage(fields);
}

function salvage(fields: Partial<OperationRecord>): OperationRecord {
  const { error: _, message: __, resolution: ___, status: ____, endedAt: _____, ...kept } = fields;
  return {
    id: '',
    seq: 0,
    lock: '',
    kind: 'pay',
    terminalId: '',
    flowKey: 'default',
    createdAt: 0,
    ...kept,
    v: 1,
    phase: 'unknown',
    reason: 'reloaded',
    anomalies: ['unreadable-record'],
    seenProcessing: false,
  };
}
