import { processingStatuses } from '../core/wire/message.ts';
import { requestObjectNameOf, answerPayloadPath, bodyFieldsByMoneyOperation } from '../core/wire/names.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { isMoneyOperation, type OperationName } from '../core/wire/routes.ts';
import type { OperationWithTranslatableRequest, Service, ServiceDescription } from '../core/wire/service.ts';
import { createInverseDialect } from '../core/wire/inverseDialect.ts';
import {
  schemaOfAnswerFields,
  inferSchemaFromSamples,
  schemaOfWireRequest,
  type JsonSchema,
  nestSchemaAtPath,
} from './jsonSchema.ts';
import {
  attachmentSchema,
  contractFieldSchemas,
  contractExamples,
  contractFieldAliases,
  requiredFieldNames,
  exampleTerminalOf,
} from './contractRecords.ts';

interface Body {
  schema: JsonSchema;
  example: unknown;
}

export type WireSchemas = ReturnType<typeof createWireSchemas>;

type AnswerName = 'terminal' | 'accepted' | 'message' | 'paymentLink';

/** The JSON Schemas of a service's requests and answers. Throws if a function of the description has no inverse. */
export function createWireSchemas(service: Service) {
  const { description, dialect } = service;
  const { fields: names = {}, speak = {}, write = {} } = description;
  const inverse = createInverseDialect(service);
  const contract = contractFieldSchemas(description);

  const spoken: Record<AnswerName, readonly JsonObject[]> = {
    terminal: samplesOf(exampleTerminalOf(description), ['id', 'name']),
    accepted: samplesOf(contractExamples.accepted, requiredFieldNames.accepted),
    message: processingStatuses.flatMap((status) =>
      samplesOf({ ...contractExamples.message, status }, requiredFieldNames.message),
    ),
    paymentLink: samplesOf(contractExamples.paymentLink, requiredFieldNames.paymentLink),
  };
  const record = (name: AnswerName, isNeeded = true): JsonSchema => {
    const wanted = isNeeded ? requiredFieldNames[name] : [];
    const schema = schemaOfAnswerFields(contract[name], wanted, names[name], contractFieldAliases[name]);
    const written = () => spoken[name].map((sample) => inverse.writeRecord(name, sample));
    return speak[name] ? inferSchemaFromSamples(written(), schema) : schema;
  };

  const components: Record<string, JsonSchema> = {
    Terminal: record('terminal'),
    Accepted: record('accepted'),
    BatchClosed: record('accepted', false),
    Message: record('message'),
    PaymentLink: record('paymentLink'),
    Error: errorSchema(service, inverse),
  };

  const answered = (operation: OperationName, component: string, example: unknown): Body => ({
    schema: inPayload(description, operation, refTo(component)),
    example: inverse.writeAnswer(operation, example),
  });

  return {
    /** The schemas that several operations share. `$ref` refers to a schema by its name here. */
    components,
    /** The body or query of a request; undefined for a poll or an upload, which have no JSON. */
    request(operation: OperationName): Body | undefined {
      if (operation === 'getProcessedMessage' || operation === 'uploadAttachments') return undefined;
      const body = requestObjectNameOf(operation);
      const { wanted, sent } = sentBy(operation);
      const written = (asked: JsonObject) => dialect?.write(operation, asked) ?? asked;
      const schema = schemaOfWireRequest(pick(contract[body], sent), wanted, names[body], body === 'query');
      const full = pick(contractExamples[body] as JsonObject, sent);
      const example = written(full);
      if (!write[operation as OperationWithTranslatableRequest]) return { schema, example };
      const samples = [full, pick(full, wanted), ...('taxes' in full ? [{ ...full, taxes: ['tax-1'] }] : [])];
      return { schema: inferSchemaFromSamples(samples.map(written), schema), example };
    },
    answer(operation: OperationName): Body {
      switch (operation) {
        case 'listTerminals':
        case 'listPaymentLinks': {
          const isTerminals = operation === 'listTerminals';
          const item = isTerminals ? exampleTerminalOf(description) : contractExamples.paymentLink;
          const example = inverse.writeAnswer(operation, { items: [item], total: 1, page: 1, limit: 25 });
          const itemSchema = refTo(isTerminals ? 'Terminal' : 'PaymentLink');
          const schema = pageSchema(description, operation, itemSchema);
          if (!speak.page) return { schema, example };
          const spokenItem = inverse.writeRecord(isTerminals ? 'terminal' : 'paymentLink', item);
          const known = { text: JSON.stringify(spokenItem), schema: itemSchema };
          return { schema: inferSchemaFromSamples([example], schema, known), example };
        }
        case 'uploadAttachments': {
          const files = { type: 'array', minItems: 1, items: attachmentSchema };
          const schema =
            answerPayloadPath(description, operation) === undefined
              ? {}
              : inPayload(description, operation, files);
          return { schema, example: inverse.writeAnswer(operation, [contractExamples.attachment]) };
        }
        case 'createPaymentLink':
          return answered(operation, 'PaymentLink', contractExamples.paymentLink);
        case 'getProcessedMessage':
          return answered(operation, 'Message', contractExamples.message);
        case 'closeBatch': {
          const { schema, example } = answered(operation, 'BatchClosed', contractExamples.accepted);
          const { required: _, ...loose } = schema; // any JSON with a 2xx closes a batch
          return { schema: loose, example };
        }
        default:
          return answered(operation, 'Accepted', contractExamples.accepted);
      }
    },
    error: (operation: OperationName): Body => ({
      schema: refTo('Error'),
      example: inverse.writeError(
        operation,
        refusalOf(operation === 'createPaymentLink' ? 'amount' : 'terminalId'),
      ),
    }),
  };
}

const refusalOf = (field: string) => ({
  message: 'The request was refused.',
  errors: [{ field, message: 'is not known.' }],
});

function errorSchema({ description }: Service, inverse: ReturnType<typeof createInverseDialect>): JsonSchema {
  const { fields: names = {}, speak } = description;
  const contract = contractFieldSchemas(description);
  const item = schemaOfAnswerFields(contract.refusedField, [], names.refusedField);
  const listed = { type: 'array', items: { anyOf: [item, { type: 'string' }] } };
  const errors = { anyOf: [listed, { type: 'object' }, { type: 'null' }] };
  const schema = schemaOfAnswerFields({ ...contract.error, errors }, [], names.error);
  if (!speak?.error) return schema;
  const samples = [refusalOf('terminalId'), { message: 'No.' }];
  return inferSchemaFromSamples(
    samples.map((sample) => inverse.writeError('pay', sample)),
    schema,
  );
}

/** Makes the schema of a whole answer from the schema of its payload. */
function inPayload(
  description: ServiceDescription,
  operation: OperationName,
  schema: JsonSchema,
): JsonSchema {
  const path = answerPayloadPath(description, operation);
  if (path === '') return schema;
  const inside = nestSchemaAtPath(path ?? 'data', schema);
  return path === undefined ? { anyOf: [inside, schema] } : inside;
}

/** The schema of a page of records. */
function pageSchema(description: ServiceDescription, operation: OperationName, item: JsonSchema): JsonSchema {
  const { page: names } = description.fields ?? {};
  const { items: listName = 'items', ...others } = names ?? {};
  const { items: _, ...counts } = contractFieldSchemas(description).page;
  const items = { type: 'array', items: item };
  const path = answerPayloadPath(description, operation);
  const around = schemaOfAnswerFields(counts, [], others);
  if (listName === '') {
    const list = inPayload(description, operation, items);
    return path === '' ? list : { allOf: [around, list] };
  }
  const page = schemaOfAnswerFields({ ...counts, items }, requiredFieldNames.page, names);
  if (names || path !== undefined) return inPayload(description, operation, page);
  const listInData = { allOf: [around, nestSchemaAtPath('data', items)] };
  return { anyOf: [page, nestSchemaAtPath('data', page), listInData] };
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function sentBy(operation: OperationName): { sent: readonly string[]; wanted: readonly string[] } {
  const all: Partial<Record<OperationName, readonly string[]>> = {
    createPaymentLink: Object.keys(contractExamples.linkRequest),
    listTerminals: ['page', 'limit', 'clientId', 'timezone'],
    listPaymentLinks: ['page', 'limit'],
  };
  const sent = isMoneyOperation(operation) ? bodyFieldsByMoneyOperation[operation] : (all[operation] ?? []);
  const needed: readonly string[] = requiredFieldNames[requestObjectNameOf(operation)] ?? [];
  return { sent, wanted: needed.filter((field) => sent.includes(field)) };
}

function pick<Value>(
  record: Readonly<Record<string, Value>>,
  fields: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
}

/** Two samples of a record: one with all fields, and one with the required fields only. */
function samplesOf(record: JsonObject, needed: readonly string[] = []): JsonObject[] {
  return [record, pick(record, needed)];
}
