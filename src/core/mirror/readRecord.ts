import { ContractError, HttpError, isOperationStateAtGateway, type PaymentsError } from '../errors.ts';
import type { OrderFigures, OrderLeg } from '../operations/terminalOperation.ts';
import type { RecordedOrder } from '../operations/orders.ts';
import type {
  OperationHistory,
  RecordedOperation,
  RecordPage,
  RecordedReport,
  RecordedTransaction,
  ReportLeg,
  ReportRow,
  TimelineEntry,
} from '../operations/recorded.ts';
import { type OlderVersionReportRow, withAllFigures } from '../operations/reportRows.ts';
import type { Closing, ClosingCorrections, CorrectedClosing } from '../operations/closings.ts';
import { checksByField, type OperationFieldType, recordedFieldTypes } from '../operations/operationFields.ts';
import { phases, resolutionBases } from '../operations/terminalOperation.ts';
import type { AllowedOperation, AllowedOperationReason } from '../operations/allowedOperations.ts';
import { isId } from '../wire/check.ts';
import { processingStatuses } from '../wire/message.ts';
import { readServiceMessage } from '../wire/errorBody.ts';
import { assertObject, fieldPath, isObject, tryParseJsonWithLongIntegersAsText } from '../wire/read.ts';
import { readGatewayRefusal } from './gatewayProtocol.ts';
import { moneyOperations } from '../wire/routes.ts';

/** Returns the value if it is a `Value`. Otherwise throws `contract` with the path of the wrong field. */
export type Reader<Value> = (value: unknown, path: string) => Value;

const is =
  <Value>(isRight: (value: unknown) => boolean): Reader<Value> =>
  (value, path) => {
    if (!isRight(value)) throw new ContractError(path, value === undefined ? 'is missing' : wrongType);
    return value as Value;
  };
const wrongType = 'has a type or a value that this page does not know';

const text = /*#__PURE__*/ is<string>((value) => typeof value === 'string');
const id = /*#__PURE__*/ is<string>(isId);
const flag = /*#__PURE__*/ is<boolean>((value) => typeof value === 'boolean');
const cents = /*#__PURE__*/ is<number>(Number.isSafeInteger);
const count = /*#__PURE__*/ is<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0);
const time = /*#__PURE__*/ is<number>(Number.isFinite);
const among = <Name>(...names: readonly Name[]) => is<Name>((value) => names.includes(value as Name));

const optional =
  <Value>(read: Reader<Value>): Reader<Value | undefined> =>
  (value, path) =>
    value === undefined || value === null ? undefined : read(value, path);

const list =
  <Item>(read: Reader<Item>): Reader<Item[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new ContractError(path, wrongType);
    return value.map((item, index) => read(item, `${path}[${index}]`));
  };

/** Reads an object with these fields. Other fields are ignored: a newer gateway may send more. */
const record =
  <Value extends object>(fields: { [Field in keyof Value]-?: Reader<Value[Field]> }): Reader<Value> =>
  (value, path) => {
    const source = assertObject(value, path);
    const read = Object.entries<Reader<unknown>>(fields).map(
      ([name, readField]) => [name, readField(source[name], fieldPath(path, name))] as const,
    );
    return Object.fromEntries(read.filter(([, field]) => field !== undefined)) as Value;
  };

const kind = /*#__PURE__*/ among(...moneyOperations);
const phase = /*#__PURE__*/ among(...phases);
const basis = /*#__PURE__*/ among(...resolutionBases);

const isError = (value: unknown) =>
  isObject(value) && typeof value['code'] === 'string' && typeof value['shortMessage'] === 'string';

function createOperationReader(): Reader<RecordedOperation> {
  const readers: Record<OperationFieldType, Reader<unknown>> = {
    id,
    text,
    texts: list(text),
    flag,
    cents,
    time,
    kind,
    phase,
    status: among(...processingStatuses),
    error: is(isError),
    resolution: record({ charged: flag, basis }),
  };
  const fields = checksByField(recordedFieldTypes, readers, optional);
  return record({
    ...fields,
    seq: count,
    actor: optional(text),
    approvedBy: optional(text),
    isOwn: flag,
  }) as Reader<object> as Reader<RecordedOperation>;
}

export const readRecordedOperation = /*#__PURE__*/ createOperationReader();

const readAllowed = /*#__PURE__*/ record<AllowedOperation>({
  operation: kind as Reader<AllowedOperation['operation']>,
  allowed: flag,
  reason: optional(text as Reader<AllowedOperationReason>),
  maxCents: optional(cents),
  needsApproval: optional(text),
});

export const readRecordedTransaction = /*#__PURE__*/ record<RecordedTransaction>({
  pnRefNum: id,
  kind: among('pay', 'preAuth'),
  terminalId: id,
  provider: optional(text),
  status: among('complete'),
  authorizedCents: cents,
  capturedCents: cents,
  refundedCents: cents,
  settled: among<boolean | 'unknown'>(true, false, 'unknown'),
  currency: optional(text),
  createdAt: time,
  orderNumber: optional(text),
  leftCents: cents,
  isHeld: flag,
  allowed: list(readAllowed),
  operations: list(readRecordedOperation),
});

const readReportLeg = /*#__PURE__*/ record<ReportLeg>({ name: text, currency: text, count: cents, cents });

const readRowFields = /*#__PURE__*/ record<OlderVersionReportRow>({
  currency: optional(text),
  terminalId: id,
  kind,
  phase,
  count: cents,
  movedCount: optional(cents),
  amountCents: cents,
  movedCents: cents,
  tipCents: optional(cents),
});

const readReportRow: Reader<ReportRow> = (value, path) => withAllFigures(readRowFields(value, path));

export const readRecordedReport = /*#__PURE__*/ record<RecordedReport>({
  rows: list(readReportRow),
  unknown: list(readRecordedOperation),
  holds: list(readRecordedTransaction),
  // An older gateway sends no legs.
  legs: (value, path) => list(readReportLeg)(value ?? [], path),
});

const closingFields = {
  terminalId: id,
  number: count,
  from: time,
  to: time,
  at: time,
  actor: optional(text),
  report: readRecordedReport,
};

export const readClosing = /*#__PURE__*/ record<Closing>(closingFields);

export const readCorrectedClosing = /*#__PURE__*/ record<CorrectedClosing>({
  ...closingFields,
  corrections: optional(
    record<ClosingCorrections>({ rows: list(readReportRow), operations: list(readRecordedOperation) }),
  ),
});

export function readRecordPage<Item>(body: unknown, readItem: Reader<Item>): RecordPage<Item> {
  return record<RecordPage<Item>>({ items: list(readItem), cursor: optional(text) })(body, '');
}

const readLeg = /*#__PURE__*/ record<OrderLeg>({
  id,
  name: text,
  currency: text,
  cents,
  at: time,
  actor: optional(text),
});

const orderFields = {
  number: id,
  currency: /*#__PURE__*/ optional(text),
  totalCents: cents,
  paidCents: cents,
  pendingCents: cents,
  dueCents: cents,
  paidAt: /*#__PURE__*/ optional(time),
};

export const readOrderFigures = /*#__PURE__*/ record<OrderFigures>(orderFields);

export const readRecordedOrder = /*#__PURE__*/ record<RecordedOrder>({
  ...orderFields,
  operations: list(readRecordedOperation),
  legs: list(readLeg),
});

type Entries = { [Type in TimelineEntry['type']]?: Reader<object> };

const entries: Entries = {
  operation: /*#__PURE__*/ record({ from: optional(phase), to: phase }),
  anomaly: /*#__PURE__*/ record({ kind: text }),
  unresolved: /*#__PURE__*/ record({}),
  resolved: /*#__PURE__*/ record({ charged: flag, basis, note: optional(text) }),
  acknowledged: /*#__PURE__*/ record({}),
  approved: /*#__PURE__*/ record({}),
};

const readEntry: Reader<TimelineEntry | undefined> = (value, path) => {
  const { type, at, actor } = record({ type: text, at: time, actor: optional(text) })(value, path);
  const readMore = Object.hasOwn(entries, type) ? entries[type as TimelineEntry['type']] : undefined;
  // A newer gateway may send types that this page does not know.
  return readMore && ({ type, at, actor, ...readMore(value, path) } as TimelineEntry);
};

export function readOperationHistory(asked: string, body: unknown): OperationHistory {
  const source = assertObject(body, '');
  const { state } = source;
  if (source['id'] !== asked || !isOperationStateAtGateway(state))
    throw new ContractError('state', 'is unknown or belongs to another operation');
  const { timeline, ...read } = record<
    Pick<OperationHistory, 'operation' | 'now' | 'knownForMs' | 'isClosed'> & {
      timeline?: (TimelineEntry | undefined)[] | undefined;
    }
  >({
    operation: optional(readRecordedOperation),
    timeline: optional(list(readEntry)),
    now: optional(time),
    knownForMs: (value) => (Number.isFinite(value) ? Number(value) : 0),
    isClosed: (value) => value === true,
  })(source, '');
  if (read.operation && read.operation.id !== asked)
    throw new ContractError('operation', 'is another operation');
  const isKeptBack = state === 'not-seen' && source['answer'] !== undefined;
  return {
    ...read,
    state,
    timeline: (timeline ?? []).filter((entry) => entry !== undefined),
    error: isKeptBack ? keptBack(source['answer']) : undefined,
  };
}

/** The error of an operation that a lock or guard of the gateway refused. */
function keptBack(answer: unknown): PaymentsError {
  const { status, body } = isObject(answer) ? answer : {};
  const said = typeof body === 'string' ? tryParseJsonWithLongIntegersAsText(body) : undefined;
  return new HttpError({
    status: Number.isInteger(status) ? Number(status) : undefined,
    serviceMessage: readServiceMessage(said),
    operationState: 'not-seen',
    refusal: readGatewayRefusal(said),
  });
}
