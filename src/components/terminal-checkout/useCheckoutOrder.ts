'use client';
import { useState } from 'react';
import type { OrderFigures } from '../../core/operations/terminalOperation.ts';

/** The order that a payment is a part of. */
export interface CheckoutOrder {
  number: string;
  /** What the whole order costs (cents), without tips. */
  totalCents: number;
}

interface OrderState {
  number?: string;
  /** What is paid and due; undefined until the order is read. */
  figures: OrderFigures | undefined;
  /** False if the gateway keeps no orders. The order's total is then not sent. */
  isKept: boolean;
  /** If the order was split: how many people share `ofCents`, the amount that was due when it was split. */
  split: { people: number; ofCents: number } | undefined;
}

const unknown: OrderState = { figures: undefined, isKept: true, split: undefined };

/** What is known about the host's order. After the order number changes, nothing is known until the order is read. */
export function useCheckoutOrder(order: CheckoutOrder | undefined) {
  const [state, setState] = useState(unknown);
  if (!order) return undefined;
  const { number, totalCents } = order;
  const known = { ...(state.number === number ? state : unknown), number, totalCents };
  const { figures, split } = known;
  return {
    ...known,
    learn: (next: OrderFigures | undefined, isKept: boolean) =>
      setState({ number, figures: next, isKept, split }),
    splitBetween: (people: number) =>
      setState({
        ...known,
        split: people > 1 && figures ? { people, ofCents: figures.dueCents } : undefined,
      }),
  };
}

export type KnownOrder = NonNullable<ReturnType<typeof useCheckoutOrder>>;
