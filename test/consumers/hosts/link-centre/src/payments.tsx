import './payments.css';
import type { ReactNode } from 'react';
import { LinkShare, PaymentLinkForm, PaymentLinkList, PaymentsProvider, usePaymentLinks } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';

const client = createPaymentsClient({
  baseUrl: '/api/payments',
  clientId: 'halden',
  service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
});

export const Payments = ({ children }: { children: ReactNode }) => (
  <PaymentsProvider client={client} currency="USD">
    {children}
  </PaymentsProvider>
);

const customFields = [
  { key: 'customer-reference', label: 'Client', required: true },
  { key: 'invoice-number', label: 'Invoice' },
];

const taxes = [
  { id: 'tax-standard', label: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
];

/** Makes a link, with the files that the client gets with it. */
export const NewLink = ({ onShare }: { onShare: (address: string) => void }) => (
  <PaymentLinkForm
    data-plain
    customFields={customFields}
    taxes={taxes}
    onLinkCreated={(link) => link?.paymentLink && onShare(link.paymentLink)}
  />
);

export const Links = () => (
  <PaymentLinkList
    data-plain
    limit={10}
    columns={['amount', 'reference', 'customValues', 'status', 'actions']}
  />
);

export const Share = ({ address }: { address: string }) => (
  <LinkShare data-plain address={address} qrCode="shown" />
);

export const useLinks = () => usePaymentLinks({ page: 1, limit: 10 }).data?.items ?? [];
