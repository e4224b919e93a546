'use client';
import { type HTMLAttributes, useId, useRef, useState } from 'react';
import { withDefaultPageOnlyFields } from '../../core/operations/operationFields.ts';
import type { PermittedTransaction } from '../../core/operations/reversalOptions.ts';
import type { RecordedOperation, TimelineEntry } from '../../core/operations/recorded.ts';
import { isCarriedOut, isOpen, isUnseen, type Phase } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useRecordedOperation } from '../../hooks/useOperationHistory.ts';
import { useOperation, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';
import { useTransaction } from '../../hooks/useTransactions.ts';
import { paymentStatus } from '../../words/enOutcomes.ts';
import type { TransactionListLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import {
  PaymentStatus,
  PaymentStatusAnomalies,
  PaymentStatusSentences,
} from '../payment-status/PaymentStatus.tsx';
import { PaymentStatusDetails } from '../payment-status/unknown.tsx';
import {
  PaymentStatusContext,
  TitleLevelContext,
  usePaymentView,
} from '../payment-status/usePaymentStatus.ts';
import { paymentEnding } from '../payment-status/paymentEnding.ts';
import { type PaymentView } from '../payment-status/paymentView.ts';
import { Receipt } from '../receipt/Receipt.tsx';
import { shownText } from '../kit/shownText.ts';
import { TransactionActionsCapture, TransactionActionsGiveBack } from '../transaction-actions/actions.tsx';
import {
  TransactionActionsAmount,
  TransactionActionsDetails,
  TransactionActionsEntry,
  TransactionActionsFacts,
  TransactionActionsRoot,
  TransactionActionsStatus,
  TransactionActionsTitle,
  TransactionActionsWhyNot,
} from '../transaction-actions/TransactionActions.tsx';
import type { DetailProps } from './useTransactionList.ts';

/** What happened to a payment, and what may be done with it. */
export function TransactionListDetail(props: DetailProps) {
  const { operation: listed, undoneCents, summaryId, labels, options, onDone } = props;
  const operations = useTerminalOperations();
  const { id } = listed;
  const record = useRecordedOperation({ id });
  // The state in the record may be newer than that in the list.
  const operation = record.data?.operation ?? listed;
  const own = useOperation(id);
  const view = usePaymentView(
    withDefaultPageOnlyFields(operation),
    useLabels('paymentStatus', paymentStatus),
  );
  const done = isUnseen(own ?? operation) && (
    <Button
      onClick={() => {
        operations.acknowledge(id);
        onDone();
      }}
    >
      {labels.acknowledge}
    </Button>
  );
  const actions = options.actions?.(operation);
  const order = shownText(operation.orderNumber);
  const [isSlipShown, setIsSlipShown] = useState(false);
  const slip = !isOpen(operation) && (
    <Button
      className="tillkit-transaction-list-slip"
      aria-expanded={isSlipShown}
      onClick={() => setIsSlipShown(!isSlipShown)}
    >
      {labels.slip}
    </Button>
  );
  // A payment that was under way or unknown when its row was opened keeps its live status after its end. If this page
  // does not follow the payment, a hint is shown instead.
  const [isFollowed] = useState(() => isOpen(listed));
  // The region is named by its own label and the row's text, so that the regions of two rows differ in name.
  const regionId = useId();
  const region = { id: regionId, 'aria-labelledby': `${regionId} ${summaryId}` };
  return (
    <TitleLevelContext.Provider value={3}>
      <div className="tillkit-stack" data-plain="">
        {isFollowed && own && <PaymentStatus {...region} operationId={own.id} actions={done} />}
        {isFollowed && !own && <p className="tillkit-hint">{labels.elsewhere}</p>}
        {!isFollowed && <Ended operation={operation} view={view} region={region} />}
        {order && options.orderHref && (
          <p>
            <a className="tillkit-link" href={options.orderHref(order)}>
              {labels.order({ number: order })}
            </a>
          </p>
        )}
        <Timeline entries={record.data?.timeline ?? []} view={view} labels={labels} />
        {(slip || actions || (done && !isFollowed)) && (
          <div className="tillkit-actions">
            {slip}
            {actions}
            {!isFollowed && done}
          </div>
        )}
        {slip && isSlipShown && (
          <Receipt
            operation={undoneCents === undefined ? operation : { ...operation, confirmedCents: undoneCents }}
            reprint
            {...options.receipt}
          />
        )}
      </div>
    </TitleLevelContext.Provider>
  );
}

/** What names the region of an opened row. */
type Region = Pick<HTMLAttributes<HTMLElement>, 'id' | 'aria-labelledby'>;

interface EndedProps {
  operation: RecordedOperation;
  view: PaymentView;
  region: Region;
}

/** What the outcome means. If the payment moved money: what is left of it, and what may be done with it. */
function Ended({ operation, view, region }: EndedProps) {
  const { id, kind, pnRefNum, provider } = operation;
  const isSale = kind === 'pay' || kind === 'preAuth';
  const hasTransaction = pnRefNum !== undefined && (!isSale || isCarriedOut(operation));
  const { data, isLoading } = useTransaction({ pnRefNum: hasTransaction ? pnRefNum : undefined, provider });
  // After a restart, a service may use a reference again. If so, the later sale's transaction is not shown.
  const transaction = data?.operations.some((one) => one.id === id) ? data : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const { labels } = view;
  // Whether the amount is still held, not collected or released. False while the transaction is being read.
  const isHeld = !isLoading && transaction?.isHeld !== false;
  const ended = paymentEnding(view);
  const ending = ended && {
    ...ended,
    sentences: ended.sentences.filter(({ text }) => isHeld || text !== labels.authorizedSentence),
  };
  return (
    <PaymentStatusContext.Provider value={{ labels, view, ending, heading, approval: {} }}>
      <PaymentStatusSentences />
      <PaymentStatusAnomalies />
      {transaction ? (
        <Actions transaction={transaction} isSale={isSale} region={region} />
      ) : (
        !isLoading && <PaymentStatusDetails />
      )}
    </PaymentStatusContext.Provider>
  );
}

interface ActionsProps {
  transaction: PermittedTransaction;
  isSale: boolean;
  region: Region;
}

/** The transaction's facts and actions. A sale's title and amount are not shown, because the row above is the sale. */
function Actions({ transaction, isSale, region }: ActionsProps) {
  return (
    <TransactionActionsRoot {...region} transaction={transaction}>
      <TransactionActionsEntry>
        <TransactionActionsFacts>
          <TransactionActionsTitle className={isSale ? 'tillkit-visually-hidden' : undefined} />
          {!isSale && <TransactionActionsAmount />}
          <TransactionActionsDetails />
        </TransactionActionsFacts>
        <TransactionActionsWhyNot />
        <TransactionActionsCapture />
        <TransactionActionsGiveBack />
      </TransactionActionsEntry>
      <TransactionActionsStatus />
    </TransactionActionsRoot>
  );
}

interface TimelineProps {
  entries: readonly TimelineEntry[];
  view: PaymentView;
  labels: TransactionListLabels;
}

function Timeline({ entries, view, labels }: TimelineProps) {
  const { locale } = usePaymentsContext();
  const timeZone = useTimeZone();
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
  const dateAndTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  // The date of the start is in the row or the list. An entry shows its date only if it differs.
  const firstDate = date.format(view.operation.createdAt);
  const timeOf = (at: number) => (date.format(at) === firstDate ? time : dateAndTime).format(at);
  const lines = entries.flatMap((entry) => {
    const text = sentenceOf(entry, view, labels);
    return text === undefined ? [] : [{ at: entry.at, text }];
  });
  if (lines.length === 0) return null;
  return (
    <section className="tillkit-transaction-list-history">
      <h3>{labels.history}</h3>
      <ol>
        {lines.map(({ at, text }, index) => (
          <li key={index}>
            <time className="tillkit-figures" dateTime={new Date(at).toISOString()}>
              {timeOf(at)}
            </time>{' '}
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An entry of the timeline in words. Undefined if the entry tells a shop nothing. */
function sentenceOf(
  entry: TimelineEntry,
  view: PaymentView,
  labels: TransactionListLabels,
): string | undefined {
  switch (entry.type) {
    case 'operation':
      return phaseSentence(entry.to, view, labels);
    case 'resolved':
      return labels.resolved({ charged: entry.charged, basis: entry.basis, actor: entry.actor });
    case 'approved':
      return labels.approvedBy({ actor: entry.actor });
    case 'acknowledged':
      return labels.seenBy({ actor: entry.actor });
    case 'anomaly':
      return labels.doubtful;
    default:
      return undefined;
  }
}

function phaseSentence(phase: Phase, view: PaymentView, labels: TransactionListLabels): string | undefined {
  const { operation } = view;
  const { actor } = operation as Partial<RecordedOperation>;
  if (phase === 'sending') return labels.startedBy({ actor });
  if (phase === 'waiting') return labels.atTerminal;
  if (phase === 'unknown') return labels.becameUnknown;
  // The timeline has a separate entry for the resolution, so this phase needs no sentence.
  if (phase === 'resolved') return undefined;
  return paymentEnding(view.viewOf({ ...operation, phase, anomalies: [] }))?.title;
}
