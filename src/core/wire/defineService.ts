import { ConfigurationError, ContractError, InvalidInputError, PaymentsError } from '../errors.ts';
import { currencyDigits } from '../money/currency.ts';
import { centsOfDecimal, decimalText } from '../money/digits.ts';
import { type Check, fields, flag, integer, is, listOf, must, optional, string } from './check.ts';
import { readErrorBody, readRefusedFields } from './errorBody.ts';
import { isProcessingStatus, processingStatuses } from './message.ts';
import { isObject, type JsonObject, unwrap } from './read.ts';
import {
  assertPlainPath,
  joinPath,
  type OperationName,
  operationNames,
  dependsOnProvider,
  type Route,
  routeOf,
  withLeadingSlash,
} from './routes.ts';
import {
  contractService,
  type Dialect,
  type DialectCall,
  type RecordName,
  type RequestName,
  type Service,
  type ServiceDescription,
  type Translate,
  type WireName,
  type WireNames,
} from './service.ts';

/**
 * Describes a service once, for the client, the gateway and the sandbox: everything in which it differs from the contract. Throws
 * `configuration`, naming what cannot be.
 *
 * @example
 * const service = defineService({
 *   terminalPathPrefix: '/api/{provider}',
 *   providers: ['north', 'south'],
 *   statuses: { COMPLETE: 'complete', DECLINED: 'failed' },
 *   fields: { terminal: { id: '_id', name: 'nickname' } },
 * });
 */
export function defineService(description: ServiceDescription): Service {
  const checked = checkDescription(description, '', refuse);
  const { pages = {}, refusals } = checked;
  const { limit = contractService.pages.limit, most = contractService.pages.most } = pages;
  const service: Service = {
    description: Object.freeze(checked),
    amountScale: checked.amountScale,
    pages: { limit: Math.min(limit, most), most },
    route: (operation) => routeFor(checked, operation),
    needsProvider: operationNames.some((operation) => dependsOnProvider(routeFor(checked, operation))),
    isRefusal: refusals === undefined ? contractService.isRefusal : refusalRule(refusals),
    dialect: isContract(checked) ? undefined : createDialect(checked),
  };
  operationNames.forEach((operation) => assertRoute(checked, operation, service.route(operation)));
  return service;
}

function refuse(field: string, reason: string): never {
  const name = field || 'the description';
  throw new ConfigurationError(`service.${field}`, `defineService: ${name} ${reason}`);
}

const record = is(isObject, 'must be an object.');
const run = is(
  (value): value is Translate => typeof value === 'function',
  'must be a function (record, own) => record.',
);
const oneOf = <Value extends string>(...values: readonly Value[]) =>
  is((value): value is Value => values.some((known) => known === value), `must be ${listed(values)}.`);

const headerName = /*#__PURE__*/ must(
  string(),
  (name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name),
  'must be the name of a header.',
);
const filled = /*#__PURE__*/ must(string(), (text) => text.trim() !== '', 'must not be empty.');
const count = /*#__PURE__*/ must(
  integer('must be a whole number from 1.'),
  (most) => most >= 1,
  'must be a whole number from 1.',
);

// '' is the payload itself, as of a list that stands there bare.
const isName = (name: unknown) =>
  name === '' || (typeof name === 'string' && name.split('.').every((part) => part !== ''));

const wireName: Check<WireName> = (value, field, no) => {
  const names = Array.isArray(value) && value.length > 0 ? value : [value];
  if (value !== null && !names.every(isName))
    no(field, 'must be a name, with dots for a deeper one, or null.');
  return value as WireName;
};

/** A record whose names are of these, each checked alike. */
const someOf =
  <Value>(names: readonly string[], check: Check<Value>): Check<Record<string, Value | undefined>> =>
  (value, field, no) =>
    fields(Object.fromEntries(names.map((name) => [name, optional(check)])))(value, field, no);

/** Every record of the wire with its fields. */
export const recordFields: { readonly [Record in RecordName]: readonly (keyof WireNames<Record>)[] } = {
  terminal: ['id', 'name', 'serialNumber', 'model', 'provider', 'status', 'lastSeenAt'],
  accepted: ['msgIdentifier', 'pnRefNum'],
  message: ['msgIdentifier', 'status', 'pnRefNum', 'amount', 'tip', 'message'],
  paymentLink: [
    'id',
    'paymentLink',
    'paymentRequestId',
    'reference',
    'status',
    'paid',
    'amount',
    'totalAmount',
    'paidAmount',
    'createdAt',
    'customValues',
  ],
  page: ['items', 'total', 'page', 'limit'],
  error: ['message', 'errors'],
  refusedField: ['field', 'message'],
  request: [
    'terminalId',
    'amount',
    'receipt',
    'clientId',
    'orderNumber',
    'email',
    'phone',
    'customValues',
    'pnRefNum',
  ],
  linkRequest: [
    'amount',
    'taxes',
    'showBilling',
    'showShipping',
    'customValues',
    'attachments',
    'applyDiscount',
    'clientId',
  ],
  customValue: ['key', 'label', 'value', 'valueLabel'],
  query: ['page', 'limit', 'clientId', 'timezone'],
};

const answers = ['terminal', 'accepted', 'message', 'paymentLink', 'page', 'error'] as const;
const written = /*#__PURE__*/ operationNames.filter(
  (name) => name !== 'getProcessedMessage' && name !== 'uploadAttachments',
);

const checkFields: Check<object> = (value, field, no) =>
  fields(
    Object.fromEntries(
      Object.entries(recordFields).map(([name, names]) => [name, optional(someOf(names, wireName))]),
    ),
  )(value, field, no);

const checkStatuses: Check<object> = (value, field, no) => {
  for (const [word, status] of Object.entries(record(value, field, no))) {
    if (!isProcessingStatus(status))
      no(`${field}.${word}`, `must be ${listed(processingStatuses)}: what the word means.`);
  }
  return { ...(value as object) };
};

const route = /*#__PURE__*/ fields({
  method: optional(oneOf('GET', 'POST', 'PUT')),
  path: optional(
    is(
      (value): value is string => typeof value === 'string' || typeof value === 'function',
      'must be a path, or a function ({ provider }) => path.',
    ),
  ),
  headers: optional(flag),
});

const checkPayload: Check<unknown> = (value, field, no) =>
  typeof value === 'string' ? value : someOf(operationNames, string())(value, field, no);

const checkRefusals: Check<unknown> = (value, field, no) =>
  typeof value === 'function' ? value : listOf(integer('must be a status.'))(value, field, no);

const pages = /*#__PURE__*/ fields({ limit: optional(count), most: optional(count) });
const linkOptions = /*#__PURE__*/ fields({
  version: optional(oneOf('202104', 'v1')),
  amountUnit: optional(oneOf('minor', 'major')),
  sendsClientId: optional(flag),
});

const checkDescription = /*#__PURE__*/ fields({
  routes: optional(someOf(operationNames, route)),
  terminalPathPrefix: optional(string()),
  providers: optional(listOf(filled)),
  credentials: optional(listOf(headerName)),
  operationIdHeader: optional(headerName),
  pages: optional(pages),
  paymentLinks: optional(linkOptions),
  amountScale: optional(oneOf('iso', 'hundredths')),
  currency: optional(must(string(), (code) => /^[A-Z]{3}$/.test(code), 'must be an ISO 4217 code, as USD.')),
  statuses: optional(checkStatuses),
  fields: optional(checkFields),
  payload: optional(checkPayload),
  refusals: optional(checkRefusals),
  read: optional(someOf(answers, run)),
  speak: optional(someOf(answers, run)),
  write: optional(someOf(written, run)),
  hear: optional(someOf(written, run)),
} satisfies Record<keyof ServiceDescription, unknown>) as Check<ServiceDescription>;

function listed(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

function routeFor(
  { routes, terminalPathPrefix = '', paymentLinks }: ServiceDescription,
  operation: OperationName,
): Route {
  const chosen = routeOf(operation, paymentLinks?.version ?? '202104', routes);
  const { path } = chosen;
  if (!chosen.terminal || terminalPathPrefix === '') return chosen;
  const under = (tail: string) => joinPath(withLeadingSlash(terminalPathPrefix), tail);
  return { ...chosen, path: typeof path === 'string' ? under(path) : (context) => under(path(context)) };
}

function assertRoute({ providers }: ServiceDescription, operation: OperationName, { path }: Route): void {
  if (typeof path !== 'string') return;
  if (path.includes('{provider}') && !providers?.length) {
    refuse('providers', `is missing: the path of ${operation} is ${path}.`);
  }
  const plain = path.replace('{messageId}', 'id').replaceAll('{provider}', 'provider');
  const [left] = /\{.*?\}/.exec(plain) ?? [];
  if (left) refuse(`routes.${operation}`, `holds ${left}. Only {provider} and {messageId} are filled in.`);
  assertPlainPath(plain);
}

function refusalRule(refusals: NonNullable<ServiceDescription['refusals']>): Service['isRefusal'] {
  if (typeof refusals !== 'function') return (status) => refusals.includes(status);
  return (status, operation) => {
    try {
      const said: unknown = refusals(status, operation);
      return said === true;
    } catch {
      return false; // a rule that breaks proves nothing
    }
  };
}

// Of a list that does not say its size it has to be known how many were asked for.
function isContract({
  fields: names,
  payload,
  statuses,
  read,
  write,
  paymentLinks,
  pages: sizes,
}: ServiceDescription) {
  const hasOwn = [names, payload, statuses, read, write, sizes].some((part) => part !== undefined);
  return !hasOwn && paymentLinks?.amountUnit !== 'major';
}

/** What lies at a path of names. Own fields only: a body may hold any name, `__proto__` too. */
export function valueAt(source: unknown, path: string): unknown {
  if (path === '') return source;
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      source,
    );
}

/** The object with a value at a path of names. */
export function withValueAt(target: JsonObject, path: string, value: unknown): JsonObject {
  const [name = '', ...deeper] = path.split('.');
  const inner = target[name];
  const put =
    deeper.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, deeper.join('.'), value);
  return { ...target, [name]: put };
}

function namesOf(name: WireName | undefined, field: string): readonly string[] {
  if (name === null) return [];
  return typeof name === 'string' ? [name] : (name ?? [field]);
}

function firstAt(source: unknown, names: readonly string[]): unknown {
  return names.map((name) => valueAt(source, name)).find((value) => value !== undefined && value !== null);
}

/** A record of the wire with the contract's names beside its own. */
export function fromWire(source: JsonObject, names: Partial<Record<string, WireName>> = {}): JsonObject {
  const read = Object.entries(names).map(([field, name]) => [field, firstAt(source, namesOf(name, field))]);
  return { ...source, ...Object.fromEntries(read) };
}

/** A record of the contract with the wire's names. */
export function toWire(source: JsonObject, names: Partial<Record<string, WireName>> = {}): JsonObject {
  return Object.entries(source).reduce<JsonObject>((wire, [field, value]) => {
    const [name] = namesOf(names[field], field);
    return name === undefined || value === undefined ? wire : withValueAt(wire, name, value);
  }, {});
}

export function mapList(value: unknown, map: (item: JsonObject) => JsonObject): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? map(item) : item)) : value;
}

/** The name of the body that an operation is sent with. */
export const bodyOf = (operation: OperationName): 'request' | 'linkRequest' | 'query' => {
  if (operation === 'listTerminals' || operation === 'listPaymentLinks') return 'query';
  return operation === 'createPaymentLink' ? 'linkRequest' : 'request';
};

/** Where the payload of an answer lies; undefined where nobody said. */
export function payloadPath({ payload }: ServiceDescription, operation: OperationName): string | undefined {
  return typeof payload === 'string' ? payload : payload?.[operation];
}

/** How many decimals link amounts have on the wire; undefined where they are integers. */
export function linkDecimals(
  { amountScale, currency: usual, paymentLinks }: ServiceDescription,
  currency = usual ?? '',
): number | undefined {
  if (paymentLinks?.amountUnit !== 'major') return undefined;
  return amountScale === 'hundredths' ? 2 : currencyDigits(currency);
}

export function createDialect(description: ServiceDescription): Dialect {
  const { fields: names = {}, read = {}, write = {}, statuses = {} } = description;
  const words = new Map(processingStatuses.map((status) => [status as string, status]));
  for (const [word, status] of Object.entries(statuses)) words.set(word.toLowerCase(), status);

  const meaningOf = (word: unknown) =>
    typeof word === 'string' ? (words.get(word.trim().toLowerCase()) ?? word) : word;
  const ownCustomValues = (list: unknown) => mapList(list, (item) => fromWire(item, names.customValue));

  const own: Record<AnswerName, (source: JsonObject, call?: DialectCall) => JsonObject> = {
    terminal(source) {
      const terminal = fromWire(source, names.terminal);
      // The contract takes an id under another name too; the described one counts.
      return names.terminal?.id === undefined ? terminal : { ...terminal, terminalId: terminal['id'] };
    },
    accepted: (source) => fromWire(source, names.accepted),
    message(source) {
      const message = fromWire(source, names.message);
      return { ...message, status: meaningOf(message['status']) };
    },
    paymentLink(source, call) {
      const link = fromWire(source, names.paymentLink);
      const decimals = linkDecimals(description, call?.currency);
      const amounts = decimals === undefined ? {} : inCents(link, decimals);
      return { ...link, ...amounts, customValues: ownCustomValues(link['customValues']) };
    },
    page: (body) => body,
    error(source) {
      const error = fromWire(source, names.error);
      return { ...error, errors: mapList(error['errors'], (item) => fromWire(item, names.refusedField)) };
    },
  };

  /** The path of a refused field as the contract calls it. */
  const contractPath = (path: string, within: RecordName): string => {
    const isAbout = (name: string) =>
      path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
    const [wire, head] = Object.entries<WireName | undefined>(names[within] ?? {})
      .flatMap(([field, name]) => namesOf(name, field).map((one) => [one, field] as const))
      .filter(([name]) => isAbout(name))
      .reduce((longest, one) => (one[0].length > longest[0].length ? one : longest), ['', ''] as const);
    const field = head || (/^\w*/.exec(path)?.[0] ?? '');
    const rest = path.slice((wire || field).length);
    const [, index, inner] = /^(\[\d+\]\.|\.\d+\.)(.+)$/.exec(rest) ?? [];
    if (field !== 'customValues' || index === undefined || inner === undefined) return field + rest;
    return `${field}${index}${contractPath(inner, 'customValue')}`;
  };

  const readRecord = (name: AnswerName, value: unknown, call?: DialectCall): unknown => {
    if (!isObject(value)) return value;
    const ours = (source: JsonObject) => own[name](source, call);
    const theirs = read[name];
    return theirs ? translated(name, () => theirs(value, ours)) : ours(value);
  };

  const payloadIn = (operation: OperationName, body: unknown): unknown => {
    const path = payloadPath(description, operation);
    return path === undefined ? unwrap(body).value : (valueAt(body, path) ?? body);
  };

  const readPage = (operation: OperationName, body: unknown, call: DialectCall = {}): unknown => {
    const item = operation === 'listTerminals' ? 'terminal' : 'paymentLink';
    const page = (whole: unknown): JsonObject => {
      const inside = payloadIn(operation, whole);
      const at = (field: keyof NonNullable<typeof names.page>) => {
        const wire = namesOf(names.page?.[field], field);
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
    const { items } = told;
    return {
      ...told,
      items: Array.isArray(items) ? items.map((one: unknown) => readRecord(item, one, call)) : items,
    };
  };

  return {
    write(operation, request, { currency } = {}) {
      const body = bodyOf(operation);
      const ours = (asked: JsonObject) => {
        const decimals = body === 'linkRequest' ? linkDecimals(description, currency) : undefined;
        const counted = decimals === undefined ? asked : inMajorUnits(asked, decimals);
        const customValues = mapList(counted['customValues'], (item) => toWire(item, names.customValue));
        return toWire({ ...counted, customValues }, names[body]);
      };
      const theirs = write[operation as RequestName];
      if (!theirs) return ours(request);
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
      if (isObject(told)) return told;
      throw broken('gave no record');
    },
    read(operation, body, call) {
      if (operation === 'listTerminals' || operation === 'listPaymentLinks')
        return readPage(operation, body, call);
      const value = payloadIn(operation, body);
      if (operation === 'uploadAttachments') return value;
      // A record may have a field of its own that is called data.
      return { data: readRecord(answerOf(operation), value, call) };
    },
    readError(operation, body) {
      const error = readRecord('error', body);
      if (!isObject(error)) return error;
      const refused = readRefusedFields(error);
      if (refused.length === 0) return error;
      const errors = refused.map((item) => ({ ...item, field: contractPath(item.field, bodyOf(operation)) }));
      return { ...error, message: readErrorBody(error), errors };
    },
  };
}

type AnswerName = (typeof answers)[number];

/** The record that an operation which moves money, or is about one thing, is answered with. */
export function answerOf(operation: OperationName): 'accepted' | 'message' | 'paymentLink' {
  if (operation === 'getProcessedMessage') return 'message';
  return operation === 'createPaymentLink' ? 'paymentLink' : 'accepted';
}

function translated(name: AnswerName, read: () => unknown): JsonObject {
  let result: unknown;
  try {
    result = read();
  } catch (cause) {
    if (cause instanceof ContractError) throw cause;
    throw new ContractError('', `was refused by read.${name} of the description`, cause);
  }
  if (isObject(result)) return result;
  throw new ContractError('', `was read as nothing by read.${name} of the description`);
}

/** The amounts of a link in cents; undefined where the service's value is not an exact amount. */
function inCents(link: JsonObject, decimals: number): JsonObject {
  const cents = ['amount', 'totalAmount', 'paidAmount'].map((field) => [
    field,
    centsOfDecimal(link[field], decimals),
  ]);
  return Object.fromEntries(cents) as JsonObject;
}

/** A link's request with its amounts in the main unit, as JSON numbers: 1250 is 12.5. Throws for what no number says exactly. */
function inMajorUnits(request: JsonObject, decimals: number): JsonObject {
  const major = (field: string) => {
    const cents = request[field];
    if (typeof cents !== 'number') return {};
    const number = Number(decimalText(cents, decimals));
    if (centsOfDecimal(number, decimals) === cents) return { [field]: number };
    throw new InvalidInputError(field, 'is too large to be sent in the main unit.', 'createPaymentLink');
  };
  return { ...request, ...major('amount'), ...major('taxes') };
}
