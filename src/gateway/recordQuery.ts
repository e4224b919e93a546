import { phases } from '../core/operations/terminalOperation.ts';
import { isEmptyOrSearchable, tooShortSearchMessage } from '../core/operations/operationSearch.ts';
import { withoutUndefinedFields } from '../core/wire/read.ts';
import { moneyOperations } from '../core/wire/routes.ts';
import { intersectConditions } from './rowConditions.ts';
import { invalidParameterRefusal } from './GatewayRefusal.ts';
import type { Where } from './gatewayStore.ts';
import { type OperationRow, orderSearchColumns } from './recordRows.ts';
import { type Caller, latestDateMs, visibleOperationConditions } from './visibility.ts';

const period = ['from', 'to', 'terminalId'] as const;
const paging = ['cursor', 'limit'] as const;
const transactionFilters = [...period, 'orderNumber', 'pnRefNum', 'amount', 'actor', 'search'] as const;
const states = ['kind', 'phase', 'open', 'unseen'] as const;
const operationFilters = [...transactionFilters, ...states] as const;

export const parameterNamesByQuery = {
  transactions: [...transactionFilters, ...paging],
  operations: [...operationFilters, ...paging],
  /** A second screen must not filter by texts that it is not allowed to see: it could guess them letter by letter. */
  mirror: [...period, 'amount', ...states, ...paging],
  report: operationFilters,
  closings: [...period, ...paging],
  export: [...operationFilters, 'timeZone'],
} as const;
type QueryParameter = (typeof parameterNamesByQuery)['operations' | 'export'][number];

/** From `from` until before `to` (epoch ms). */
export interface Period {
  from?: number | undefined;
  to?: number | undefined;
}

/** An operation is selected if it meets one of these conditions. No operation may meet two of them. */
type Conditions = readonly Where<OperationRow>[];

export interface ParsedRecordQuery {
  /** Returns conditions that select the operations which match the query and which the caller is allowed to see. */
  filter: (caller: Caller, now: number, period?: Period) => Conditions;
  period: Period;
  limit: number;
  cursor: string | undefined;
  timeZone: string | undefined;
  /** The names and values of all parameters, except those that choose the page. */
  words: readonly (readonly [string, string])[];
}

const mostItems = 200;

/** Reads a query. Throws a refusal for an unknown or invalid parameter: it may have been meant to narrow the list. */
export function parseRecordQuery(
  query: URLSearchParams,
  known: readonly QueryParameter[],
  always: Where<OperationRow> = {},
): ParsedRecordQuery {
  const { said, all, one } = checkedQueryParameters<QueryParameter>(query, known);
  const whole = (name: QueryParameter, least: number, greatest: number) => {
    const value = one(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (/^\d{1,16}$/.test(value) && number >= least && number <= greatest) return number;
    throw invalidParameterRefusal(name, `must be a whole number from ${least} to ${greatest}.`);
  };
  const flag = (name: QueryParameter) => {
    const value = one(name);
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
    throw invalidParameterRefusal(name, 'must be true or false.');
  };
  const among = <Name extends string>(name: QueryParameter, names: readonly Name[]) => {
    const values = all(name).map((value) => names.find((candidate) => candidate === value));
    const found = values.filter((value) => value !== undefined);
    if (found.length < values.length)
      throw invalidParameterRefusal(name, `must be one of ${names.join(', ')}.`);
    return found.length === 0 ? undefined : found.length === 1 ? found[0] : { in: found };
  };

  const [from, to] = [whole('from', 0, latestDateMs), whole('to', 0, latestDateMs)];
  if (from !== undefined && to !== undefined && to < from)
    throw invalidParameterRefusal('to', 'must not be before from.');
  const search = one('search');
  if (search !== undefined && !isEmptyOrSearchable(search))
    throw invalidParameterRefusal('search', tooShortSearchMessage);
  const amount = whole('amount', 0, Number.MAX_SAFE_INTEGER);
  const terminalIds = all('terminalId');
  const seen = {
    terminalIds: terminalIds.length > 0 ? terminalIds : undefined,
    isOpen: flag('open'),
  };
  const asked: Where<OperationRow> = withoutUndefinedFields({
    kind: among('kind', moneyOperations),
    phase: among('phase', phases),
    orderNumber: one('orderNumber'),
    pnRefNum: one('pnRefNum'),
    actor: one('actor'),
    isUnseen: flag('unseen'),
  });
  const alternatives = allOf([[always], [asked], amountConditions(amount), searchConditions(search)]);
  return {
    filter: (caller, now, within = { from, to }) =>
      allOf([
        visibleOperationConditions(caller, now, {
          ...seen,
          ...within,
          hasAlternatives: alternatives.length > 1,
        }),
        alternatives,
      ]),
    period: { from, to },
    limit: whole('limit', 1, mostItems) ?? 50,
    cursor: one('cursor'),
    timeZone: one('timeZone'),
    words: said.filter(([name]) => name !== 'cursor' && name !== 'limit').toSorted(byText),
  };
}

/** The parameters that have a value. Throws a refusal for an unknown name; the returned `one` throws if a name is repeated. */
export function checkedQueryParameters<Name extends string>(query: URLSearchParams, known: readonly Name[]) {
  const said = [...query].filter(([name, value]) => value !== '' && name !== 'clientId');
  for (const [name, value] of said) {
    if (!known.some((word) => word === name))
      throw invalidParameterRefusal(
        name,
        'is not a parameter of this request: take it out or correct its name.',
      );
    if (/\p{Cc}/u.test(value)) throw invalidParameterRefusal(name, 'must not hold a control character.');
  }
  const all = (name: Name) => said.flatMap(([other, value]) => (other === name ? [value] : []));
  const one = (name: Name) => {
    const [value, ...others] = all(name);
    if (others.length > 0) throw invalidParameterRefusal(name, 'is given more than once. Give it once.');
    return value;
  };
  return { said, all, one };
}

/** Finds operations by the requested amount, or by the moved amount, which includes the tip and is on the receipt. */
function amountConditions(amount: number | undefined): Conditions {
  if (amount === undefined) return [{}];
  return [{ amountCents: amount }, { movedCents: amount, amountCents: { not: amount } }];
}

/** Finds operations by the beginning or end of the order number, or by the exact message id or reference. */
function searchConditions(search: string | undefined): Conditions {
  if (search === undefined) return [{}];
  const { orderNumberLower, orderNumberReversed } = orderSearchColumns(search);
  const isNotBeginning = { orderNumberLower: { notStartsWith: orderNumberLower } };
  const isNotPart = { ...isNotBeginning, orderNumberReversed: { notStartsWith: orderNumberReversed } };
  return [
    { orderNumberLower: { startsWith: orderNumberLower } },
    { ...isNotBeginning, orderNumberReversed: { startsWith: orderNumberReversed } },
    { ...isNotPart, msgIdentifier: search },
    { ...isNotPart, pnRefNum: search, msgIdentifier: { not: search } },
  ];
}

/** Every combination of one condition from each list, joined, without combinations that no row can meet. */
function allOf(lists: readonly Conditions[]): Conditions {
  return lists.reduce((all, list) =>
    all.flatMap((one) => list.flatMap((other) => intersectConditions(one, other) ?? [])),
  );
}

const byText = (a: readonly string[], b: readonly string[]) => (a.join('=') < b.join('=') ? -1 : 1);
