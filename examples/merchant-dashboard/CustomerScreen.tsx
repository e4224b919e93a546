import { useEffect } from 'react';
import { PaymentMirror, TerminalPicker } from 'tillkit';
import { shopName, useShop } from './shop.ts';

/** The customer's side of a terminal, in a window or on a device of its own. */
export function CustomerScreen({ terminalId }: { terminalId: string }) {
  const { words } = useShop();
  useEffect(() => {
    document.title = `${words.customerScreen} · ${shopName}`;
  }, [words]);
  if (terminalId) {
    return (
      <main className="customer">
        <PaymentMirror terminalId={terminalId}>
          <p className="customer-welcome">
            {words.welcome} <span>{shopName}</span>
          </p>
        </PaymentMirror>
      </main>
    );
  }
  return (
    <main className="customer-terminal">
      <h1 className="section-title">{words.customerTerminal}</h1>
      <TerminalPicker
        value={null}
        onValueChange={(id) => location.assign(`?customer=${encodeURIComponent(id ?? '')}`)}
      />
    </main>
  );
}
