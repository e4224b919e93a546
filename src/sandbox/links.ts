import type { IdSource } from './terminals.ts';

/** A payment link. Amounts in cents. */
export interface SandboxLink {
  id: string;
  reference: string;
  isPaid: boolean;
  amount: number;
  totalAmount: number;
  createdAt: number;
  customValues: readonly unknown[];
  /** Whether the link existed from the start. Otherwise a request created it. */
  isSeed: boolean;
}

const dayMs = 86_400_000;
const firstReference = 1001;

export function createSeedLinks(ids: IdSource, now: number): SandboxLink[] {
  const older = [
    { daysAgo: 9, amount: 4_500, isPaid: true, customer: 'C-2041' },
    { daysAgo: 4, amount: 12_900, isPaid: false, customer: 'C-2077' },
    { daysAgo: 1, amount: 1_250, isPaid: false, customer: 'C-2080' },
  ];
  return older.map(({ daysAgo, amount, isPaid, customer }, index) => ({
    id: ids.word(),
    reference: linkReference(index),
    isPaid,
    amount,
    totalAmount: amount,
    createdAt: now - daysAgo * dayMs,
    customValues: [{ key: 'customer-reference', label: 'Customer reference', value: customer }],
    isSeed: true,
  }));
}

export function linkReference(index: number): string {
  return `PL-${firstReference + index}`;
}

/** A link as the service lists it. The URL has no scheme, because a real service was seen to leave the scheme out. */
export function toLinkJson(link: SandboxLink): object {
  return {
    id: link.id,
    paymentLink: `pay.sandbox.test/l/${link.id}`,
    paymentRequestId: `pr-${link.id}`,
    reference: link.reference,
    status: link.isPaid ? 'paid' : 'unpaid',
    paid: link.isPaid,
    amount: link.amount,
    totalAmount: link.totalAmount,
    paidAmount: link.isPaid ? link.totalAmount : 0,
    createdAt: new Date(link.createdAt).toISOString(),
    customValues: link.customValues,
  };
}

/** A tax that is set up for the merchant's payment links. */
export interface SandboxTax {
  id: string;
  name: string;
  percent: number;
}

export const sandboxTaxes: readonly SandboxTax[] = [
  { id: 'tax-standard', name: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', name: 'Reduced rate', percent: 5 },
];

/** The sum of the taxes with these ids (cents), each rounded by itself. */
export function totalTaxCents(amount: number, ids: readonly unknown[]): number {
  return sandboxTaxes
    .filter(({ id }) => ids.includes(id))
    .reduce((sum, { percent }) => sum + Math.round((amount * percent) / 100), 0);
}
