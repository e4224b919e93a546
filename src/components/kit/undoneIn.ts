import type { RecordedOperation } from '../../core/operations/recorded.ts';
import { approvedCents, isCarriedOut } from '../../core/operations/terminalOperation.ts';

/**
 * The amount that each void undid (cents), by the void's id: the approved amount of the sale or capture with the same
 * reference. Undefined if there is none, or one in another currency, or if a further operation with this reference
 * moved money.
 */
export function undoneIn(operations: readonly RecordedOperation[]): ReadonlyMap<string, number | undefined> {
  const moved = operations.filter((operation) => operation.kind !== 'preAuth' && isCarriedOut(operation));
  const voids = moved.filter(({ kind }) => kind === 'void');
  return new Map(
    voids.map(({ id, pnRefNum, provider, currency }) => {
      const others = moved.filter(
        (one) => one.id !== id && one.pnRefNum === pnRefNum && one.provider === provider,
      );
      const [sale] = others;
      const isSale = others.length === 1 && (sale?.kind === 'pay' || sale?.kind === 'capture');
      // A list shows the amount in the void's currency, so an amount in another currency counts as unknown.
      const isKnown = isSale && (sale.currency ?? currency) === (currency ?? sale.currency);
      return [id, isKnown ? approvedCents(sale) : undefined] as const;
    }),
  );
}
