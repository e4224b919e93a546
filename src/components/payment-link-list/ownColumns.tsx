'use client';
import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { LinkColumn, OwnColumn, PaymentLinkColumnId } from './linkColumns.ts';
import { LinkStatus } from './LinkStatus.tsx';
import { statusOf, statusWords } from './linkStatusWords.ts';
import { LinkTime } from './LinkTime.tsx';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';
import { isoTime } from '../time/useServiceTime.ts';

export interface ColumnFormats {
  currency: string;
  /** As money; undefined for no amount. */
  money: (cents: number | undefined) => string | undefined;
  /** As decimal text; empty where there is none. */
  decimal: (cents: number | undefined) => string;
  time: (value: string) => string | undefined;
}

/** The list's own columns, in the host's words and formats. */
export function ownColumns(
  labels: PaymentLinkListLabels,
  { currency, money, decimal, time }: ColumnFormats,
): Record<PaymentLinkColumnId, OwnColumn> {
  const amountColumn = (label: string, centsOf: (link: PaymentLink) => number | undefined): OwnColumn => ({
    label,
    fileLabel: `${label} (${currency})`,
    render: (link) => money(centsOf(link)) ?? labels.absent,
    text: (link) => decimal(centsOf(link)),
    words: (link) => `${decimal(centsOf(link))} ${money(centsOf(link)) ?? ''}`,
    template: '$0,000.00',
  });
  const textColumn = (label: string, textOf: (link: PaymentLink) => string): OwnColumn => ({
    label,
    render: (link) => <bdi>{textOf(link) || labels.absent}</bdi>,
    text: textOf,
    template: 'PL-0000',
  });
  return {
    amount: amountColumn(labels.amount, (link) => link.totalAmountCents ?? link.amountCents),
    paidAmount: amountColumn(labels.paidAmount, (link) => link.paidAmountCents),
    status: {
      label: labels.status,
      render: (link) => <LinkStatus link={link} labels={labels} />,
      text: (link) => statusOf(link) ?? '',
      words: (link) => `${statusOf(link) ?? ''} ${statusWords(link, labels) ?? ''}`,
      template: labels.unpaid,
    },
    reference: textColumn(labels.reference, ({ reference = '' }) => reference),
    id: textColumn(labels.id, ({ id }) => id),
    created: {
      label: labels.created,
      render: (link) => <LinkTime value={link.createdAt} absent={labels.absent} />,
      text: ({ createdAt = '' }) => isoTime(createdAt),
      words: ({ createdAt = '' }) => `${isoTime(createdAt)} ${time(createdAt) ?? ''}`,
      template: 'Jan 00, 0000, 00:00',
    },
    customValues: textColumn(labels.customValues, ({ customValues }) =>
      customValues.map((value) => `${nameOf(value)}: ${contentOf(value)}`).join(' · '),
    ),
    actions: {
      label: labels.actions,
      fileLabel: labels.address,
      text: ({ paymentLink, addressText = '' }) => paymentLink ?? maskCardNumbers(addressText),
    },
  };
}

type CustomValue = PaymentLink['customValues'][number];

const nameOf = ({ key, label }: CustomValue) => maskCardNumbers(label ?? key);
const contentOf = ({ value, valueLabel }: CustomValue) => maskCardNumbers(valueLabel ?? value);

/** One column for each custom value on the page. */
export function customValueColumns(links: readonly PaymentLink[]): LinkColumn[] {
  const values = new Map(links.flatMap((link) => link.customValues.map((value) => [value.key, value])));
  return [...values.values()].map((value) => ({
    id: value.key,
    label: nameOf(value),
    text: (link) =>
      link.customValues
        .filter(({ key }) => key === value.key)
        .map(contentOf)
        .join('; '),
  }));
}
