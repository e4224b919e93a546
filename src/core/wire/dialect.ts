import { attempt, ConfigurationError, ContractError, InvalidInputError, PaymentsError } from '../errors.ts';
import { currencyDigits } from '../money/currency.ts';
import { centsOfDecimal, decimalTextOfCents } from '../money/decimals.ts';
import { readServiceMessage, readRefusedFields } from './errorBody.ts';
import { processingStatuses } from './message.ts';
import {
  requestObjectNameOf,
  wireNamesOfField,
  answerPayloadPath,
  contractFieldNames,
  requestWireNamesWithFields,
  bodyFieldsByMoneyOperation,
} from './names.ts';
import { isObject, type JsonObject, unwrapDataWithPath } from './read.ts';
import type { OperationName } from './routes.ts';
import type {
  AnswerObjectName,
  Dialect,
  CurrencyAndListQuery,
  OperationWithTranslatableRequest,
  ServiceDescription,
  ContractFieldNames,
  WireName,
  WireNamesByField,
} from './service.ts';

/** A status word in the form in which words are compared. */
export const normalizeStatusWord = (word: string) => word.trim().toLowerCase();

/** The value at a dotted path. `payments.0` is the first item of a list. Reads own fields only: a body may hold `__proto__`. */
export function valueAtPath(source: unknown, path: string): unknown {
  if (path === '') return source;
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as JsonObject)[name]
          : undefined,
      source,
    );
}

/** A copy of the object with a value at a dotted path, or at a path given as a list of names. */
export function withValueAtPath(
  target: JsonObject,
  path: string | readonly string[],
  value: unknown,
): JsonObject {
  const [name = '', ...deeper] = typeof path === 'string' ? path.split('.') : path;
  const inner = target[name];
  const put = deeper.length === 0 ? value : withValueAtPath(isObject(inner) ? inner : {}, deeper, value);
  return { ...target, [name]: put };
}

function firstAt(source: unknown, names: readonly string[]): unknown {
  const found = names.map((name) => valueAtPath(source, name) ?? undefined);
  // An empty text counts only if no other name of the field has a value.
  return found.find((value) => value !== undefined && value !== '') ?? found.find((value) => value === '');
}

/** A copy of a service's record in which each field that `names` describes also stands under its name in the contract. */
export function withContractNames(
  source: JsonObject,
  names: Partial<Record<string, WireName>> = {},
): JsonObject {
  const read = Object.entries(names).map(([field, name]) => [
    field,
    firstAt(source, wireNamesOfField(name, field)),
  ]);
  return { ...source, ...Object.fromEntries(read) };
}

/** Converts a contract record to wire names. */
export function toWireNames(source: JsonObject, names: Partial<Record<string, WireName>> = {}): JsonObject {
  // If two fields have the same wire name, the field that the description names wins.
  const isDescribed = ([field]: [string, unknown]) => Number(names[field] !== undefined);
  const entries = Object.entries(source).toSorted((a, b) => isDescribed(a) - isDescribed(b));
  return entries.reduce<JsonObject>((wire, [field, value]) => {
    const [name] = wireNamesOfField(names[field], field);
    return name === undefined || value === undefined ? wire : withValueAtPath(wire, name, value);
  }, {});
}

/** Converts a contract query to wire names. In a query, a dot in a name does not mean a nested field. */
function toQuery(source: JsonObject, names: WireNamesByField<'query'> = {}): JsonObject {
  const named = Object.entries(source).flatMap(([field, value]) => {
    const [name] = wireNamesOfField(names[field as ContractFieldNames['query']], field);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}

export function mapObjectsIfList(value: unknown, map: (item: JsonObject) => JsonObject): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? map(item) : item)) : value;
}

/** How many decimals the service's link amounts have; undefined unless it counts them in the main unit (`major`). */
export function linkDecimalsIfMajorUnit(
  { amountScale, currency: usual, paymentLinks }: ServiceDescription,
  currency = usual ?? '',
): number | undefined {
  if (paymentLinks?.amountUnit !== 'major') return undefined;
  return amountScale === 'hundredths' ? 2 : currencyDigits(currency);
}

export function createDialect(description: ServiceDescription): Dialect {
  const { fields: names = {}, read = {} } = description;
  const own = createRecordReaders(description);
  const customValueNames = contractFieldNames.customValue.flatMap((field) =>
    wireNamesOfField(names.customValue?.[field], field).map((wire) => [wire, field] as const),
  );

  /** Converts the path of a refused field to the contract's names. */
  const contractPath = (path: string, operation: OperationName): string => {
    const { field, rest } = contractField(path, requestWireNamesWithFields(description, operation));
    const [, index, inner] = /^(\[\d+\]\.|\.\d+\.)(.+)$/.exec(rest) ?? [];
    if (field !== 'customValues' || index === undefined || inner === undefined) return field + rest;
    const ofValue = contractField(inner, customValueNames);
    return `${field}${index}${ofValue.field}${ofValue.rest}`;
  };

  const readRecord = (name: AnswerObjectName, value: unknown, call?: CurrencyAndListQuery): unknown => {
    if (!isObject(value)) return value;
    const ours = (source: JsonObject) => own[name](source, call);
    const theirs = read[name];
    return theirs ? translated(name, () => theirs(value, ours)) : ours(value);
  };

  const payloadIn = (operation: OperationName, body: unknown): unknown => {
    const path = answerPayloadPath(description, operation);
    if (path === undefined) return unwrapDataWithPath(body).value;
    // If the payload is missing, the whole body is read. Not for a payment: there the other fields may only repeat the
    // request.
    const isOfPayment = operation in bodyFieldsByMoneyOperation || operation === 'getProcessedMessage';
    const value = valueAtPath(body, path);
    return value === undefined && !isOfPayment ? body : value;
  };

  const readListPage = (
    operation: OperationName,
    body: unknown,
    call: CurrencyAndListQuery = {},
  ): unknown => {
    const item = operation === 'listTerminals' ? 'terminal' : 'paymentLink';
    const page = (whole: unknown): JsonObject => {
      const inside = payloadIn(operation, whole);
      const at = (field: keyof NonNullable<typeof names.page>) => {
        const wire = wireNamesOfField(names.page?.[field], field);
        return firstAt(inside, wire) ?? firstAt(whole, wire);
      };
      return {
        items: Array.isArray(inside) ? inside : at('items'),
        total: at('total'),
        page: at('page') ?? call.query?.page,
        limit: at('limit') ?? call.query?.limit,
      };
    };
    const theirs = read.page;
    const told = theirs && isObject(body) ? translated('page', () => theirs(body, page)) : page(body);
    const { items, total, page: number, limit } = told;
    return {
      total,
      page: number,
      limit,
      items: Array.isArray(items) ? items.map((one: unknown) => readRecord(item, one, call)) : items,
    };
  };

  return {
    write: (operation, request, { currency } = {}) =>
      writtenRequest(description, operation, request, currency),
    read(operation, body, call) {
      if (operation === 'listTerminals' || operation === 'listPaymentLinks')
        return readListPage(operation, body, call);
      const value = payloadIn(operation, body);
      if (operation === 'uploadAttachments') return value;
      // The code that reads this unwraps `data`. Without the wrapper it would unwrap a field `data` of the record.
      return { data: readRecord(answerObjectNameOf(operation), value, call) };
    },
    readError(operation, body) {
      const error = readRecord('error', body);
      if (!isObject(error)) return error;
      const refused = readRefusedFields(error);
      if (refused.length === 0) return error;
      const errors = refused.map((item) => ({ ...item, field: contractPath(item.field, operation) }));
      return { ...error, message: readServiceMessage(error), errors };
    },
  };
}

/** Returns, for each type of record, a function that converts the service's record to the contract's names. */
function createRecordReaders(description: ServiceDescription) {
  const { fields: names = {}, statuses = {} } = description;
  const words = new Map(processingStatuses.map((status) => [status as string, status]));
  for (const [word, status] of Object.entries(statuses)) words.set(normalizeStatusWord(word), status);

  const meaningOf = (word: unknown) => {
    const text = typeof word === 'number' ? String(word) : word;
    return typeof text === 'string' ? (words.get(normalizeStatusWord(text)) ?? text) : word;
  };
  const ownCustomValues = (list: unknown) =>
    mapObjectsIfList(list, (item) => withContractNames(item, names.customValue));

  const readers: Record<AnswerObjectName, (source: JsonObject, call?: CurrencyAndListQuery) => JsonObject> = {
    terminal(source) {
      const terminal = withContractNames(source, names.terminal);
      const { id, name } = names.terminal ?? {};
      const described = Object.values(names.terminal ?? {}).flat();
      // If the description uses `terminalId` for another field, that field is the id only if there is no `id` or `_id`.
      const isOther = id === undefined && described.includes('terminalId');
      // The contract accepts several names for `id` and `name`. The name in the description wins.
      return {
        ...terminal,
        ...(isOther && { terminalId: firstAt(source, ['id', '_id', 'terminalId']) }),
        ...(id !== undefined && { terminalId: terminal['id'], ...(!terminal['id'] && { _id: undefined }) }),
        ...(name !== undefined && { label: undefined, terminalName: undefined }),
      };
    },
    accepted: (source) => withContractNames(source, names.accepted),
    message(source) {
      const message = withContractNames(source, names.message);
      // The contract also accepts a sentence in `error` and `errors`. With `message: null` the service has none, so
      // both go.
      const sentences = names.message?.message === null && { error: undefined, errors: undefined };
      return { ...message, status: meaningOf(message['status']), ...sentences };
    },
    paymentLink(source, call) {
      // An empty answer also means that the link was created. It stays empty.
      if (Object.keys(source).length === 0) return source;
      const link = withContractNames(source, names.paymentLink);
      const decimals = linkDecimalsIfMajorUnit(description, call?.currency);
      const amounts = decimals === undefined ? {} : inCents(link, decimals);
      return { ...link, ...amounts, customValues: ownCustomValues(link['customValues']) };
    },
    page: (body) => body,
    error(source) {
      const error = withContractNames(source, names.error);
      const errors = mapObjectsIfList(error['errors'], (item) => withContractNames(item, names.refusedField));
      return { ...error, ...(names.error?.message === null && { error: undefined }), errors };
    },
  };
  return readers;
}

/** The contract's field that a path begins with, and the rest of the path. */
function contractField(path: string, fieldsOf: ReturnType<typeof requestWireNamesWithFields>) {
  const isAbout = (name: string) =>
    path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
  const [wire, head] = fieldsOf
    .filter(([name]) => isAbout(name))
    .reduce((longest, one) => (one[0].length > longest[0].length ? one : longest), ['', ''] as const);
  const field = head || (/^\w*/.exec(path)?.[0] ?? '');
  return { field, rest: path.slice((wire || field).length) };
}

/**
 * Throws `invalid-input` for a value in a field that the service does not have. Without its taxes, for example, a link
 * would be over another sum than the page shows. A refund without its amount would give back everything.
 */
function refuseAbsentFields(
  request: JsonObject,
  names: Partial<Record<string, WireName>>,
  operation: OperationName,
): void {
  for (const [field, name] of Object.entries(names)) {
    const value = request[field];
    const isGiven = Array.isArray(value) ? value.length > 0 : Boolean(value);
    if (name === null && isGiven && field !== 'clientId')
      throw new InvalidInputError(field, 'cannot be sent: the service has no such field.', operation);
  }
}

/** A request in the names of the service. Throws `configuration` if the description's own function fails. */
function writtenRequest(
  description: ServiceDescription,
  operation: OperationName,
  request: JsonObject,
  currency: string | undefined,
): JsonObject {
  const { fields: names = {}, write = {} } = description;
  const body = requestObjectNameOf(operation);
  const ours = (asked: JsonObject) => {
    if (body === 'query') return toQuery(asked, names.query);
    const decimals = body === 'linkRequest' ? linkDecimalsIfMajorUnit(description, currency) : undefined;
    const counted =
      decimals === undefined ? asked : withAmountsInMajorUnits(asked, ['amount', 'taxes'], decimals);
    const customValues = mapObjectsIfList(counted['customValues'], (item) =>
      toWireNames(item, names.customValue),
    );
    return toWireNames({ ...counted, customValues }, names[body]);
  };
  const theirs = write[operation as OperationWithTranslatableRequest];
  if (!theirs) {
    const { amount } = names.request ?? {};
    if (body !== 'query')
      refuseAbsentFields(request, body === 'request' ? { amount } : (names.linkRequest ?? {}), operation);
    return ours(request);
  }
  const broken = (what: string, cause?: unknown) =>
    new ConfigurationError(
      `service.write.${operation}`,
      `write.${operation} of the description ${what}. Nothing was sent.`,
      cause,
    );
  let told: unknown;
  try {
    told = theirs(request, ours);
  } catch (cause) {
    if (cause instanceof PaymentsError) throw cause;
    throw broken('threw', cause);
  }
  // A promise becomes `{}` in JSON: a refund without an amount could give back everything.
  if (told instanceof Promise) throw broken('is async');
  if (isObject(told) && attempt(() => JSON.stringify(told))) return told;
  throw broken('returned no object, or one that is no JSON');
}

/** The type of the record in an operation's answer. Do not call this for operations that answer a list, or for uploads. */
export function answerObjectNameOf(operation: OperationName): 'accepted' | 'message' | 'paymentLink' {
  if (operation === 'getProcessedMessage') return 'message';
  return operation === 'createPaymentLink' ? 'paymentLink' : 'accepted';
}

function translated(name: AnswerObjectName, read: () => unknown): JsonObject {
  let result: unknown;
  try {
    result = read();
  } catch (cause) {
    if (cause instanceof ContractError) throw cause;
    throw new ContractError('', `was not converted: read.${name} of the description threw`, cause);
  }
  if (isObject(result) && !(result instanceof Promise)) return result;
  throw new ContractError('', `was not converted: read.${name} of the description returned no object`);
}

export const linkAmountFields = ['amount', 'totalAmount', 'paidAmount'] as const;

/** The amounts of a link in cents; undefined if a value is no exact amount. */
function inCents(link: JsonObject, decimals: number): JsonObject {
  const cents = linkAmountFields.map((field) => [
    field,
    // A list or an object is no amount, although `String([5])` is "5".
    typeof link[field] === 'object' ? undefined : centsOfDecimal(link[field], decimals),
  ]);
  return Object.fromEntries(cents) as JsonObject;
}

/** Converts these amounts from cents to the main unit: 1250 becomes 12.5. Throws `invalid-input` if one is too large for that. */
export function withAmountsInMajorUnits(
  link: JsonObject,
  amounts: readonly string[],
  decimals: number,
): JsonObject {
  const major = amounts.flatMap((field) => {
    const cents = link[field];
    if (typeof cents !== 'number') return [];
    const number = Number(decimalTextOfCents(cents, decimals));
    if (centsOfDecimal(number, decimals) === cents) return [[field, number] as const];
    throw new InvalidInputError(field, 'is too large to be sent in the main unit.', 'createPaymentLink');
  });
  return { ...link, ...Object.fromEntries(major) };
}
