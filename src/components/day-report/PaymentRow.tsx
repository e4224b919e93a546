'use client';
import type { ReactNode } from 'react';
import { withDefaultPageOnlyFields } from '../../core/operations/operationFields.ts';
import type { RecordedOperation } from '../../core/operations/recorded.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';
import { order } from '../../words/enDay.ts';
import { openOperations } from '../../words/enTitles.ts';
import type { TransactionListLabels } from '../../words/words.ts';
import { Icon } from '../kit/Icon.tsx';
import { useMoneyText } from '../kit/useMoney.ts';
import { shownText } from '../kit/shownText.ts';
import { createInstantToDate } from '../kit/useShopDay.ts';
import { rowOutcome } from '../payment-status/paymentView.ts';
import { useRowView } from '../payment-status/useViewOf.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { givenBackKinds } from './dayFigures.ts';
import { useDayReportContext } from './useDayReport.ts';

const english = { order } as TransactionListLabels;

interface RowProps {
  at: number;
  amount: ReactNode;
  terminalId: string;
  orderNumber: string | undefined;
  kind?: string;
  state?: ReactNode;
}

export function Row({ at, amount, terminalId, orderNumber, kind, state }: RowProps) {
  const { locale } = usePaymentsContext();
  const timeZone = useTimeZone();
  const labels = useLabels('transactionList', english);
  const terminal = useTerminalTitle(terminalId);
  const { period } = useDayReportContext();
  // The date is shown unless it is the report's: a day that begins in the night, for example, has two.
  const dateStyle = createInstantToDate(timeZone)(at) === period?.date ? undefined : 'medium';
  const time = new Intl.DateTimeFormat(locale, { timeZone, dateStyle, timeStyle: 'short' }).format(at);
  return (
    <li className="tillkit-day-report-row">
      <span className="tillkit-figures">{time}</span> {kind && <span>{kind}</span>}{' '}
      <bdi className="tillkit-day-report-amount tillkit-figures">{amount}</bdi>{' '}
      <span className="tillkit-day-report-where">
        {state && <span>{state}</span>} <bdi>{terminal}</bdi>{' '}
        {orderNumber && <bdi>{labels.order({ number: shownText(orderNumber) })}</bdi>}
      </span>
    </li>
  );
}

interface PaymentRowProps {
  operation: RecordedOperation;
  /** The amount that a void undid (cents), if it is known. */
  undoneCents?: number | undefined;
  /** Whether the row leaves out the payment's state, because the heading above the rows says it. */
  hidesState?: boolean;
}

/** A payment in one line. Shows the approved amount or, if none is known or no money moved, the requested amount. */
export function PaymentRow({ operation, undoneCents, hidesState = false }: PaymentRowProps) {
  const openLabels = useLabels('openOperations', openOperations);
  const money = useMoneyText();
  const ending = rowOutcome(useRowView()(withDefaultPageOnlyFields(operation)));
  const { kind, phase, currency, amountCents, confirmedCents = amountCents } = operation;
  const isBack = (givenBackKinds as readonly string[]).includes(kind);
  const shownCents = ending?.moved === 'none' ? amountCents : confirmedCents;
  // For a void, the service may name an amount that was never paid. The row shows what the void undid.
  const cents = kind === 'void' ? undoneCents : shownCents;
  const text = cents === undefined ? '' : money(isBack ? -cents : cents, currency);
  const underWay = phase === 'sending' ? openLabels.sending : openLabels.waiting;
  return (
    <Row
      at={operation.createdAt}
      kind={openLabels.kind({ kind })}
      amount={ending?.moved === 'none' ? <s>{text}</s> : text}
      terminalId={operation.terminalId}
      orderNumber={operation.orderNumber}
      state={
        !hidesState && (
          <>
            <Icon name={ending?.icon ?? 'clock'} /> {ending?.title ?? underWay}
          </>
        )
      }
    />
  );
}

export function FigureLine({ term, figure }: { term: ReactNode; figure: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <bdi className="tillkit-figures">{figure}</bdi>
      </dd>
    </div>
  );
}
