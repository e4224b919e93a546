import type { RejectField } from './check.ts';
import { type MoneyOperation, moneyOperations, type OperationName } from './routes.ts';
import { customValueFieldChecks, linkRequestFieldChecks } from './paymentLink.ts';
import { terminalRequestChecks } from './requests.ts';
import {
  answerFieldNames,
  type WireObjectName,
  type ServiceDescription,
  type ContractFieldNames,
  type WireName,
} from './service.ts';

const namesIn = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];

const sentBy = (kind: MoneyOperation): readonly ContractFieldNames['request'][] =>
  namesIn(terminalRequestChecks[kind].fields);

/** For each terminal operation: the fields of `request` in its body. Within one body, each needs a wire name of its own. */
export const bodyFieldsByMoneyOperation = /*#__PURE__*/ Object.fromEntries(
  moneyOperations.map((kind) => [kind, sentBy(kind)]),
) as { readonly [Operation in MoneyOperation]: readonly ContractFieldNames['request'][] };

export const contractFieldNames: {
  readonly [Record in WireObjectName]: readonly ContractFieldNames[Record][];
} = {
  ...answerFieldNames,
  request: [...new Set(Object.values(bodyFieldsByMoneyOperation).flat())],
  linkRequest: /*#__PURE__*/ namesIn(linkRequestFieldChecks),
  customValue: /*#__PURE__*/ namesIn(customValueFieldChecks),
  query: ['page', 'limit', 'clientId', 'timezone'],
};

/** The names that a field may have on the wire; none if the service does not have the field. */
export function wireNamesOfField(name: WireName | undefined, field: string): readonly string[] {
  if (name === null) return [];
  return typeof name === 'string' ? [name] : (name ?? [field]);
}

/** The record type of an operation's body or query. */
export const requestObjectNameOf = (operation: OperationName): 'request' | 'linkRequest' | 'query' => {
  if (operation === 'listTerminals' || operation === 'listPaymentLinks') return 'query';
  return operation === 'createPaymentLink' ? 'linkRequest' : 'request';
};

/** The path of an answer's payload; undefined if the description names none. */
export function answerPayloadPath(
  { payload }: ServiceDescription,
  operation: OperationName,
): string | undefined {
  return typeof payload === 'string' ? payload : payload?.[operation];
}

/** The wire names of an operation's request, each with the contract's field. */
export function requestWireNamesWithFields(
  { fields: names = {} }: ServiceDescription,
  operation: OperationName,
): (readonly [wire: string, field: string])[] {
  const body = requestObjectNameOf(operation);
  const own: Partial<Record<string, WireName>> = names[body] ?? {};
  const sent: readonly string[] =
    bodyFieldsByMoneyOperation[operation as MoneyOperation] ?? contractFieldNames[body];
  return sent.flatMap((field) => wireNamesOfField(own[field], field).map((wire) => [wire, field] as const));
}

/** Answer fields that may share a wire name: a service may use a terminal's name as its id. Request fields may share none. */
const mayShareName: { readonly [Record in WireObjectName]?: readonly ContractFieldNames[Record][] } = {
  terminal: ['id', 'name', 'serialNumber', 'model'],
  accepted: ['msgIdentifier', 'pnRefNum'],
  message: ['msgIdentifier', 'pnRefNum'],
  paymentLink: ['id', 'paymentLink', 'paymentRequestId', 'reference'],
};

/** Refuses a description that gives two fields the same wire name. Of a field with several names, only the first is compared. */
export function assertWireNamesDiffer(description: ServiceDescription, refuse: RejectField): void {
  const { fields: names = {} } = description;
  for (const record of Object.keys(contractFieldNames) as WireObjectName[]) {
    const own: Partial<Record<string, WireName>> = names[record] ?? {};
    const bodies: readonly (readonly string[])[] =
      record === 'request' ? Object.values(bodyFieldsByMoneyOperation) : [contractFieldNames[record]];
    for (const body of bodies) {
      const places = body.flatMap((field) => {
        const [name] = wireNamesOfField(own[field], field);
        return name === undefined ? [] : [{ field, name }];
      });
      const isBare = record === 'page' && own['items'] === '';
      for (const one of isBare ? aroundLists(description, places) : [places])
        assertPlacesDiffer(record, one, refuse);
    }
  }
}

interface Place {
  field: string;
  name: string;
}

/** For each of the two lists: the places of a page's fields. If `items` is named `''`, its place is the path of the payload. */
function aroundLists(description: ServiceDescription, places: readonly Place[]): Place[][] {
  return (['listTerminals', 'listPaymentLinks'] as const).map((operation) => {
    const path = answerPayloadPath(description, operation) ?? 'data';
    const found = places.map((place) => (place.name === '' ? { ...place, name: path } : place));
    return found.filter(({ name }) => name !== '');
  });
}

function assertPlacesDiffer(record: WireObjectName, places: readonly Place[], refuse: RejectField): void {
  const shared: readonly string[] = mayShareName[record] ?? [];
  places.forEach((one, index) => {
    const path = `fields.${record}.${one.field}`;
    if (one.name === '') refuse(path, "must be a name: only the items of a page may be ''.");
    for (const other of places.slice(index + 1)) {
      const isOneValue = shared.includes(one.field) && shared.includes(other.field);
      const isInside = one.name.startsWith(`${other.name}.`) || other.name.startsWith(`${one.name}.`);
      if (one.name === other.name ? isOneValue : record === 'query' || !isInside) continue;
      refuse(
        path,
        `and fields.${record}.${other.field} cannot be told apart: '${one.name}' and '${other.name}'. Give one another name, or null where the service has no such field.`,
      );
    }
  });
}
