import { type Check, fields, type FieldRules, optional } from './checks.ts';
import type { FieldError } from './replies.ts';

const largestPage = 100;

const wholeNumber =
  (least: number, most: number, message: string): Check =>
  (value, field) => {
    const isRight = /^\d{1,9}$/.test(String(value)) && Number(value) >= least && Number(value) <= most;
    return isRight ? [] : [{ field, message }];
  };

const pageRules: FieldRules = {
  page: optional(wholeNumber(1, Infinity, 'must be a whole number, 1 or more.')),
  limit: optional(wholeNumber(1, largestPage, `must be a whole number from 1 to ${largestPage}.`)),
};

/** What is wrong with a list's query. */
export function checkListQuery(query: Record<string, string>, others: FieldRules = {}): FieldError[] {
  return fields({ ...pageRules, ...others })(query, '');
}

export interface Paged<Item> {
  items: Item[];
  total: number;
  page: number;
  limit: number;
}

/** contract: page 1 and 25 a page unless asked otherwise. */
export function pageOf<Item>(all: readonly Item[], query: Record<string, string>): Paged<Item> {
  const page = Number(query['page'] ?? 1);
  const limit = Number(query['limit'] ?? 25);
  return { items: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit };
}
