import { attempt, ConfigurationError } from '../errors.ts';
import {
  type Check,
  strictObjectOf,
  boolean,
  integer,
  checkThat,
  listOf,
  refine,
  optional,
  string,
} from './check.ts';
import { createDialect, normalizeStatusWord } from './dialect.ts';
import { isProcessingStatus, processingStatuses } from './message.ts';
import { assertWireNamesDiffer, contractFieldNames } from './names.ts';
import { isObject } from './read.ts';
import {
  assertPlainPath,
  pathDependsOnProvider,
  joinPath,
  requestRefersToTransaction,
  type OperationName,
  contractOperationNames,
  type Route,
  routeWithOverrides,
  contractRoutes,
  withLeadingSlash,
} from './routes.ts';
import {
  contractService,
  centsFromLinkAmount,
  type Service,
  type ServiceDescription,
  type TranslateObject,
  type WireName,
} from './service.ts';

/**
 * Describes how a service differs from the contract, once for client, gateway and sandbox. Throws `configuration`,
 * naming the wrong setting.
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
  assertWireNamesDiffer(checked, refuse);
  const { pages = {}, refusals } = checked;
  const { limit = contractService.pages.limit, most = contractService.pages.most } = pages;
  const service: Service = {
    description: Object.freeze(checked),
    amountScale: checked.amountScale,
    pages: { limit: Math.min(limit, most), most },
    credentials: checked.credentials ?? contractService.credentials,
    route: (operation) => routeFor(checked, operation),
    needsProvider: contractOperationNames.some((operation) =>
      pathDependsOnProvider(routeFor(checked, operation)),
    ),
    isRefusal: refusals === undefined ? contractService.isRefusal : refusalRule(refusals),
    linkCents: (amount, currency) => centsFromLinkAmount(checked, amount, currency),
    dialect: isContract(checked) ? undefined : createDialect(checked),
  };
  contractOperationNames.forEach((operation) => assertRoute(checked, operation, service.route(operation)));
  return service;
}

function refuse(field: string, reason: string): never {
  const name = field || 'the description';
  // The texts of the checks name a request, but here a description is checked.
  const said = reason.replace('of this request', 'of a description');
  throw new ConfigurationError(`service.${field}`, `defineService: ${name} ${said}`);
}

const record = checkThat(isObject, 'must be an object.');
const run = checkThat(
  (value): value is TranslateObject => typeof value === 'function',
  'must be a function (record, own) => record.',
);
const oneOf = <Value extends string>(...values: readonly Value[]) =>
  checkThat((value): value is Value => values.some((known) => known === value), `must be ${listed(values)}.`);

const headerName = /*#__PURE__*/ refine(
  string(),
  (name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name),
  'must be the name of a header.',
);
const filled = /*#__PURE__*/ refine(string(), (text) => text.trim() !== '', 'must not be empty.');
const count = /*#__PURE__*/ refine(
  integer('must be a whole number from 1.'),
  (most) => most >= 1,
  'must be a whole number from 1.',
);

// The name '' means the payload itself, as for a list without a wrapper.
const isName = (name: unknown): name is string =>
  typeof name === 'string' &&
  (name === '' || name.split('.').every((part) => part !== '' && part === part.trim()));
// A path with brackets, as `payments[0].amount`, would find no field. A missing amount counts as the full amount.
const isPath = (name: unknown): name is string => isName(name) && !/[[\]]/.test(name);
const wanted = 'must be a name, with dots for a deeper one (payments.0.amount), or null.';

const wireName =
  (isRight: (name: unknown) => boolean): Check<WireName> =>
  (value, field, no) => {
    const names = Array.isArray(value) && value.length > 0 ? value : [value];
    if (value !== null && !names.every(isRight)) no(field, wanted);
    return value as WireName;
  };

/** An object that may have any of these fields, each with the same check. */
const someOf =
  <Value>(names: readonly string[], check: Check<Value>): Check<Record<string, Value | undefined>> =>
  (value, field, no) =>
    strictObjectOf(Object.fromEntries(names.map((name) => [name, optional(check)])))(value, field, no);

const answers = ['terminal', 'accepted', 'message', 'paymentLink', 'page', 'error'] as const;
const written = /*#__PURE__*/ contractOperationNames.filter(
  (name) => name !== 'getProcessedMessage' && name !== 'uploadAttachments',
);

const checkFields: Check<object> = (value, field, no) =>
  strictObjectOf(
    Object.fromEntries(
      Object.entries(contractFieldNames).map(([name, names]) => [
        name,
        // A query may have brackets: `page[number]`.
        optional(someOf(names, wireName(name === 'query' ? isName : isPath))),
      ]),
    ),
  )(value, field, no);

const checkStatuses: Check<object> = (value, field, no) => {
  const seen = new Map<string, string>();
  for (const [word, status] of Object.entries(record(value, field, no))) {
    const earlier = seen.get(normalizeStatusWord(word));
    if (earlier !== undefined)
      no(
        `${field}.${word}`,
        `and ${field}.${earlier} are the same word, because case does not count. Remove one.`,
      );
    seen.set(normalizeStatusWord(word), word);
    if (!isProcessingStatus(status))
      no(`${field}.${word}`, `must be ${listed(processingStatuses)}: what the word means.`);
  }
  return { ...(value as object) };
};

const route = /*#__PURE__*/ strictObjectOf({
  method: optional(oneOf('GET', 'POST', 'PUT')),
  path: optional(
    checkThat(
      (value): value is string => typeof value === 'string' || typeof value === 'function',
      'must be a path, or a function ({ provider }) => path.',
    ),
  ),
  headers: optional(boolean),
});

const payloadPath = /*#__PURE__*/ refine(string(), isPath, wanted);
const checkPayload: Check<unknown> = (value, field, no) =>
  (typeof value === 'string' ? payloadPath : someOf(contractOperationNames, payloadPath))(value, field, no);

const checkRefusals: Check<unknown> = (value, field, no) =>
  typeof value === 'function' ? value : listOf(integer('must be a status.'))(value, field, no);

const pages = /*#__PURE__*/ strictObjectOf({ limit: optional(count), most: optional(count) });
const linkOptions = /*#__PURE__*/ strictObjectOf({
  version: optional(oneOf('202104', 'v1')),
  amountUnit: optional(oneOf('minor', 'major')),
  sendsClientId: optional(boolean),
});

const checkDescription = /*#__PURE__*/ strictObjectOf({
  routes: optional(someOf(contractOperationNames, route)),
  terminalPathPrefix: optional(string()),
  providers: optional(listOf(filled)),
  credentials: optional(listOf(headerName)),
  operationIdHeader: optional(headerName),
  pages: optional(pages),
  paymentLinks: optional(linkOptions),
  amountScale: optional(oneOf('iso', 'hundredths')),
  currency: optional(
    refine(string(), (code) => /^[A-Z]{3}$/.test(code), 'must be an ISO 4217 code, as USD.'),
  ),
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
  const chosen = routeWithOverrides(operation, paymentLinks?.version ?? '202104', routes);
  const { path } = chosen;
  if (!chosen.terminal || terminalPathPrefix === '') return chosen;
  const under = (tail: string) => joinPath(withLeadingSlash(terminalPathPrefix), tail);
  return { ...chosen, path: typeof path === 'string' ? under(path) : (context) => under(path(context)) };
}

function assertRoute(
  { providers }: ServiceDescription,
  operation: OperationName,
  { method, path }: Route,
): void {
  // A browser or proxy between client and service may repeat a GET: the request would arrive twice.
  if (method === 'GET' && contractRoutes[operation].method !== 'GET')
    refuse(`routes.${operation}.method`, "must be 'POST' or 'PUT': a GET may be repeated on its way.");
  const isPoll = operation === 'getProcessedMessage';
  const template = () => (typeof path === 'string' ? path : path({ provider: providers?.[0] }));
  // Without the id in the path, the service could answer a poll with the result of any payment.
  if (isPoll && attempt(() => template().includes('{messageId}')) === false)
    refuse(`routes.${operation}.path`, 'must hold {messageId}.');
  if (typeof path !== 'string') return;
  if (path.includes('{provider}') && !providers?.length) {
    refuse('providers', `is missing: the path of ${operation}, ${path}, needs it.`);
  }
  const own = isPoll ? '{messageId}' : requestRefersToTransaction(operation) ? '{pnRefNum}' : '';
  const plain = path.replace(own || '{provider}', 'id').replaceAll('{provider}', 'provider');
  const [left] = /\{.*?\}/.exec(plain) ?? [];
  if (left)
    refuse(`routes.${operation}`, `holds ${left}. Only {provider} ${own && `and ${own} `}can be filled in.`);
  assertPlainPath(plain);
}

function refusalRule(refusals: NonNullable<ServiceDescription['refusals']>): Service['isRefusal'] {
  if (typeof refusals !== 'function') return (status) => refusals.includes(status);
  // If the host's function throws, the refusal is not proven.
  return (status, operation) => attempt<unknown>(() => refusals(status, operation)) === true;
}

// Whether the service needs no dialect. With `pages` it needs one, to fill in the page size that a list does not state.
function isContract(description: ServiceDescription) {
  const converted = ['fields', 'payload', 'statuses', 'read', 'write', 'pages'] as const;
  const hasOwn = converted.some((name) => description[name] !== undefined);
  return !hasOwn && description.paymentLinks?.amountUnit !== 'major';
}
