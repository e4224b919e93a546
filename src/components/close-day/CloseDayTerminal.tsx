'use client';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { RecordedTransaction } from '../../core/operations/recorded.ts';
import { createOperationId } from '../../core/operations/operationId.ts';
import { isOpen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { PaymentsError } from '../../core/errors.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useTerminalOperations } from '../../hooks/useOperations.ts';
import { useOutcome } from '../../hooks/useOutcome.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { openOperations } from '../../words/enTitles.ts';
import { type Batch, useBatch } from '../close-batch/useBatch.ts';
import { Button } from '../kit/Button.tsx';
import { Chunk, createChunkLoader } from '../kit/Chunk.tsx';
import { Icon } from '../kit/Icon.tsx';
import { RefusalNotice, useQuestionState } from '../kit/Question.tsx';
import { shownText } from '../kit/shownText.ts';
import { useMoneyText } from '../kit/useMoney.ts';
import { useTimeOfDay } from '../kit/useServiceTime.ts';
import { OperationRows, useIsReady, useOperationRows } from '../open-operations/OpenOperations.tsx';
import { StartRefusal } from '../payment-status/PaymentStatus.tsx';
import { useTicking } from '../payment-status/usePaymentStatus.ts';
import { Sums, useDayName, useFigures } from './boardFigures.tsx';
import { ClosingQuestion } from './CloseDayQuestion.tsx';
import { type BoardTerminal, definePart, useCloseDayContext } from './useCloseDay.ts';
import type { ForgottenDay, Unclosed } from './useUnclosed.ts';

const outcomeKinds = ['closeBatch'] as const;

interface CloseDayTerminalState {
  /** Nothing at the terminal blocks closing, and there is something to close. */
  ready: boolean;
  /** An open operation at this terminal blocks closing. */
  blocked: boolean;
}

/** A terminal: what it took since its last closing, what blocks closing, and the status of its closing. */
export const CloseDayTerminal = /*#__PURE__*/ definePart(
  'li',
  function CloseDayTerminal(board, { terminal, ...props }: { terminal: BoardTerminal }) {
    const { labels, batchLabels, asked, ask, callbacks } = board;
    const { id, title, isListed, unclosed, isReady } = terminal;
    const batch = useBatch(id);
    const late = useLateDays(terminal);
    const heading = useRef<HTMLHeadingElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    const hintId = useId();
    const isRead = useIsReady();
    const count = useCount();
    const dayName = useDayName();
    useOutcome(batch.operation, callbacks, { kinds: outcomeKinds, flowKey: batch.flowKey });
    useClosers(id, batch, late, heading);
    const isAsked = asked?.at === 'terminal' && asked.terminalIds.includes(id);
    useQuestionState(button, isAsked);
    const isBlocked = batch.inTheWay.length > 0;
    const ended = endingAt(id, board.ended, batch.operation);
    const mayClose = isRead && !isBlocked && !batch.isProviderUnknown && !late.isClosing;
    const isClosing = batch.inTheWay.some(({ kind }) => kind === 'closeBatch');
    const state: CloseDayTerminalState = { ready: isReady, blocked: isBlocked };
    return {
      className: 'tillkit-close-day-terminal',
      state,
      given: props,
      children: (
        <>
          <div className="tillkit-close-day-line">
            <h3 className="tillkit-close-day-name" ref={heading} tabIndex={-1}>
              <bdi>{title}</bdi>
            </h3>
            <Taken unclosed={unclosed} ended={ended} />
            {!isAsked && !isClosing && (
              <Button
                ref={button}
                data-size="small"
                aria-disabled={!mayClose}
                aria-label={labels.closeTerminal({ terminal: title })}
                aria-describedby={isBlocked ? hintId : undefined}
                onClick={() => mayClose && ask({ terminalIds: [id], at: 'terminal', isLateDay: false })}
              >
                {labels.close}
              </Button>
            )}
          </div>
          {!isListed && <p className="tillkit-hint">{labels.unlisted}</p>}
          {isBlocked && !isClosing && (
            <p className="tillkit-hint" id={hintId}>
              {batchLabels.inTheWay({ count: count(batch.inTheWay.length) })}
            </p>
          )}
          <Operations batch={batch} ended={ended} heading={heading} />
          {unclosed?.forgotten.map((day, index) => (
            <Forgotten key={day.date} day={day}>
              {index === 0 && !isAsked && (
                <Button
                  data-size="small"
                  aria-disabled={late.isClosing}
                  onClick={() =>
                    !late.isClosing && ask({ terminalIds: [id], at: 'terminal', isLateDay: true })
                  }
                >
                  {labels.closeLate({ day: dayName(day.date) })}
                </Button>
              )}
            </Forgotten>
          ))}
          {unclosed?.report.holds.map((hold) => (
            <Held key={`${hold.provider} ${hold.pnRefNum}`} hold={hold} />
          ))}
          {late.hasFailed && <RefusalNotice sentence={labels.lateDayFailed} />}
          <StartRefusal refusal={batch.refusal} terminal={title} labels={batchLabels} />
          {isAsked && <ClosingQuestion />}
        </>
      ),
    };
  },
);

/**
 * The ended, unacknowledged closing that a terminal's row shows: the one that this page started, else the newest.
 * Undefined if there is none, or while a closing that this page started is open.
 */
function endingAt(
  terminalId: string,
  allEnded: readonly TerminalOperation[],
  own: TerminalOperation | undefined,
): TerminalOperation | undefined {
  if (own && isOpen(own)) return undefined;
  const ended = allEnded.filter((one) => one.terminalId === terminalId);
  return ended.find(({ id }) => id === own?.id) ?? ended[0];
}

/** Registers the functions that close this terminal. The question calls them after a person answered "yes". */
function useClosers(id: string, batch: Batch, late: LateDays, heading: RefObject<HTMLElement | null>): void {
  const { closers } = useCloseDayContext();
  const { operation } = batch;
  useEffect(() => {
    const { current } = closers;
    const closeBatch = () => {
      // A person who closes again has seen how the last closing ended, so that closing is acknowledged first.
      if (operation && !isOpen(operation)) batch.leave();
      batch.close();
    };
    const close = async () => {
      if (await late.close()) closeBatch();
    };
    current.set(id, {
      close: () => (late.isAny ? void close() : closeBatch()),
      closeLateDay: () => void late.close(1),
      focus: () => heading.current?.focus(),
    });
    return () => void current.delete(id);
  });
}

type LateDays = ReturnType<typeof useLateDays>;

/** Closes a terminal's forgotten days. Also tells whether this is under way, and whether it has failed. */
function useLateDays({ id: terminalId, unclosed }: BoardTerminal) {
  const { record } = useTerminalOperations();
  const [isClosing, setIsClosing] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // If an answer is lost, the next try closes the same day under the same id.
  const ids = useRef(new Map<number, string>());
  const { forgotten = [] } = unclosed ?? {};
  const closeDay = async ({ to }: ForgottenDay) => {
    const id = ids.current.get(to) ?? createOperationId();
    ids.current.set(to, id);
    try {
      await record.closeDay({ terminalId, to, id });
    } catch (error) {
      // `other-state` (status 409): another page has closed the day already, so nothing is left to do.
      if (!(error instanceof PaymentsError && error.refusal?.code === 'other-state')) throw error;
    }
  };
  return {
    isAny: forgotten.length > 0,
    isClosing,
    hasFailed,
    /** Closes the `most` oldest days, in order. Returns whether all of them were closed. */
    close: async (most = forgotten.length): Promise<boolean> => {
      setIsClosing(true);
      setHasFailed(false);
      try {
        for (const day of forgotten.slice(0, most)) await closeDay(day);
        return true;
      } catch {
        setHasFailed(true);
        return false;
      } finally {
        setIsClosing(false);
      }
    },
  };
}

interface TakenProps {
  unclosed: Unclosed | undefined;
  /** The ended closing that the row shows until a person acknowledges it. */
  ended: TerminalOperation | undefined;
}

function Taken({ unclosed, ended }: TakenProps) {
  const { labels, error } = useCloseDayContext();
  const figures = useFigures();
  if (!unclosed)
    return (
      <p className="tillkit-close-day-taken tillkit-hint">
        {error ? labels.notKnown : <span className="tillkit-skeleton">{labels.loading}</span>}
      </p>
    );
  const { payments, isAny, sums } = figures(unclosed.report);
  return (
    <>
      <span className="tillkit-close-day-net">
        <Sums sums={sums} />
      </span>
      <p className="tillkit-close-day-taken">
        <span>{isAny ? payments : unclosed.last ? labels.nothingSince : labels.nothingTaken}</span>{' '}
        <Last unclosed={unclosed} ended={ended} />
      </p>
    </>
  );
}

/** The number and time of the last closing. While the row shows how that closing ended, the time is left out. */
function Last({ unclosed: { terminalId, last }, ended }: TakenProps & { unclosed: Unclosed }) {
  const { labels, onOpen, isAvailable } = useCloseDayContext();
  const { locale, clock } = usePaymentsContext();
  const timeOf = useTimeOfDay();
  const time = useTicking(clock, () => last && timeOf(last.at));
  if (!last) return isAvailable && <span>{labels.neverClosed}</span>;
  const { number } = last;
  const written =
    number === undefined ? undefined : new Intl.NumberFormat(locale, { useGrouping: false }).format(number);
  const isShown = ended?.id === last.operationId;
  if (isShown && written === undefined) return null;
  const text =
    isShown && written !== undefined
      ? labels.number({ number: written })
      : labels.lastClosed({ number: written, time: time ?? '' });
  if (number === undefined || !onOpen) return <span className="tillkit-figures">{text}</span>;
  return (
    <button
      type="button"
      className="tillkit-text-button tillkit-figures"
      onClick={() => onOpen({ terminalId, number })}
    >
      {text}
    </button>
  );
}

interface OperationsProps extends Pick<TakenProps, 'ended'> {
  batch: Batch;
  heading: RefObject<HTMLElement | null>;
}

/** The terminal's open operations, and its unacknowledged closing. A press on an operation shows its status. */
function Operations({ batch, ended, heading }: OperationsProps) {
  const { batchLabels } = useCloseDayContext();
  const rowLabels = useLabels('openOperations', openOperations);
  const { operation, open } = batch;
  const isClosing = ({ id }: TerminalOperation) => id === (ended ?? operation)?.id;
  // An approved closing starts anew. With the key `closing`, the new operation takes the refused one's row.
  const keyOf = (one: TerminalOperation) => (isClosing(one) ? 'closing' : one.id);
  const list = useOperationRows(ended ? [ended, ...open] : open, heading, { keyOf });
  if (list.rows.length === 0) return null;
  return (
    <OperationRows
      list={list}
      labels={rowLabels}
      showsTerminal={false}
      approvalOf={(one) => (isClosing(one) ? { onApprove: batch.approve } : undefined)}
      noteOf={(other) => (batch.isOldDoubt(other) ? batchLabels.notInTheWay : undefined)}
    />
  );
}

function Forgotten({ day, children }: { day: ForgottenDay; children: ReactNode }) {
  const { labels } = useCloseDayContext();
  const { payments, sums } = useFigures()(day.report);
  const name = useDayName()(day.date);
  return (
    <div className="tillkit-notice" data-tone="attention">
      <Icon name="alert" />
      <p>
        {labels.forgotten({ day: name })}{' '}
        <span className="tillkit-close-day-sums">
          {payments} <Sums sums={sums} />
        </span>
      </p>
      {children}
    </div>
  );
}

/** The code that acts on payments is loaded only if an amount is held. */
const actionsLoader = /*#__PURE__*/ createChunkLoader(
  () => import('../transaction-actions/TransactionActions.tsx'),
);

/** A held amount in one line. When a person opens the line, the actions for the amount appear. */
function Held({ hold }: { hold: RecordedTransaction }) {
  const { labels } = useCloseDayContext();
  const money = useMoneyText();
  const [isOpened, setIsOpened] = useState(false);
  const { leftCents, currency, orderNumber } = hold;
  return (
    <details
      className="tillkit-details tillkit-close-day-held"
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
    >
      <summary>
        {labels.held} <bdi className="tillkit-figures">{money(leftCents, currency)}</bdi>{' '}
        {orderNumber && <bdi>{shownText(orderNumber)}</bdi>}
      </summary>
      {isOpened && (
        <Chunk loader={actionsLoader} labels={labels}>
          {({ TransactionActions }) => (
            <div data-plain="">
              <TransactionActions transaction={hold} />
            </div>
          )}
        </Chunk>
      )}
    </details>
  );
}
