import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineService, type ServiceDescription } from 'tillkit/core';
import { readServiceMessage, readRefusedFields } from '../../../src/core/wire/errorBody.ts';
import {
  processingStatuses,
  readAcceptedMessage,
  readBatchClosed,
  readProcessedMessage,
} from '../../../src/core/wire/message.ts';
import { contractFieldNames, bodyFieldsByMoneyOperation } from '../../../src/core/wire/names.ts';
import { readListPage } from '../../../src/core/wire/listPage.ts';
import { readPaymentLinkWithUncheckedAddress } from '../../../src/core/wire/paymentLink.ts';
import { type JsonObject, unwrapDataWithPath } from '../../../src/core/wire/read.ts';
import { readAttachments } from '../../../src/core/wire/paymentLink.ts';
import {
  moneyOperations,
  type OperationName,
  contractOperationNames,
} from '../../../src/core/wire/routes.ts';
import type { WireObjectName, WireName } from '../../../src/core/wire/service.ts';
import { createInverseDialect } from '../../../src/core/wire/inverseDialect.ts';
import { readTerminal } from '../../../src/core/wire/terminal.ts';
import { runs } from '../../runs.ts';

type Names = Record<string, WireName>;

/** Without these a record is none, or reads as another. */
const needed: Partial<Record<WireObjectName, readonly string[]>> = {
  terminal: ['id'],
  accepted: ['msgIdentifier'],
  message: ['status'],
  paymentLink: ['id'],
  page: ['items'],
  error: ['message', 'errors'],
  refusedField: ['field', 'message'],
  customValue: ['key'],
};

const fresh = [
  'a',
  'b',
  'c.one',
  'c.two',
  'd.deep.one',
  'd.deep.two',
  'e',
  'data.f',
  'data.g',
  'h',
  'i.one',
  'j',
  'k',
];

const isClash = (one: string, other: string) =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
const firstOf = (name: WireName | undefined, field: string) =>
  name === null ? undefined : typeof name === 'string' ? name : (name?.[0] ?? field);
const allOf = (name: WireName | undefined, field: string) => (name === null ? [] : [name ?? field].flat());

const namesOf = (record: WireObjectName): fc.Arbitrary<Names> => {
  const fields: readonly string[] = contractFieldNames[record];
  const pool = [...fresh, ...fields].filter((name) => record !== 'query' || !name.startsWith('data'));
  return fc
    .tuple(
      fc.shuffledSubarray(pool, { minLength: pool.length }),
      fc.array(fc.constantFrom('own', 'own', 'name', 'two', 'null'), {
        minLength: fields.length,
        maxLength: fields.length,
      }),
    )
    .map(([names, kinds]) => {
      let next = 0;
      const take = () => names[next++]!;
      const entries = fields.flatMap((field, index): [string, WireName][] => {
        if (kinds[index] === 'name') return [[field, take()]];
        if (kinds[index] === 'two' && next + 1 < names.length) return [[field, [take(), take()]]];
        return kinds[index] === 'null' && !needed[record]?.includes(field) ? [[field, null]] : [];
      });
      return Object.fromEntries(entries);
    })
    .filter((names) => {
      const places = fields.flatMap((field) => allOf(names[field], field));
      return places.every((one, at) => places.every((other, index) => index === at || !isClash(one, other)));
    });
};

const paths = fc.constantFrom('', 'result', 'answer.body', 'data');

const descriptions: fc.Arbitrary<ServiceDescription> = fc
  .record({
    fields: fc.record(
      Object.fromEntries(
        (Object.keys(contractFieldNames) as WireObjectName[]).map((name) => [name, namesOf(name)]),
      ),
      { requiredKeys: [] },
    ),
    isBare: fc.boolean(),
    payload: fc.option(fc.oneof(paths, fc.dictionary(fc.constantFrom(...contractOperationNames), paths)), {
      nil: undefined,
    }),
    words: fc.uniqueArray(
      fc.constantFrom('Waiting', 'RECEIVED', 'go', 'Done', 'COMPLETE', 'no', 'late', 'TIMEOUT'),
      { selector: (word) => word.toLowerCase() },
    ),
    amountUnit: fc.constantFrom('minor', 'major'),
    currency: fc.option(fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'), { nil: undefined }),
    amountScale: fc.option(fc.constantFrom('iso', 'hundredths'), { nil: undefined }),
  })
  .filter(({ fields, isBare, payload }) => {
    const names = Object.values(fields['page'] ?? {}).flat();
    const lists =
      typeof payload === 'string' ? [payload] : [payload?.['listTerminals'], payload?.['listPaymentLinks']];
    return (
      !isBare || lists.every((path = 'data') => !names.some((name) => name !== null && isClash(name, path)))
    );
  })
  .map(({ fields, isBare, words, amountUnit, ...rest }) => {
    const own = new Map<string, string>([
      ['RECEIVED', 'received'],
      ['COMPLETE', 'complete'],
      ['TIMEOUT', 'timeout'],
    ]);
    const statuses = Object.fromEntries(
      words.map((word, index) => [word, own.get(word) ?? processingStatuses[index % 5]!]),
    );
    const page = isBare ? { page: { ...fields['page'], items: '' } } : {};
    return {
      ...rest,
      statuses,
      paymentLinks: { amountUnit },
      fields: { ...fields, ...page },
    } as ServiceDescription;
  });

const word = fc.stringMatching(/^[a-z][a-z0-9 ]{0,7}[a-z0-9]$/);
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const cents = fc.integer({ min: 1, max: 10_000_000_000 });
const customValues = fc.array(
  fc.record({ key: word, label: word, value: word, valueLabel: word }, { requiredKeys: ['key', 'value'] }),
  { maxLength: 3 },
);
const terminals = fc.record({
  id: word,
  name: word,
  serialNumber: some(word),
  model: some(word),
  provider: some(word),
  status: some(word),
  lastSeenAt: some(word),
});
const accepted = fc.record({ msgIdentifier: word, pnRefNum: some(word) });
const messages = fc.record({
  msgIdentifier: some(word),
  status: fc.constantFrom(...processingStatuses),
  pnRefNum: some(word),
  amount: some(cents),
  tip: some(cents),
  message: some(word),
});
const links = fc.record({
  id: word,
  paymentLink: some(word),
  paymentRequestId: some(word),
  reference: some(word),
  status: some(word),
  paid: some(fc.boolean()),
  amount: some(cents),
  totalAmount: some(cents),
  paidAmount: some(cents),
  createdAt: some(word),
  customValues,
});
const count = fc.integer({ min: 1, max: 30 });
const pageOf = <Item>(item: fc.Arbitrary<Item>) =>
  fc.record({ items: fc.array(item, { maxLength: 3 }), total: count, page: count, limit: count });
const attachments = fc.array(fc.record({ path: word, data: some(word) }), { minLength: 1, maxLength: 2 });

const requests: Record<string, fc.Arbitrary<unknown>> = {
  terminalId: word,
  amount: cents,
  receipt: fc.boolean(),
  clientId: word,
  orderNumber: word,
  email: word,
  phone: word,
  customValues,
  pnRefNum: word,
  taxes: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.array(word, { maxLength: 2 })),
  showBilling: fc.boolean(),
  showShipping: fc.boolean(),
  attachments,
  applyDiscount: fc.boolean(),
  page: count,
  limit: count,
  timezone: word,
};
const requestFor = (fields: readonly string[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, requests[field]!])), { requiredKeys: [] });

const named = (description: ServiceDescription, record: WireObjectName) =>
  (description.fields?.[record] ?? {}) as Names;
/** What is left of a record once the service has said all that it has fields for. */
function sayable(description: ServiceDescription, record: WireObjectName, value: JsonObject): JsonObject {
  const names = named(description, record);
  const left = Object.entries(value).filter(
    ([field, inner]) => inner !== undefined && firstOf(names[field], field) !== undefined,
  );
  const { customValues: list, ...rest } = Object.fromEntries(left);
  if (list === undefined) return rest;
  return {
    ...rest,
    customValues: (list as JsonObject[]).map((one) => sayable(description, 'customValue', one)),
  };
}

const withoutRaw = ({ raw: _, ...record }: object & { raw?: unknown }) => record;
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What is read of what is spoken. */
function passed(
  description: ServiceDescription,
  operation: OperationName,
  body: unknown,
  query?: { page: number; limit: number },
): unknown {
  const service = defineService(description);
  const wire = plain(createInverseDialect(service).writeAnswer(operation, body));
  return service.dialect ? service.dialect.read(operation, wire, { query }) : wire;
}

const property = <Value>(
  values: fc.Arbitrary<Value>,
  check: (description: ServiceDescription, value: Value) => void,
) => fc.assert(fc.property(descriptions, values, check), { numRuns: runs(30, 400) });

describe('what is read of what is spoken is what was spoken', () => {
  it('for the accepted answer', () => {
    const operations = fc.constantFrom(...moneyOperations);
    property(fc.tuple(operations, accepted), (description, [operation, value]) => {
      const read = operation === 'closeBatch' ? readBatchClosed : readAcceptedMessage;
      expect(plain(withoutRaw(read(passed(description, operation, value))))).toEqual(
        plain(withoutRaw(read(sayable(description, 'accepted', value)))),
      );
    });
  });

  it('for messages', () => {
    property(messages, (description, value) => {
      const read = readProcessedMessage(passed(description, 'getProcessedMessage', value));
      expect(plain(withoutRaw(read))).toEqual(
        plain(withoutRaw(readProcessedMessage(sayable(description, 'message', value)))),
      );
    });
  });

  it('for a link', () => {
    property(links, (description, value) => {
      const { value: unwrapped } = unwrapDataWithPath(passed(description, 'createPaymentLink', value));
      expect(plain(withoutRaw(readPaymentLinkWithUncheckedAddress(unwrapped, '')))).toEqual(
        plain(
          withoutRaw(readPaymentLinkWithUncheckedAddress(sayable(description, 'paymentLink', value), '')),
        ),
      );
    });
  });

  it.each([
    [
      'listTerminals',
      'terminal',
      terminals,
      (value: unknown, path: string): object => readTerminal(value, path),
    ],
    [
      'listPaymentLinks',
      'paymentLink',
      links,
      (value: unknown, path: string): object => readPaymentLinkWithUncheckedAddress(value, path),
    ],
  ] as const)('for %s', (operation, record, item, readItem) => {
    property(pageOf<JsonObject>(item as fc.Arbitrary<JsonObject>), (description, value) => {
      const { page, limit } = value;
      const payload = description.payload;
      const path = typeof payload === 'string' ? payload : payload?.[operation];
      const names = named(description, 'page');
      const isBareList = names['items'] === '' && path === '';
      const heard = readListPage(passed(description, operation, value, { page, limit }), readItem, {
        page,
        limit,
      });
      const { items } = value;
      // The sandbox too reads the list before it answers, so it corrects impossible numbers.
      const { items: _, ...counts } = readListPage(value, (one) => one, { page, limit });
      const said = isBareList ? {} : sayable(description, 'page', counts);
      const spoken = { ...said, items: items.map((one) => sayable(description, record, one)) };
      const wanted = readListPage(spoken, readItem, { page, limit });
      expect(plain({ ...heard, items: heard.items.map(withoutRaw) })).toEqual(
        plain({ ...wanted, items: wanted.items.map(withoutRaw) }),
      );
    });
  });

  it('for files', () => {
    property(attachments, (description, value) => {
      expect(readAttachments(passed(description, 'uploadAttachments', value))).toEqual(plain(value));
    });
  });

  it('for refusals, whose fields have the names of the request', () => {
    const operations = fc.constantFrom(
      ...contractOperationNames.filter((name) => name in bodyFieldsByMoneyOperation),
    );
    const refusals = operations.chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        message: word,
        errors: fc.array(
          fc.record({
            field: fc.constantFrom(...bodyFieldsByMoneyOperation[operation as 'pay']),
            message: word,
          }),
          { maxLength: 2 },
        ),
      }),
    );
    property(refusals, (description, { operation, message, errors }) => {
      const names = named(description, 'request');
      // No check complains about a field that the service does not have.
      const body = { message, errors: errors.filter(({ field }) => names[field] !== null) };
      const service = defineService(description);
      const wire = plain(createInverseDialect(service).writeError(operation, body));
      const read = service.dialect ? service.dialect.readError(operation, wire) : wire;
      expect(readServiceMessage(read)).toBe(message);
      expect(readRefusedFields(read)).toEqual(body.errors);
    });
  });
});

describe('what is heard of what is written is what was asked', () => {
  it.each(moneyOperations)('for %s', (operation) => {
    property(requestFor(bodyFieldsByMoneyOperation[operation]), (description, request) => {
      const said = sayable(description, 'request', request);
      // An amount that the service has no field for is refused.
      const sent = named(description, 'request')['amount'] === null ? said : request;
      expect(asked(description, operation, sent)).toEqual(said);
    });
  });
  it.each([
    ['createPaymentLink', 'linkRequest', contractFieldNames.linkRequest],
    ['listTerminals', 'query', contractFieldNames.query],
    ['listPaymentLinks', 'query', ['page', 'limit']],
  ] as const)('for %s', (operation, record, fields) => {
    property(requestFor(fields), (description, request) => {
      const said = sayable(description, record, request);
      // A link with a value that the service has no field for is refused.
      const isLink = operation === 'createPaymentLink';
      expect(asked(description, operation, isLink ? said : request)).toEqual(said);
    });
  });

  it('for a query whose names have dots: it has no depth', () => {
    const service = defineService({ fields: { query: { page: 'page.number', limit: 'page.size' } } });
    const query = service.dialect!.write('listTerminals', { page: 2, limit: 10 });
    expect(query).toEqual({ 'page.number': 2, 'page.size': 10 });
    expect(createInverseDialect(service).readRequest('listTerminals', query)).toEqual({ page: 2, limit: 10 });
  });
});

function asked(description: ServiceDescription, operation: OperationName, request: JsonObject): unknown {
  const service = defineService(description);
  const wire = service.dialect?.write(operation, request) ?? request;
  return createInverseDialect(service).readRequest(operation, plain(wire) as JsonObject);
}

describe('names that clash', () => {
  it('are refused with a sentence that names both, whatever they are', () => {
    const records = fc.constantFrom('refusedField', 'customValue', 'linkRequest', 'query', 'page');
    const clashing = records.chain((record) =>
      fc.tuple(
        fc.constant(record),
        fc.shuffledSubarray([...contractFieldNames[record]] as string[], { minLength: 2, maxLength: 2 }),
        fc.constantFrom(...(record === 'query' ? ['x'] : ['x', 'x.y'])),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(clashing, ([record, [one, other], name, isOwn]) => {
        const names = isOwn ? { [one!]: other! } : { [one!]: 'x', [other!]: name };
        const define = () => defineService({ fields: { [record]: names } });
        expect(define).toThrow(`fields.${record}.${one}`);
        expect(define).toThrow(`fields.${record}.${other}`);
      }),
    );
  });

  it.each<[string, ServiceDescription]>([
    [
      'an id that is another id too',
      { fields: { paymentLink: { id: 'paymentRequestId' }, accepted: { pnRefNum: 'msgIdentifier' } } },
    ],
    [
      'a terminal that is called by its serial number',
      { fields: { terminal: { id: 'serial', name: 'serial' } } },
    ],
    [
      'fields that no body holds both of',
      { fields: { request: { orderNumber: 'reference', pnRefNum: 'reference' } } },
    ],
    ['names that change places', { fields: { message: { amount: 'tip', tip: 'amount' } } }],
    [
      'a name that is free, since the service has no such field',
      { fields: { message: { tip: 'amount', amount: null } } },
    ],
  ])('are not: %s', (_, description) => {
    expect(() => defineService(description)).not.toThrow();
  });

  it('are also the counts of a page inside its bare list, and a status word that is said twice', () => {
    const inList: ServiceDescription = {
      payload: 'rows',
      fields: { page: { items: '', total: 'rows.total' } },
    };
    expect(() => defineService(inList)).toThrow(/fields\.page\.items .*fields\.page\.total/);
    expect(() => defineService({ fields: { terminal: { model: '' } } })).toThrow(
      'fields.terminal.model must be a name',
    );
    expect(() => defineService({ statuses: { Done: 'complete', DONE: 'failed' } })).toThrow(/DONE.*Done/);
  });

  it('keep what was described where two fields are one value', () => {
    const service = defineService({ fields: { paymentLink: { id: 'paymentRequestId' } } });
    const link = { id: 'l-1', paymentRequestId: 'pr-1', reference: 'r-1' };
    expect(createInverseDialect(service).writeRecord('paymentLink', link)).toMatchObject({
      paymentRequestId: 'l-1',
    });
  });
});

it('names a field of the service "data" without taking it for the payload', () => {
  const service = defineService({
    payload: '',
    fields: { accepted: { msgIdentifier: 'data.id', pnRefNum: 'ref' } },
  });
  const read = readAcceptedMessage(service.dialect!.read('pay', { data: { id: 'msg-1' }, ref: 'pn-1' }));
  expect(read).toMatchObject({ msgIdentifier: 'msg-1', pnRefNum: 'pn-1' });
});

it('names the refused field by what the operation sends, where two operations share a name', () => {
  const names = { orderNumber: 'reference', pnRefNum: 'reference' };
  const service = defineService({ fields: { request: names } });
  const fieldOf = (operation: OperationName) =>
    readRefusedFields(service.dialect!.readError(operation, { errors: [{ field: 'reference' }] }))[0]?.field;
  expect([fieldOf('pay'), fieldOf('refund')]).toEqual(['orderNumber', 'pnRefNum']);
});

it('reads no name of a terminal from another field than the described one', () => {
  const service = defineService({ fields: { terminal: { name: 'nickname', model: 'label' } } });
  const page = service.dialect!.read('listTerminals', {
    items: [{ id: 't-1', label: 'A920' }],
  }) as JsonObject;
  expect(readTerminal((page['items'] as unknown[])[0], '')).toMatchObject({ name: 't-1', model: 'A920' });
});
