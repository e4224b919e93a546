import type { Closing, CorrectedClosing } from '../core/operations/closings.ts';
import type { RecordedOrder } from '../core/operations/orders.ts';
import type {
  OperationWithTimeline,
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  RecordPage,
} from '../core/operations/recorded.ts';
import { isObject, type JsonObject } from '../core/wire/read.ts';
import { areTexts, assertShape, isListOf } from './listQuery.ts';

const integers = (item: JsonObject, names: readonly string[]) =>
  names.every((name) => Number.isSafeInteger(item[name]));

const isOperation = (item: unknown) =>
  isObject(item) &&
  ['id', 'kind', 'phase', 'terminalId'].every((name) => typeof item[name] === 'string') &&
  areTexts(item, ['orderNumber', 'pnRefNum', 'currency', 'actor']) &&
  Number.isFinite(item['createdAt']);

const isTransaction = (item: unknown) =>
  isObject(item) &&
  ['pnRefNum', 'kind', 'terminalId'].every((name) => typeof item[name] === 'string') &&
  areTexts(item, ['orderNumber', 'provider', 'currency']) &&
  integers(item, ['authorizedCents', 'capturedCents', 'refundedCents', 'leftCents']) &&
  Number.isFinite(item['createdAt']) &&
  isListOf(item['allowed'], isObject) &&
  isListOf(item['operations'], isOperation);

const isReportRow = (item: unknown) =>
  isObject(item) &&
  ['terminalId', 'kind', 'phase'].every((name) => typeof item[name] === 'string') &&
  areTexts(item, ['currency']) &&
  integers(item, ['count', 'movedCount', 'amountCents', 'movedCents', 'tipCents']);

const isReport = (data: unknown) =>
  isObject(data) &&
  isListOf(data['rows'], isReportRow) &&
  isListOf(data['unknown'], isOperation) &&
  isListOf(data['holds'], isTransaction);

const isClosing = (item: unknown) =>
  isObject(item) &&
  typeof item['terminalId'] === 'string' &&
  areTexts(item, ['actor']) &&
  integers(item, ['number', 'from', 'to', 'at']) &&
  isReport(item['report']);

const areCorrections = (data: unknown) =>
  isObject(data) && isListOf(data['rows'], isReportRow) && isListOf(data['operations'], isOperation);

const isOrder = (data: unknown) =>
  isObject(data) &&
  typeof data['number'] === 'string' &&
  integers(data, ['totalCents', 'paidCents', 'pendingCents', 'dueCents']) &&
  isListOf(data['operations'], isOperation) &&
  isListOf(data['legs'], (leg) => isObject(leg) && integers(leg, ['cents']));

const isEntry = (item: unknown) =>
  isObject(item) && typeof item['type'] === 'string' && Number.isFinite(item['at']);

const isPageOf = (data: unknown, isItem: (item: unknown) => boolean) =>
  isObject(data) && areTexts(data, ['cursor']) && isListOf(data['items'], isItem);

export const validOperationPage = (data: RecordPage<RecordedOperation>) =>
  assertShape(data, isPageOf(data, isOperation));

export const validOperation = (data: OperationWithTimeline) =>
  assertShape(data, isObject(data) && isOperation(data.operation) && isListOf(data.timeline, isEntry));

export const validTransactionPage = (data: RecordPage<RecordedTransaction>) =>
  assertShape(data, isPageOf(data, isTransaction));

export const validTransaction = (data: RecordedTransaction) => assertShape(data, isTransaction(data));

export const validClosingPage = (data: RecordPage<Closing>) => assertShape(data, isPageOf(data, isClosing));

export const validClosing = (data: CorrectedClosing) =>
  assertShape(data, isClosing(data) && (data.corrections === undefined || areCorrections(data.corrections)));

export const validOrder = (data: RecordedOrder) => assertShape(data, isOrder(data));

export const validReport = (data: RecordedReport) => assertShape(data, isReport(data));
