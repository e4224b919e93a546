import { useState } from 'react';
import { Receipt, TerminalCheckout, useOrder } from 'tillkit';
import { TransactionList } from 'tillkit/parts';
import { Orders } from './Orders.tsx';
import type { Order } from './orders.ts';
import { slip, useShop } from './shop.ts';
import { TerminalPanel, type TerminalPanelProps } from './TerminalPanel.tsx';
import { Troubles } from './Troubles.tsx';

/** On touch devices, the till's own keypad, so that the system keyboard does not cover "Charge". */
const layout = matchMedia('(pointer: coarse) and (min-height: 40rem)').matches ? 'keypad' : 'display';

const none = { number: '', totalCents: 0 };

export interface TillPageProps extends TerminalPanelProps {
  onTerminalChange: (terminalId: string | null) => void;
}

export function TillPage({ terminalId, onTerminalChange }: TillPageProps) {
  const { words } = useShop();
  const [order, setOrder] = useState<Order>();
  const [paidId, setPaidId] = useState<string>();
  const { data } = useOrder({ ...(order ?? none), query: { enabled: order !== undefined } });
  return (
    <div className="till">
      <div className="till-side">
        <TerminalCheckout
          entry="cents"
          layout={layout}
          order={order}
          onTerminalChange={onTerminalChange}
          onPaymentComplete={({ id }) => setPaidId(id)}
          onPaymentPartial={({ id }) => setPaidId(id)}
          onNextCustomer={() => {
            setPaidId(undefined);
            if (data?.dueCents === 0) setOrder(undefined);
          }}
        />
        <TerminalPanel terminalId={terminalId} />
        {paidId !== undefined && (
          <details key={paidId} className="slip">
            <summary>{words.slip}</summary>
            <Receipt operationId={paidId} {...slip} />
          </details>
        )}
        <Orders value={order} onChange={setOrder} />
        <Troubles />
      </div>
      <TransactionList.Root receipt={slip}>
        <TransactionList.Head>
          <TransactionList.Headline />
        </TransactionList.Head>
        <TransactionList.Error />
        <TransactionList.ToLookAt />
        <TransactionList.Rows />
        <TransactionList.Empty />
        <TransactionList.More />
      </TransactionList.Root>
    </div>
  );
}
