import type { JsonObject } from '../core/wire/read.ts';
import {
  isMoneyOperation,
  type MoneyOperation,
  type OperationName,
  contractOperationNames,
  type Route,
} from '../core/wire/routes.ts';
import { contractService, type Service } from '../core/wire/service.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { simulatedOperations } from './simulatedOperations.ts';
import { createWireSchemas, type WireSchemas } from './wireSchemas.ts';

export interface OpenApiOptions {
  /** The result of `defineService`. Default: a service as docs/contract.md describes it. */
  service?: Service | undefined;
  /** The base URL of the service. */
  baseUrl?: string | undefined;
}

/** An OpenAPI 3.1 document, to be written as JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/**
 * Creates an OpenAPI document of a described service, for other languages and mock servers. Throws `configuration` if a
 * function of the description has no inverse.
 *
 * @example
 * await writeFile('openapi.json', JSON.stringify(createOpenApi({ service, baseUrl: 'https://pay.example' })));
 */
export function createOpenApi({ service = contractService, baseUrl }: OpenApiOptions = {}): OpenApiDocument {
  const { credentials } = service;
  const schemas = createWireSchemas(service);
  const paths: Record<string, Record<string, JsonObject>> = {};
  const placed = contractOperationNames.flatMap((operation) => addressesOf(service, operation));
  for (const { path, method, operations, provider } of merged(placed)) {
    paths[path] = {
      ...paths[path],
      [method]: operationObject(service, schemas, { path, operations, provider }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Card terminals and payment links',
      version: service.description.paymentLinks?.version ?? '202104',
      description:
        'A terminal operation has two steps: the request is accepted at once, and its result is polled by the message’s id. A request that moves money is sent once: after an answer that proves no refusal (x-proves-refusal), or without an answer, it is unknown whether it happened.',
    },
    ...(baseUrl && { servers: [{ url: baseUrl }] }),
    security: [Object.fromEntries(credentials.map((name) => [name, []]))],
    tags: [{ name: 'terminals' }, { name: 'payment links' }],
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: Object.fromEntries(
        credentials.map((name) => [name, { type: 'apiKey', in: 'header', name }]),
      ),
    },
  };
}

interface Address {
  path: string;
  method: string;
  /** The operations with this path and method; several if only the body tells them apart. */
  operations: OperationName[];
  /** The provider of the path, if each provider has a path of its own. */
  provider: string | undefined;
}

function addressesOf(service: Service, operation: OperationName): Address[] {
  const { path, method: verb } = service.route(operation);
  const method = verb.toLowerCase();
  if (typeof path === 'string') return [{ path, method, operations: [operation], provider: undefined }];
  return (service.description.providers ?? []).map((provider) => ({
    path: path({ provider }).replaceAll('{provider}', encodeURIComponent(provider)),
    method,
    operations: [operation],
    provider,
  }));
}

/** Joins entries with the same method and path: providers may share a path, operations may differ only in the body. */
function merged(addresses: readonly Address[]): Address[] {
  const byAddress = new Map<string, Address>();
  for (const address of addresses) {
    const key = `${address.method} ${address.path}`;
    const earlier = byAddress.get(key);
    const operations = [...new Set([...(earlier?.operations ?? []), ...address.operations])];
    byAddress.set(key, { ...address, operations, provider: earlier ? undefined : address.provider });
  }
  return [...byAddress.values()];
}

const otherSummaries: Record<Exclude<OperationName, MoneyOperation>, string> = {
  listTerminals: 'One page of the merchant’s terminals.',
  getProcessedMessage: 'What became of a terminal operation. At most 50 questions a minute.',
  listPaymentLinks: 'One page of the merchant’s payment links.',
  createPaymentLink: 'Makes a payment link. An answer without data says that it was made.',
  uploadAttachments: 'Stores a file. What it answers goes into the attachments of a new link.',
};

const summaryOf = (operation: OperationName): string =>
  isMoneyOperation(operation) ? simulatedOperations[operation].summary : otherSummaries[operation];

function operationObject(
  service: Service,
  schemas: WireSchemas,
  { path, operations, provider }: Pick<Address, 'path' | 'operations' | 'provider'>,
): JsonObject {
  const [operation] = operations as [OperationName];
  const route = service.route(operation);
  const bodies = operations.flatMap((name) => schemas.request(name) ?? []);
  const isQuery = operation === 'listTerminals' || operation === 'listPaymentLinks';
  const body =
    operation === 'uploadAttachments' ? files : isQuery || bodies.length === 0 ? undefined : json(...bodies);
  return {
    operationId: operations.join('_') + (provider === undefined ? '' : `_${provider.replace(/\W+/g, '_')}`),
    summary: operations.map(summaryOf).join(' Or: '),
    tags: [route.terminal ? 'terminals' : 'payment links'],
    ...(!route.headers && { security: [] }),
    parameters: [
      ...pathParameters(service, path),
      ...(isQuery ? queryParameters(bodies[0]?.schema) : []),
      ...(isMoneyOperation(operation) ? operationIdParameter(service) : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      '2XX': answered(service, schemas, operations),
      ...errorAnswers(service, schemas, operation, route),
    },
  };
}

/** The body of an upload: one part, named `files`. */
const files = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
      required: ['files'],
    },
  },
};

function json(...bodies: readonly { schema: JsonSchema; example: unknown }[]): JsonObject {
  const [first] = bodies;
  const schema = bodies.length === 1 ? first?.schema : { anyOf: bodies.map((body) => body.schema) };
  return { 'application/json': { schema, example: first?.example } };
}

function pathParameters({ description }: Service, path: string): JsonObject[] {
  const schema = { type: 'string' };
  const provider = { ...schema, enum: description.providers };
  const all = [
    { name: 'provider', description: 'Whose terminal it is.', schema: provider },
    { name: 'pnRefNum', description: 'The reference of the earlier transaction.', schema },
    { name: 'messageId', description: 'The id that the accepted answer gave.', schema },
  ];
  const used = all.filter(({ name }) => path.includes(`{${name}}`));
  return used.map((parameter) => ({ in: 'path', required: true, ...parameter }));
}

function queryParameters(schema: JsonSchema = {}): JsonObject[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return properties.map(([name, { description, ...one }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema: one,
  }));
}

function operationIdParameter({ description: { operationIdHeader: name } }: Service): JsonObject[] {
  if (name === undefined) return [];
  const description =
    'A new id for each operation. The service remembers it: sent again, it gets the first answer.';
  return [{ name, in: 'header', description, schema: { type: 'string' } }];
}

function answered(
  { description }: Service,
  schemas: WireSchemas,
  operations: readonly OperationName[],
): JsonObject {
  const isWithoutData = operations[0] === 'createPaymentLink' && description.paymentLinks?.version === 'v1';
  if (isWithoutData) return { description: 'Made. There is no data.' };
  return {
    description: 'Done, or accepted.',
    content: json(...operations.map((name) => schemas.answer(name))),
  };
}

const errorStatuses = Array.from({ length: 200 }, (_, index) => 400 + index);

const retryAfter = {
  'Retry-After': { description: 'When to come back: seconds, or an HTTP date.', schema: { type: 'string' } },
};

/** The error answers. Only a refusal proves that no money moved and no link was made. Other errors prove nothing. */
function errorAnswers(
  { isRefusal }: Service,
  schemas: WireSchemas,
  operation: OperationName,
  { method }: Route,
): JsonObject {
  const content = json(schemas.error(operation));
  const isRead = method === 'GET' || operation === 'uploadAttachments';
  const proven = isRead ? [429] : errorStatuses.filter((status) => isRefusal(status, operation));
  const entries = proven.map((status) => [
    status,
    {
      description: `${status === 429 ? 'Too many requests' : 'Refused'}${isRead ? '.' : ': nothing happened.'}`,
      ...(!isRead && { 'x-proves-refusal': true }),
      ...(status === 429 && { headers: retryAfter }),
      content,
    },
  ]);
  const unknown = 'Any other answer proves nothing: it is unknown whether it happened. Do not send it again.';
  return {
    ...Object.fromEntries(entries),
    default: isRead
      ? { description: 'The request failed.', content }
      : { description: unknown, 'x-proves-refusal': false, content },
  };
}
