import { useOrder } from 'tillkit';
import { type Order, orders } from './orders.ts';
import { useShop } from './shop.ts';

export interface OrdersProps {
  value: Order | undefined;
  onChange: (order: Order | undefined) => void;
}

/** The orders that are to be paid, at any till. What is due changes when another till takes a part. */
export function Orders({ value, onChange }: OrdersProps) {
  const { words } = useShop();
  return (
    <section className="orders" aria-labelledby="orders">
      <h2 id="orders" className="small-title">
        {words.orders}
      </h2>
      <ul className="chips">
        {orders.map((order) => (
          <li key={order.number}>
            <OrderChip order={order} isChosen={order === value} onChange={onChange} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OrderChipProps extends Pick<OrdersProps, 'onChange'> {
  order: Order;
  isChosen: boolean;
}

function OrderChip({ order, isChosen, onChange }: OrderChipProps) {
  const { words, money } = useShop();
  const { data } = useOrder(order);
  const dueCents = data?.dueCents ?? order.totalCents;
  const isPaid = dueCents === 0 && data?.pendingCents === 0;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isPaid && !isChosen}
      onClick={() => {
        onChange(isChosen ? undefined : order);
        scrollTo({ top: 0 });
      }}
    >
      {words.order(order.number)} <span className="figures">{isPaid ? words.paid : money(dueCents)}</span>
    </button>
  );
}
