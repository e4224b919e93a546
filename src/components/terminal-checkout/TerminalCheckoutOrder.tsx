'use client';
import { useEffect, useRef } from 'react';
import { useOrder } from '../../hooks/useOrder.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { countIn } from '../../words/plural.ts';
import { Button } from '../kit/Button.tsx';
import { useMoney } from '../kit/useMoney.ts';
import { isLocked } from '../kit/fields.tsx';
import { definePart, useEntry } from './useCheckoutContext.ts';
import type { KnownOrder } from './useCheckoutOrder.ts';

const none = { number: '', totalCents: 0 };

const mostPeople = 20;

/** Splits what is due in equal parts. */
const TerminalCheckoutSplit = /*#__PURE__*/ definePart('fieldset', function TerminalCheckoutSplit() {
  const { sale, labels } = useEntry();
  const { locale } = usePaymentsContext();
  const { format } = useMoney();
  const { order } = sale;
  if (!order?.figures) return undefined;
  const { dueCents } = order.figures;
  const shares = order.split ? sharesDue(dueCents, order.split) : [dueCents];
  const people = shares.length;
  const most = Math.min(mostPeople, dueCents);
  const splitBetween = (count: number) => {
    order.splitBetween(count);
    sale.change({ amountCents: equalShares(dueCents, count)[0] ?? null });
  };
  const list = new Intl.ListFormat(locale, { style: 'short', type: 'unit' });
  const button = (label: string, sign: string, count: number) => {
    const press = count >= 1 && count <= most ? () => splitBetween(count) : undefined;
    return (
      <Button
        data-size="small"
        aria-label={label}
        aria-disabled={!press || undefined} // unlike `disabled`, keeps the focus
        onClick={press}
      >
        {sign}
      </Button>
    );
  };
  return {
    className: 'tillkit-terminal-checkout-split',
    'aria-label': labels.split,
    children: (
      <>
        <span aria-hidden="true">{labels.split}</span>
        <div className="tillkit-terminal-checkout-people">
          {button(labels.splitFewer, '−', people - 1)}
          <output>{labels.splitInto({ people: countIn(locale)(people) })}</output>
          {button(labels.splitMore, '+', people + 1)}
        </div>
        {people > 1 && (
          <bdi className="tillkit-hint tillkit-figures">
            {list.format(shares.map((cents) => format(cents)))}
          </bdi>
        )}
      </>
    ),
  };
});

/** What was paid for the order, and what is due. Fills in the amount: all that is due, or one of several equal parts. */
export const TerminalCheckoutOrder = /*#__PURE__*/ definePart('div', function TerminalCheckoutOrder() {
  const { sale, labels } = useEntry();
  const { order } = sale;
  const { number, totalCents } = order ?? none;
  const { data, error, isAvailable } = useOrder({
    number,
    totalCents,
    query: { enabled: order !== undefined },
  });
  const { client } = usePaymentsContext();
  const { format } = useMoney();
  const isKept = isAvailable || !client.hasRecord || !error;
  const learn = order?.learn;
  const learned = useRef<unknown>(undefined);
  useEffect(() => {
    const now = JSON.stringify([data, isKept]);
    if (learned.current === now) return;
    learned.current = now;
    learn?.(data, isKept);
  });
  useFilledAmount(order);
  if (!order) return undefined;
  const due = data?.dueCents ?? 0;
  const figures = data
    ? ([
        [labels.orderTotal, data.totalCents],
        [labels.orderPaid, data.paidCents],
        ...(data.pendingCents > 0 ? ([[labels.orderPending, data.pendingCents]] as const) : []),
        [labels.orderDue, due],
      ] as const)
    : [];
  const unread = error && isAvailable ? labels.orderUnread : undefined;
  const note =
    unread ?? (isAvailable ? undefined : client.hasRecord ? labels.orderUnread : labels.orderAlone);
  return {
    className: 'tillkit-terminal-checkout-order',
    children: (
      <>
        {data && (
          <dl className="tillkit-terminal-checkout-order-figures">
            {figures.map(([name, cents]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi className="tillkit-figures">{format(cents)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {due === 0 && data?.pendingCents === 0 && <p className="tillkit-hint">{labels.orderSettled}</p>}
        {note && <p className="tillkit-hint">{note}</p>}
        {due > 1 && !isLocked(sale.fields.amount) && <TerminalCheckoutSplit />}
      </>
    ),
  };
});

/** The next amount to take (cents): all that is due, or the next equal share. Null once nothing is due. */
function nextCents({ figures, split }: KnownOrder): number | null | undefined {
  if (!figures) return undefined;
  if (figures.dueCents === 0) return null;
  return split ? sharesDue(figures.dueCents, split)[0] : figures.dueCents;
}

/** Enters what is due, unless a person has entered something else. */
function useFilledAmount(order: KnownOrder | undefined): void {
  const { sale } = useEntry();
  const filled = useRef<number | null>(null);
  const next = order && nextCents(order);
  useEffect(() => {
    const typed = sale.typed.get();
    if (next === undefined || isLocked(sale.fields.amount)) return;
    if (typed !== null && typed !== filled.current) return;
    filled.current = next;
    if (typed !== next) sale.change({ amountCents: next });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each amount that is due
  }, [next, order?.number]);
}

/** Equal parts of an amount (cents). If it does not divide evenly, the last parts are a cent larger. */
export function equalShares(cents: number, people: number): number[] {
  const share = Math.floor(cents / people);
  const larger = cents - share * people;
  return Array.from({ length: people }, (_, at) => share + (at < people - larger ? 0 : 1));
}

/** The shares still due (cents). The first share is smaller if a part of it is already paid. */
export function sharesDue(
  dueCents: number,
  { people, ofCents }: { people: number; ofCents: number },
): number[] {
  let takenCents = Math.max(0, ofCents - dueCents);
  // After a refund or another dish, more may be due than at the split. Then the larger amount is divided.
  return equalShares(Math.max(ofCents, dueCents), people).flatMap((share) => {
    const left = share - Math.min(share, takenCents);
    takenCents -= share - left;
    return left > 0 ? left : [];
  });
}
