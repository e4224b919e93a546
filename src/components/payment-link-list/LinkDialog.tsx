'use client';
import { useEffect, useId, useRef } from 'react';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { Icon } from '../icon/Icon.tsx';
import { LinkShare } from '../link-share/LinkShare.tsx';
import type { LinkShareLabels } from '../link-share/linkShareLabels.ts';

export interface LinkDialogProps {
  link: PaymentLink;
  address: string;
  labels: LinkShareLabels;
  onClose: () => void;
}

/** The QR code to hold out to a customer, and the other ways to give the link away. */
export function LinkDialog({ link, address, labels, onClose }: LinkDialogProps) {
  const money = useMoney();
  const amount = link.totalAmountCents ?? link.amountCents;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="tillkit-dialog"
      closedby="any"
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div>
        <div className="tillkit-dialog-head">
          <h2 id={titleId} className="tillkit-figures">
            {amount === undefined ? labels.qrCode : money.formatAmount(amount)}
          </h2>
          <button
            type="button"
            className="tillkit-button"
            data-variant="quiet"
            data-shape="icon"
            aria-label={labels.close}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        {link.reference !== undefined && (
          <p className="tillkit-hint">
            <bdi>{link.reference}</bdi>
          </p>
        )}
        <LinkShare address={address} qrCode="shown" labels={labels} />
      </div>
    </dialog>
  );
}
