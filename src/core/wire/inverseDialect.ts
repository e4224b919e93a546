import { ConfigurationError } from '../errors.ts';
import { centsOfDecimal } from '../money/decimals.ts';
import {
  answerObjectNameOf,
  withContractNames,
  withAmountsInMajorUnits,
  linkDecimalsIfMajorUnit,
  linkAmountFields,
  mapObjectsIfList,
  toWireNames,
  withValueAtPath,
} from './dialect.ts';
import { readServiceMessage } from './errorBody.ts';
import { readAcceptedMessage, readProcessedMessage } from './message.ts';
import {
  requestObjectNameOf,
  answerPayloadPath,
  requestWireNamesWithFields,
  wireNamesOfField,
} from './names.ts';
import { readListPage } from './listPage.ts';
import { readPaymentLinkWithUncheckedAddress } from './paymentLink.ts';
import { withoutUndefinedFields, isObject, type JsonObject, unwrapDataWithPath } from './read.ts';
import { pathDependsOnProvider, type OperationName, contractOperationNames } from './routes.ts';
import type {
  AnswerObjectName,
  OperationWithTranslatableRequest,
  Service,
  ServiceDescription,
  TranslateObject,
  WireName,
} from './service.ts';
import { readTerminal } from './terminal.ts';

/**
 * The inverse of a dialect, for a sandbox: reads requests and writes answers as the described service does. Throws
 * `configuration` if the description has a function without its inverse, naming it.
 */
export function createInverseDialect({ description, route }: Service) {
  assertInvertible(description, route);
  const { fields: names = {}, statuses = {}, speak = {}, hear = {} } = description;

  const wordOf = (status: unknown) =>
    Object.entries(statuses).find(([, meaning]) => meaning === status)?.[0] ?? status;

  const own = {
    terminal: (value: JsonObject) => toWireNames(value, names.terminal),
    accepted: (value: JsonObject) => toWireNames(value, names.accepted),
    message: (value: JsonObject) => toWireNames({ ...value, status: wordOf(value['status']) }, names.message),
    paymentLink(value: JsonObject) {
      const decimals = linkDecimalsIfMajorUnit(description);
      const counted =
        decimals === undefined ? value : withAmountsInMajorUnits(value, linkAmountFields, decimals);
      const customValues = mapObjectsIfList(value['customValues'], (item) =>
        toWireNames(item, names.customValue),
      );
      return toWireNames({ ...counted, customValues }, names.paymentLink);
    },
    error: (value: JsonObject) => {
      const errors = mapObjectsIfList(value['errors'], (item) => toWireNames(item, names.refusedField));
      return toWireNames({ ...value, errors }, names.error);
    },
  };

  /** Converts one record, without the object around it, to the service's names. */
  const writeRecord = (name: keyof typeof own, value: unknown): unknown => {
    const isOwn = !names[name] && !speak[name] && (name === 'terminal' || name === 'accepted');
    if (!isObject(value) || Object.keys(value).length === 0 || isOwn) return value;
    const told = plain[name](value);
    return speak[name]?.(told, own[name]) ?? own[name](told);
  };

  const inPayload = (operation: OperationName, value: unknown): unknown => {
    const path = answerPayloadPath(description, operation) ?? 'data';
    return path === '' || value === undefined ? value : withValueAtPath({}, path, value);
  };

  const speakPage = (operation: OperationName, body: unknown): unknown => {
    const name = operation === 'listTerminals' ? 'terminal' : 'paymentLink';
    const page = readListPage(body, (item) => writeRecord(name, item), { page: 1, limit: 25 });
    const ours = ({ items, ...counts }: JsonObject): JsonObject => {
      const { items: listName = 'items', ...others } = names.page ?? {};
      const around = toWireNames(counts, others);
      if (listName === '') {
        const list = inPayload(operation, items);
        return isObject(list) ? { ...list, ...around } : (list as JsonObject);
      }
      return inPayload(operation, toWireNames({ ...counts, items }, names.page)) as JsonObject;
    };
    return speak.page?.({ ...page }, ours) ?? ours({ ...page });
  };

  const wireNameOf = (operation: OperationName, field: unknown): unknown =>
    requestWireNamesWithFields(description, operation).find(([, known]) => known === field)?.[0] ?? field;

  const fromQuery = (asked: JsonObject): JsonObject => {
    const inContract = new Map(requestWireNamesWithFields(description, 'listTerminals'));
    return Object.fromEntries(
      Object.entries(asked).map(([name, value]) => [inContract.get(name) ?? name, value]),
    );
  };

  return {
    /** Converts a request's body or query to the contract's names. Fields that are not described stay. */
    readRequest(operation: OperationName, request: JsonObject): JsonObject {
      const body = requestObjectNameOf(operation);
      const ours: TranslateObject = (asked) => {
        if (body === 'query') return fromQuery(asked);
        const heard = heardFrom(asked, names[body] ?? {});
        const customValues = mapObjectsIfList(heard['customValues'], (item) =>
          heardFrom(item, names.customValue ?? {}),
        );
        const decimals = body === 'linkRequest' ? linkDecimalsIfMajorUnit(description) : undefined;
        const cents = decimals === undefined ? {} : inCents(heard, decimals);
        return withoutUndefinedFields({ ...heard, ...cents, customValues });
      };
      const theirs = hear[operation as OperationWithTranslatableRequest];
      return theirs ? theirs(request, (asked) => ours(asked, (same) => same)) : ours(request, (same) => same);
    },
    /** Converts a 2xx answer of the contract to the service's names. */
    writeAnswer(operation: OperationName, body: unknown): unknown {
      if (operation === 'listTerminals' || operation === 'listPaymentLinks')
        return speakPage(operation, body);
      if (body === undefined) return undefined;
      const { value } = unwrapDataWithPath(body);
      if (operation === 'uploadAttachments') return inPayload(operation, value);
      // The answer to close batch may name no message. Then its names are not converted.
      const isUnnamed = operation === 'closeBatch' && isObject(value) && !('msgIdentifier' in value);
      return inPayload(operation, isUnnamed ? value : writeRecord(answerObjectNameOf(operation), value));
    },
    writeError(operation: OperationName, body: unknown): unknown {
      if (!isObject(body)) return body;
      const errors = mapObjectsIfList(body['errors'], (item) => ({
        ...item,
        field: wireNameOf(operation, item['field']),
      }));
      return writeRecord('error', { ...body, errors });
    },
    writeRecord,
  };
}

/** Reduces a contract record to the contract's fields, each under its main name. */
const plain: Record<Exclude<AnswerObjectName, 'page'>, (value: JsonObject) => JsonObject> = {
  terminal: (value) => without(readTerminal(value, ''), 'raw'),
  accepted: (value) => without(readAcceptedMessage(value), 'raw'),
  message(value) {
    const { serviceMessage, ...message } = readProcessedMessage(value);
    return { ...without(message, 'raw'), message: serviceMessage };
  },
  paymentLink(value) {
    const { amountCents, totalAmountCents, paidAmountCents, ...link } = readPaymentLinkWithUncheckedAddress(
      value,
      '',
    );
    const amounts = { amount: amountCents, totalAmount: totalAmountCents, paidAmount: paidAmountCents };
    return { ...without(link, 'raw'), ...amounts };
  },
  error: ({ errors, ...error }) => ({ message: readServiceMessage({ ...error, errors }), errors }),
};

function missing(field: string, of: string): never {
  throw new ConfigurationError(
    `service.${field}`,
    `defineService: ${field} is missing. A sandbox or an OpenAPI document of this service needs it beside ${of}.`,
  );
}

function assertInvertible(description: ServiceDescription, route: Service['route']): void {
  const { read = {}, speak = {}, write = {}, hear = {}, providers } = description;
  for (const name of Object.keys(withoutUndefinedFields(read)))
    if (!(name in withoutUndefinedFields(speak))) missing(`speak.${name}`, `read.${name}`);
  for (const name of Object.keys(withoutUndefinedFields(write)))
    if (!(name in withoutUndefinedFields(hear))) missing(`hear.${name}`, `write.${name}`);
  const depends = contractOperationNames.find((operation) => pathDependsOnProvider(route(operation)));
  if (depends && !providers?.length) missing('providers', `the path of ${depends}`);
}

function without(record: object, field: string): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

/** Converts a wire record to the contract's names. Fields that are not described stay. */
function heardFrom(source: JsonObject, names: Partial<Record<string, WireName>>): JsonObject {
  const read = withContractNames(source, names);
  const taken = Object.entries(names).flatMap(([field, name]) =>
    wireNamesOfField(name, field).filter((wire) => wire !== field),
  );
  const rest = taken.reduce<JsonObject>((left, path) => withoutPath(left, path), source);
  const own = Object.keys(names).map((field) => [field, read[field]]);
  return withoutUndefinedFields({ ...rest, ...Object.fromEntries(own) });
}

/** Removes the value at a dotted path, and objects that are empty then. */
function withoutPath(source: JsonObject, path: string): JsonObject {
  const [name = '', ...deeper] = path.split('.');
  const inner = source[name];
  const left = deeper.length > 0 && isObject(inner) ? withoutPath(inner, deeper.join('.')) : {};
  return Object.keys(left).length > 0 ? { ...source, [name]: left } : without(source, name);
}

/** Converts amounts in the main unit to cents. An inexact amount stays as it is, and is refused later. */
function inCents(request: JsonObject, decimals: number): JsonObject {
  const amounts = ['amount', 'taxes'].flatMap((field) => {
    const cents = centsOfDecimal(request[field], decimals);
    return typeof request[field] === 'number' && cents !== undefined ? [[field, cents]] : [];
  });
  return Object.fromEntries(amounts) as JsonObject;
}
