import { useMemo } from 'react';
import { TransactionList } from 'tillkit';
import { slip, useShop } from './shop.ts';
import { filtersOf, usePage } from './usePage.ts';

/** The shop's payments of any day. A figure of the report opens those that it counts. */
export function PaymentsPage() {
  const { words } = useShop();
  const { query } = usePage();
  const filters = useMemo(() => filtersOf(query), [query]);
  return (
    <div className="payments">
      {filters && (
        <p className="links-above">
          <a href="#/end-of-day">{words.backToReport}</a>
          <a href="#/payments">{words.allPayments}</a>
        </p>
      )}
      <TransactionList key={query} filters={filters} receipt={slip} />
    </div>
  );
}
