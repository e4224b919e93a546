'use client';
import { forwardRef, useEffect, useId, useRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { Icon } from '../icon/Icon.tsx';
import { LinkShare } from '../link-share/LinkShare.tsx';
import { linkShareLabels } from '../link-share/linkShareLabels.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListDialogProps extends PartProps<'dialog'> {}

/** The QR code to hold out to a customer, and the other ways to give the link away. */
export const PaymentLinkListDialog = forwardRef<HTMLDialogElement, PaymentLinkListDialogProps>(
  function PaymentLinkListDialog(props, ref) {
    const { shared, setShared } = usePaymentLinkListContext();
    const labels = useLabels('linkShare', linkShareLabels);
    const money = useMoney();
    const dialog = useRef<HTMLDialogElement>(null);
    const titleId = useId();
    useEffect(() => {
      if (shared && dialog.current?.open === false) dialog.current.showModal();
    }, [shared]);
    if (shared?.paymentLink === undefined) return null;
    const { paymentLink, reference, amountCents, totalAmountCents = amountCents } = shared;
    const own = {
      className: 'tillkit-dialog',
      closedby: 'any',
      'aria-labelledby': titleId,
      onClose: () => setShared(undefined),
      children: (
        <div>
          <div className="tillkit-dialog-head">
            <h2 id={titleId} className="tillkit-figures">
              {Number.isSafeInteger(totalAmountCents)
                ? money.format(totalAmountCents as number)
                : labels.qrCode}
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
          {reference !== undefined && (
            <p className="tillkit-hint">
              <bdi>{reference}</bdi>
            </p>
          )}
          <LinkShare address={paymentLink} qrCode="shown" />
        </div>
      ),
    };
    return <Part as="dialog" ref={ref} partRef={dialog} own={own} given={props} />;
  },
);
