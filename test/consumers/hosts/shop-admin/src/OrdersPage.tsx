import { TakePayment, usePaid } from './payments.tsx';
import { money, type Order, useOrders } from './orders.ts';

const ago = (at: number) => {
  const hours = Math.round((Date.now() - at) / 3_600_000);
  return hours < 1 ? 'just now' : hours < 24 ? `${hours} h ago` : 'yesterday';
};

export function OrdersPage({ number }: { number: string | undefined }) {
  const { data: orders = [] } = useOrders();
  const chosen = orders.find((order) => order.number === number) ?? orders[0];
  const due = orders.filter(({ isPaid }) => !isPaid);
  return (
    <div className="mx-auto grid max-w-7xl items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
      <section>
        <header className="mb-4 flex items-baseline gap-3">
          <h1 className="text-xl font-semibold tracking-tight">Orders</h1>
          <p className="text-stone-500">
            {due.length} to be paid, {money(due.reduce((sum, { totalCents }) => sum + totalCents, 0))}
          </p>
        </header>
        <div className="overflow-hidden rounded-xl border border-stone-200 bg-white">
          <table className="w-full text-left whitespace-nowrap">
            <thead className="border-b border-stone-200 bg-stone-50/60 text-xs text-stone-500">
              <tr>
                {['Order', 'Customer', 'Placed', 'Channel', 'Payment'].map((name) => (
                  <th key={name} className="px-3.5 py-2 font-medium">
                    {name}
                  </th>
                ))}
                <th className="px-3.5 py-2 text-right font-medium">Total</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-stone-100">
              {orders.map((order) => (
                <OrderRow key={order.number} order={order} isChosen={order === chosen} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {chosen && <OrderPanel key={chosen.number} order={chosen} />}
    </div>
  );
}

const OrderRow = ({ order, isChosen }: { order: Order; isChosen: boolean }) => (
  <tr className={isChosen ? 'bg-emerald-50/70' : 'hover:bg-stone-50'}>
    <td className="px-3.5 py-2.5 font-medium">
      <a href={`#/orders/${order.number}`}>{order.number}</a>
    </td>
    <td className="px-3.5">{order.customer}</td>
    <td className="px-3.5 text-stone-500">{ago(order.placedAt)}</td>
    <td className="px-3.5 text-stone-500">{order.channel}</td>
    <td className="px-3.5">
      <PaymentBadge isPaid={order.isPaid} />
    </td>
    <td className="px-3.5 text-right tabular-nums">{money(order.totalCents)}</td>
  </tr>
);

const PaymentBadge = ({ isPaid }: { isPaid: boolean }) => (
  <span
    className={`inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium ${isPaid ? 'bg-emerald-100 text-emerald-900' : 'bg-amber-100 text-amber-900'}`}
  >
    <span className={`size-1.5 rounded-full ${isPaid ? 'bg-emerald-600' : 'bg-amber-500'}`} />
    {isPaid ? 'Paid' : 'Due'}
  </span>
);

function OrderPanel({ order }: { order: Order }) {
  const { paidCents = 0 } = usePaid(order) ?? {};
  return (
    <aside className="flex flex-col gap-4" aria-label={`Order ${order.number}`}>
      <section className="rounded-xl border border-stone-200 bg-white p-5">
        <header className="mb-3 flex items-center justify-between">
          <h2 className="font-semibold">{order.number}</h2>
          <PaymentBadge isPaid={paidCents >= order.totalCents} />
        </header>
        <p className="text-stone-500">
          {order.customer} · {order.channel} · {ago(order.placedAt)}
        </p>
        <ul className="my-4 flex flex-col gap-2 border-y border-stone-100 py-4">
          {order.lines.map(({ name, quantity, cents }) => (
            <li key={name} className="flex justify-between gap-4">
              <span>
                {name} <span className="text-stone-500">× {quantity}</span>
              </span>
              <span className="tabular-nums">{money(quantity * cents)}</span>
            </li>
          ))}
        </ul>
        <dl className="grid grid-cols-[1fr_auto] gap-1.5 tabular-nums [&_dd]:text-right">
          <dt className="text-stone-500">Total</dt>
          <dd>{money(order.totalCents)}</dd>
          <dt className="text-stone-500">Paid</dt>
          <dd data-paid={paidCents}>{money(paidCents)}</dd>
        </dl>
      </section>
      <section className="rounded-xl border border-stone-200 bg-white p-5">
        <h2 className="mb-4 font-semibold">Take the payment</h2>
        <TakePayment order={order} />
      </section>
    </aside>
  );
}
