/** When a payment is asked about before it is sent. */
export interface CheckoutConfirm {
  /** `auto` asks above `confirmAboveCents`, and never without it. Default `auto`. */
  confirm?: 'auto' | 'always' | 'never' | undefined;
  /** In cents; the amount itself is not above it. */
  confirmAboveCents?: number | undefined;
}

export function needsConfirm(
  cents: number,
  { confirm = 'auto', confirmAboveCents = Infinity }: CheckoutConfirm,
): boolean {
  switch (confirm) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'auto':
      return cents > confirmAboveCents;
  }
}
