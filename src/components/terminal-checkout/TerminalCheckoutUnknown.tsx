'use client';
import { useId, useRef } from 'react';
import { isUnseen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentStatus } from '../../words/enOutcomes.ts';
import { openOperations } from '../../words/enTitles.ts';
import { Button } from '../kit/Button.tsx';
import { amountText, useMoney } from '../kit/useMoney.ts';
import { Icon } from '../kit/Icon.tsx';
import { OperationRows, useOperationRows } from '../open-operations/OpenOperations.tsx';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { usePaymentView } from '../payment-status/usePaymentStatus.ts';
import { paymentEnding } from '../payment-status/paymentEnding.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { definePart, useEntry, useIsTerminalHeld, useCheckout } from './useCheckoutContext.ts';

/** The outcome of the previous sale, or the late outcome of an earlier operation, in one line until acknowledged. */
export const TerminalCheckoutLast = /*#__PURE__*/ definePart(
  'div',
  function TerminalCheckoutLast({ sale, unknown }) {
    const { labels, focus } = useEntry();
    const [late] = unknown.ended;
    const last = useOperation(late?.id ?? sale.leftId);
    const view = usePaymentView(last, useLabels('paymentStatus', paymentStatus));
    const ending = view && paymentEnding(view);
    if (!view || !ending || !last || !isUnseen(last)) return undefined;
    return {
      role: 'group',
      'aria-label': labels.lastSale,
      className: 'tillkit-terminal-checkout-last',
      state: { tone: ending.tone },
      children: (
        <>
          <span className="tillkit-payment-status-mark">
            <Icon name={ending.icon} />
          </span>
          <p>
            <b>{ending.title}</b> {view.amount && <bdi className="tillkit-figures">{view.amount}</bdi>}{' '}
            <bdi className="tillkit-terminal-checkout-last-where">{view.terminal}</bdi>
          </p>
          <Button
            data-size="small"
            onClick={() => {
              if (late) unknown.see(late);
              else sale.seeLeft();
              focus('amount');
            }}
          >
            {labels.seenLast}
          </Button>
        </>
      ),
    };
  },
);

/** The sum of several operations; undefined if their kinds or currencies differ. */
function useSum(unknowns: readonly TerminalOperation[]): string | undefined {
  const { locale } = usePaymentsContext();
  const money = useMoney();
  const sorts = new Set(unknowns.map(({ kind, currency = money.currency }) => `${kind} ${currency}`));
  if (sorts.size !== 1 || unknowns.some(({ amountCents }) => amountCents === undefined)) return undefined;
  const cents = unknowns.reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
  const currency = unknowns[0]?.currency ?? money.currency;
  return amountText(formatCentsToParts(cents, { locale, currency }));
}

/** The operations to check, in place of the form: one with its status, several as a list in which a person opens one. */
function Checks({ id }: { id: string }) {
  const { labels, unknown } = useCheckout();
  const words = useLabels('openOperations', openOperations);
  const region = useRef<HTMLDivElement>(null);
  const { unknowns, ended, leaveCheck, see } = unknown;
  const all = [...unknowns, ...ended].toSorted((a, b) => b.createdAt - a.createdAt);
  const list = useOperationRows(all, region);
  const [only, other] = all;
  const terminal = useTerminalTitle(unknowns[0]?.terminalId ?? '');
  const later = (
    <>
      {unknowns.length === 1 && <p className="tillkit-hint">{labels.decideLaterHint({ terminal })}</p>}
      <Button data-variant="quiet" onClick={leaveCheck}>
        {labels.decideLater}
      </Button>
    </>
  );
  const seen = only && (
    <Button
      onClick={() => {
        see(only);
        leaveCheck();
      }}
    >
      {words.acknowledge}
    </Button>
  );
  return (
    <div className="tillkit-terminal-checkout-checks" id={id} ref={region} tabIndex={-1}>
      {only && !other ? (
        <PaymentStatus operationId={only.id} actions={isUnseen(only) ? seen : later} />
      ) : (
        <>
          <OperationRows list={list} labels={words} />
          <div className="tillkit-actions">{later}</div>
        </>
      )}
    </div>
  );
}

/**
 * One button for all operations whose outcome is unknown. It names the amount and terminal of one operation, or the
 * count and sum of several. A press shows how to find out the outcomes.
 */
export const TerminalCheckoutUnknown = /*#__PURE__*/ definePart(
  'div',
  function TerminalCheckoutUnknown({ sale, labels, unknown }) {
    const { unknowns, isChecking, check, leaveCheck } = unknown;
    const [first, second] = unknowns;
    const count = useCount();
    const amount = useSum(unknowns);
    const title = useTerminalTitle(first?.terminalId ?? '');
    const isHeld = useIsTerminalHeld(sale);
    const checksId = useId();
    // If the refusal below the form already shows the operation that holds the terminal, this button is hidden.
    if (sale.shown || (!isChecking && (isHeld || !first))) return undefined;
    const terminal = second ? undefined : title;
    return {
      className: 'tillkit-terminal-checkout-unknown',
      children: (
        <>
          {first && (
            <button
              type="button"
              className="tillkit-terminal-checkout-pill tillkit-figures"
              aria-expanded={isChecking}
              aria-controls={isChecking ? checksId : undefined}
              onClick={isChecking ? leaveCheck : check}
            >
              <Icon name="question" />
              <span>{labels.unknown({ count: count(unknowns.length), amount, terminal })}</span>
              <Icon name="chevron" />
            </button>
          )}
          {isChecking && <Checks id={checksId} />}
        </>
      ),
    };
  },
);
