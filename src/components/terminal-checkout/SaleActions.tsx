'use client';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';

export interface SaleActionsProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
  /** The form comes back. */
  onNext: () => void;
}

/** What comes after an outcome. Where it is unknown nothing stands where "Charge" was. */
export function SaleActions({ sale, labels, onNext }: SaleActionsProps) {
  const { phase, reset, operation } = sale.payment;
  const terminal = useTerminalTitle(operation?.terminalId ?? '');
  const leave = (how: () => void) => () => {
    how();
    onNext();
  };
  switch (phase) {
    case 'idle':
    case 'sending':
    case 'waiting':
      return null;
    case 'unknown':
      return (
        <>
          <p className="tillkit-hint">{labels.decideLaterHint({ terminal })}</p>
          <button type="button" className="tillkit-button" data-variant="quiet" onClick={leave(sale.next)}>
            {labels.decideLater}
          </button>
        </>
      );
    case 'failed':
    case 'rejected':
      return (
        <>
          <button type="button" className="tillkit-button" onClick={leave(reset)}>
            {labels.backToSale}
          </button>
          <NextCustomer labels={labels} onPress={leave(sale.next)} />
        </>
      );
    case 'complete':
    case 'resolved':
      return <NextCustomer labels={labels} onPress={leave(sale.next)} />;
  }
}

function NextCustomer({ labels, onPress }: { labels: TerminalCheckoutLabels; onPress: () => void }) {
  return (
    <button type="button" className="tillkit-button" data-variant="primary" onClick={onPress}>
      {labels.nextCustomer}
    </button>
  );
}
