'use client';
import { callHost } from '../../core/operations/callHost.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';

export interface SaleActionsProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
  /** The form comes back. */
  onBack: () => void;
  /** It comes back empty. */
  onNext: (() => void) | undefined;
}

/** What comes after an outcome. Where it is unknown nothing stands where "Charge" was. */
export function SaleActions({ sale, labels, onBack, onNext }: SaleActionsProps) {
  const { phase, reset, operation } = sale.payment;
  const terminal = useTerminalTitle(operation?.terminalId ?? '');
  const back = () => {
    reset();
    onBack();
  };
  const next = () => {
    sale.next();
    onBack();
    if (onNext) callHost(onNext);
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
          <button type="button" className="tillkit-button" data-variant="quiet" onClick={next}>
            {labels.decideLater}
          </button>
        </>
      );
    case 'failed':
    case 'rejected':
      return (
        <>
          <button type="button" className="tillkit-button" onClick={back}>
            {labels.backToSale}
          </button>
          <NextCustomer labels={labels} onPress={next} />
        </>
      );
    case 'complete':
    case 'resolved':
      return <NextCustomer labels={labels} onPress={next} />;
  }
}

function NextCustomer({ labels, onPress }: { labels: TerminalCheckoutLabels; onPress: () => void }) {
  return (
    <button type="button" className="tillkit-button" data-variant="primary" onClick={onPress}>
      {labels.nextCustomer}
    </button>
  );
}
