'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListDownloadProps extends PartProps<'button'> {}

/** Saves the page as a CSV file. */
export const PaymentLinkListDownload = forwardRef<HTMLButtonElement, PaymentLinkListDownloadProps>(
  function PaymentLinkListDownload(props, ref) {
    const { download, labels } = usePaymentLinkListContext();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'aria-disabled': download ? undefined : true,
      'aria-label': labels.downloadCsv,
      title: labels.downloadCsv,
      onClick: download,
      children: <Icon name="download" />,
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
