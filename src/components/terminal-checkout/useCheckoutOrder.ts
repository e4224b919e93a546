'use client';
import { useState } from 'react';
import type { OrderFigures } from '../../core/operations/terminalOperation.ts';

/** The order of which a checkout takes a part. */
export interface CheckoutOrder {
  number: string;
  /** What the whole order costs (cents), without tips. */
  totalCents: number;
}

/** An order as its part of the form knows it. */
export interface KnownOrder extends CheckoutOrder {
  /** Undefined until they were read. */
  figures: OrderFigures | undefined;
  /** False if the gateway keeps no orders: then the total is not sent. */
  isKept: boolean;
  /** In how many equal parts what was due then is split; undefined: not split. */
  split: { people: number; ofCents: number } | undefined;
  learn: (figures: OrderFigures | undefined, isKept: boolean) => void;
  splitBetween: (people: number) => void;
}

const unknown = { figures: undefined, isKept: true, split: undefined };

/** What is known of the host's order. It begins anew with each order number. */
export function useCheckoutOrder(order: CheckoutOrder | undefined): KnownOrder | undefined {
  const [known, setKnown] = useState<Pick<KnownOrder, 'figures' | 'isKept' | 'split'> & { number?: string }>(
    unknown,
  );
  if (!order) return undefined;
  const { number, totalCents } = order;
  const { figures, isKept, split } = known.number === number ? known : unknown;
  return {
    number,
    totalCents,
    figures,
    isKept,
    split,
    learn: (next, kept) => setKnown({ number, figures: next, isKept: kept, split }),
    splitBetween: (people) =>
      setKnown({
        number,
        figures,
        isKept,
        split: people > 1 && figures ? { people, ofCents: figures.dueCents } : undefined,
      }),
  };
}
