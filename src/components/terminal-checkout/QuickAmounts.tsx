'use client';
import { useMoney } from '../amount-field/useMoney.ts';

export interface QuickAmountsProps {
  amountsCents: readonly number[];
  /** The amount that is entered, in cents. */
  value: number | null;
  label: string;
  onChoose: (cents: number) => void;
}

/** Amounts that one press enters. */
export function QuickAmounts({ amountsCents, value, label, onChoose }: QuickAmountsProps) {
  const { format } = useMoney();
  return (
    <fieldset className="tillkit-terminal-checkout-quick" aria-label={label}>
      {amountsCents.map((cents) => (
        <button
          key={cents}
          type="button"
          className="tillkit-button"
          data-size="small"
          aria-pressed={cents === value}
          onClick={() => onChoose(cents)}
        >
          <bdi className="tillkit-figures">{format(cents)}</bdi>
        </button>
      ))}
    </fieldset>
  );
}
