/** An order as the host names it. */
export interface OrderReference {
  number: string;
  /** What the whole order costs (cents), without tips. */
  totalCents: number;
  /** ISO 4217. */
  currency?: string | undefined;
}

/** A part of an order that was paid without a terminal, such as cash or a voucher. */
export interface OrderLeg {
  id: string;
  /** What it was paid with, in the host's word, such as `cash`. */
  name: string;
  currency: string;
  /** Negative: given back. */
  cents: number;
  at: number;
  /** Who recorded it, in the host's words. */
  actor?: string | undefined;
}

/** A leg to be recorded. `id`: 16 to 128 letters, digits, `-` or `_`, made anew for each leg. */
export type NewOrderLeg = Pick<OrderLeg, 'id' | 'name' | 'cents'>;

/** What all tills took of an order. Amounts are cents without tips. */
export interface OrderFigures extends OrderReference {
  /** Paid at a terminal or recorded as legs, less what was given back. */
  paidCents: number;
  /** Held, or open or unknown: counts as taken until the outcome says otherwise. */
  pendingCents: number;
  /** What is left to take. */
  dueCents: number;
  /** When paid first reached the total. */
  paidAt?: number | undefined;
}
