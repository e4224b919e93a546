import { useSyncExternalStore } from 'react';
import { OrdersPage } from './OrdersPage.tsx';
import { PaymentsPage } from './payments.tsx';
import { Shell } from './Shell.tsx';

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

export function App() {
  const [, page = 'orders', number] = useSyncExternalStore(subscribe, () => location.hash).split('/');
  return (
    <Shell page={page}>
      {page === 'payments' ? (
        <div className="mx-auto max-w-4xl">
          <h1 className="mb-5 text-xl font-semibold tracking-tight">Payments</h1>
          <PaymentsPage />
        </div>
      ) : (
        <OrdersPage number={number} />
      )}
    </Shell>
  );
}
