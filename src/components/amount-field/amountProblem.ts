import { countIn } from '../../hooks/useLabels.ts';
import type { AmountFieldLabels, AmountProblem } from './amountFieldLabels.ts';
import type { Money } from './useMoney.ts';

/** The sentence that says what is wrong with an amount. */
export function amountProblem(
  problem: AmountProblem,
  labels: AmountFieldLabels,
  { money, min, max }: { money: Money; min: number; max: number },
): string {
  switch (problem) {
    case 'empty':
      return labels.empty;
    case 'invalid-char':
      return labels.invalidCharacter;
    case 'mixed-digits':
      return labels.mixedDigits;
    case 'bad-grouping':
      return labels.badGrouping({ example: money.format(123_456) });
    case 'too-many-decimals':
      return labels.tooManyDecimals({ digits: countIn(money.locale)(money.digits) });
    case 'negative':
      return labels.negative;
    case 'too-small':
      return labels.tooSmall({ min: money.format(min) });
    case 'too-large':
      return labels.tooLarge({ max: money.format(max) });
    case 'currency-mismatch':
      return labels.currencyMismatch({ currency: money.currency });
    case 'inexact':
      return labels.inexact;
  }
}
