import { expect, test } from 'vitest';
import { filtersOf } from '../../examples/merchant-dashboard/usePage.ts';

test('the address of the payments page names filters', () => {
  const filters = { kind: 'refund', from: 1 };
  expect(filtersOf(encodeURIComponent(JSON.stringify(filters)))).toEqual(filters);
  expect(filtersOf('')).toBeUndefined();
});

test.each(['%7B', '%', 'x', 'null', '5', '%22x%22'])(
  '%j after the question mark is no filter, and is ignored',
  (query) => {
    expect(filtersOf(query)).toBeUndefined();
  },
);
