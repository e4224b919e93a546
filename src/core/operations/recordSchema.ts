import * as z from 'zod/mini';
import { moneyOperations } from '../contract/operationName.ts';
import { processingStatuses } from '../contract/processedMessage.ts';
import type { OperationRecord } from './journal.ts';

const text = () => z.string().check(z.maxLength(1000));
const time = () => z.number();

const recordSchema = z.object({
  v: z.literal(1),
  id: text(),
  seq: z.int(),
  lock: text(),
  kind: z.enum(moneyOperations),
  phase: z.enum(['sending', 'waiting', 'complete', 'failed', 'rejected', 'unknown', 'resolved']),
  status: z.optional(z.enum(processingStatuses)),
  reason: z.optional(
    z.enum([
      'no-response',
      'bad-response',
      'conflict',
      'http-error',
      'redirect',
      'reloaded',
      'service-timeout',
      'stopped',
      'max-wait',
      'gone',
      'unrecognised-status',
      'contradiction',
      'duplicate-id',
    ]),
  ),
  terminalId: text(),
  provider: z.optional(text()),
  amountCents: z.optional(z.int()),
  orderNumber: z.optional(text()),
  msgIdentifier: z.optional(text()),
  pnRefNum: z.optional(text()),
  message: z.optional(text()),
  error: z.optional(
    z.object({
      code: z.enum([
        'configuration',
        'invalid-input',
        'unanswered',
        'http',
        'contract',
        'rate-limited',
        'unauthorized',
        'aborted',
        'too-large',
        'storage',
        'upload',
      ]),
      shortMessage: text(),
      serviceMessage: z.optional(text()),
      status: z.optional(z.number()),
      field: z.optional(text()),
      retryAfterMs: z.optional(z.number()),
    }),
  ),
  resolution: z.optional(
    z.object({ charged: z.boolean(), basis: z.enum(['terminal-screen', 'receipt', 'back-office', 'other']) }),
  ),
  anomalies: z.array(text()),
  seenProcessing: z.boolean(),
  flowKey: text(),
  scope: z.optional(text()),
  createdAt: time(),
  acceptedAt: z.optional(time()),
  endedAt: z.optional(time()),
  lastCheckedAt: z.optional(time()),
  archivedAt: z.optional(time()),
});

/**
 * A stored record as it is believed. One of an older or newer version, or one that was tampered with, is never dropped: it
 * becomes `unknown`, with whatever of it can be read.
 */
export function readRecord(value: unknown): OperationRecord {
  const read = recordSchema.safeParse(value);
  return read.success ? read.data : salvage(value);
}

function salvage(value: unknown): OperationRecord {
  const source: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const keep = <Name extends keyof typeof recordSchema.shape>(name: Name) => {
    const field = recordSchema.shape[name].safeParse(source[name]);
    return field.success ? (field.data as z.output<(typeof recordSchema.shape)[Name]>) : undefined;
  };
  return {
    v: 1,
    id: keep('id') ?? '',
    seq: keep('seq') ?? 0,
    lock: keep('lock') ?? '',
    kind: keep('kind') ?? 'pay',
    phase: 'unknown',
    reason: 'reloaded',
    terminalId: keep('terminalId') ?? '',
    provider: keep('provider'),
    amountCents: keep('amountCents'),
    orderNumber: keep('orderNumber'),
    msgIdentifier: keep('msgIdentifier'),
    pnRefNum: keep('pnRefNum'),
    anomalies: ['unreadable-record'],
    seenProcessing: false,
    flowKey: keep('flowKey') ?? 'default',
    scope: keep('scope'),
    createdAt: keep('createdAt') ?? 0,
    acceptedAt: keep('acceptedAt'),
  };
}
