'use client';
import {
  createContext,
  forwardRef,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isOpen, isUnseen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperation, useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { openOperations, paymentStatus } from '../../words/enOutcomes.ts';
import type { OpenOperationsLabels } from '../../words/words.ts';
import { Icon } from '../kit/Icon.tsx';
import { Part, type PartProps, partsOf, usePartContext } from '../kit/part.tsx';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { usePaymentAnnouncement } from '../payment-status/usePaymentAnnouncement.ts';
import { type PaymentEnding, paymentEnding, usePaymentView } from '../payment-status/usePaymentStatus.ts';

export interface OperationRowsState {
  rows: readonly TerminalOperation[];
  openedId: string | undefined;
  toggle: (operation: TerminalOperation) => void;
  /** Takes note of how an operation ended: its row goes. */
  acknowledge: (operation: TerminalOperation) => void;
}

/**
 * Operations as rows, of which one may be opened. The opened one stays when it ends, so that its result can be read. Where a
 * row goes by a press, `region` takes the focus.
 */
export function useOperationRows(
  listed: readonly TerminalOperation[],
  region: RefObject<HTMLElement | null>,
  terminalId?: string,
): OperationRowsState {
  const operations = useTerminalOperations();
  const [openedId, setOpenedId] = useState<string>();
  const found = useOperation(openedId);
  // It may be another terminal's by now.
  const opened = terminalId === undefined || found?.terminalId === terminalId ? found : undefined;
  const isGone = opened !== undefined && !listed.some(({ id }) => id === opened.id);
  return {
    rows: isGone ? [...listed, opened].toSorted((a, b) => b.createdAt - a.createdAt) : listed,
    openedId: opened?.id,
    toggle(operation) {
      const closes = operation.id === openedId;
      setOpenedId(closes ? undefined : operation.id);
      if (closes && isGone && !isOpen(operation)) region.current?.focus();
    },
    acknowledge({ id }) {
      setOpenedId(undefined);
      operations.acknowledge(id);
      region.current?.focus();
    },
  };
}

export interface ListedOperations {
  list: OperationRowsState;
  labels: OpenOperationsLabels;
  /** Else what is around the list names it. */
  showsTerminal: boolean;
  /** What the list around it has to say of an operation. */
  noteOf?: ((operation: TerminalOperation) => string | undefined) | undefined;
  /** The journal is read: what is not there is not open. */
  isReady: boolean;
  headingId?: string | undefined;
}

const OpenOperationsContext = /*#__PURE__*/ createContext<ListedOperations | null>(null);

/** The operations a part belongs to. Throws outside of an `OpenOperations.Root`. */
export function useOpenOperationsContext(): ListedOperations {
  return usePartContext(OpenOperationsContext, 'OpenOperations.Root');
}

export interface OpenOperationsState {
  /** The journal is still being read. */
  loading: boolean;
  empty: boolean;
}

const stateOf = ({ isReady, list }: ListedOperations): OpenOperationsState => ({
  loading: !isReady,
  empty: isReady && list.rows.length === 0,
});

const definePart = /*#__PURE__*/ partsOf(useOpenOperationsContext, stateOf);

/** Nothing is open, which is known only once the journal is read. */
export const OpenOperationsEmpty = /*#__PURE__*/ definePart(
  'div',
  function OpenOperationsEmpty({ list, isReady, labels }) {
    if (!isReady || list.rows.length > 0) return undefined;
    return {
      className: 'tillkit-open-operations-empty',
      children: (
        <>
          <Icon name="check" />
          <p>{labels.emptyTitle}</p>
          <p className="tillkit-hint">{labels.emptyText}</p>
        </>
      ),
    };
  },
);

interface SinceFormat {
  now: number;
  locale: string;
  timeZone: string;
}

/** When something began: the time of day, with its date where that was not today. */
function sinceTime(at: number, { now, locale, timeZone }: SinceFormat): string {
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  const isToday = day.format(at) === day.format(now);
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(at);
}

export interface OpenOperationsRowState
  extends Pick<TerminalOperation, 'phase' | 'kind'>, Partial<Pick<PaymentEnding, 'moved'>> {
  /** It is another operator's. */
  busy: boolean;
}

interface OpenOperationsRowProps {
  operation: TerminalOperation;
}

/** An operation in one line, which opens in place to its status. */
export const OpenOperationsRow = /*#__PURE__*/ definePart(
  'li',
  function OpenOperationsRow(
    { list, labels, showsTerminal, noteOf },
    { operation, ...props }: OpenOperationsRowProps,
  ) {
    const operations = useTerminalOperations();
    const { locale, timeZone, clock } = usePaymentsContext();
    const view = usePaymentView(operation, useLabels('paymentStatus', paymentStatus));
    usePaymentAnnouncement(view);
    const panelId = useId();
    const { kind, phase, createdAt } = operation;
    const isOpened = operation.id === list.openedId;
    const isOther = operation.scope !== operations.scope;
    const ending = paymentEnding(view);
    const amount = ending?.moved === 'none' && view.amount ? <s>{view.amount}</s> : view.amount;
    const note = noteOf?.(operation);
    const format = timeZone && { now: clock.now(), locale, timeZone };
    const time = format ? sinceTime(createdAt, format) : undefined;
    // Another operator's ending stands here only where somebody had said otherwise.
    const done = isUnseen(operation) && (!isOther || operation.anomalies.length > 0) && (
      <button type="button" className="tillkit-button" onClick={() => list.acknowledge(operation)}>
        {labels.acknowledge}
      </button>
    );
    const hasEnded = ending !== undefined && phase !== 'unknown';
    const sinceWords = isOther ? labels.busySince : labels.since;
    const shownTime = time && (hasEnded ? time : sinceWords({ time }));
    const own = {
      className: 'tillkit-open-operations-row',
      children: (
        <>
          <button
            type="button"
            className="tillkit-open-operations-summary"
            aria-expanded={isOpened}
            aria-controls={isOpened ? panelId : undefined}
            onClick={() => list.toggle(operation)}
          >
            <span className="tillkit-open-operations-what">
              <bdi className="tillkit-open-operations-amount tillkit-figures">
                {isOther ? labels.otherOperator : (amount ?? labels.kind({ kind }))}
              </bdi>{' '}
              {!isOther && view.amount !== undefined && (
                <span className="tillkit-open-operations-kind">{labels.kind({ kind })}</span>
              )}
            </span>{' '}
            <span className="tillkit-open-operations-state" data-tone={ending?.tone}>
              <Icon name={ending?.icon ?? 'clock'} />
              {ending?.title ?? (phase === 'sending' ? labels.sending : labels.waiting)}
            </span>{' '}
            <span className="tillkit-open-operations-where tillkit-figures">
              {showsTerminal && <bdi>{view.terminal}</bdi>} {shownTime && <span>{shownTime}</span>}
            </span>{' '}
            <span className="tillkit-open-operations-chevron">
              <Icon name="chevron" />
            </span>
          </button>
          {note && <p className="tillkit-hint tillkit-open-operations-note">{note}</p>}
          {isOpened && (
            <div className="tillkit-open-operations-panel" id={panelId}>
              <PaymentStatus operationId={operation.id} actions={done} />
            </div>
          )}
        </>
      ),
    };
    const state: OpenOperationsRowState = { phase, kind, busy: isOther, moved: ending?.moved };
    return { ...own, state, given: props };
  },
);

interface OpenOperationsListProps {
  /** Draws one operation; default an `OpenOperations.Row`. */
  children?: ((operation: TerminalOperation) => ReactNode) | undefined;
}

/** Operations, one a row, newest first. */
export const OpenOperationsList = /*#__PURE__*/ definePart(
  'ul',
  function OpenOperationsList(_, { children = drawRow, ...props }: OpenOperationsListProps) {
    const { rows } = useOpenOperationsContext().list;
    if (rows.length === 0) return undefined;
    return { className: 'tillkit-open-operations-rows', children: rows.map(children), given: props };
  },
);

function drawRow(operation: TerminalOperation): ReactNode {
  return <OpenOperationsRow key={operation.id} operation={operation} />;
}

/** Says that the journal is still being read. */
export const OpenOperationsLoading = /*#__PURE__*/ definePart(
  'p',
  function OpenOperationsLoading({ list, isReady, labels }) {
    if (isReady || list.rows.length > 0) return undefined;
    return { className: 'tillkit-hint', children: labels.loading };
  },
);

/** Whether the journal was looked at. Where it cannot be read, a press says so. */
export function useIsReady(): boolean {
  const operations = useTerminalOperations();
  return useSyncExternalStore(operations.subscribe, operations.isReady, () => false);
}

export interface OpenOperationsRootProps extends PartProps<'section', OpenOperationsState> {
  /** Only those of one terminal. */
  terminalId?: string | undefined;
  /** Renders nothing where nothing is open. */
  hideWhenEmpty?: boolean | undefined;
  labels?: Partial<OpenOperationsLabels> | undefined;
}

/** Holds what is open and which of it is unfolded, for the parts in it. */
export const OpenOperationsRoot = /*#__PURE__*/ forwardRef<HTMLElement, OpenOperationsRootProps>(
  function OpenOperationsRoot({ terminalId, hideWhenEmpty, labels: words, ...props }, ref) {
    const labels = useLabels('openOperations', openOperations, words);
    const region = useRef<HTMLElement>(null);
    const list = useOperationRows(useOperations({ standing: true, terminalId }), region, terminalId);
    const operations = useTerminalOperations();
    const isReady = useSyncExternalStore(operations.subscribe, operations.isRead, () => false);
    const headingId = useId();
    const isEmpty = list.rows.length === 0;
    if (isEmpty && hideWhenEmpty) return null;
    const own = {
      className: 'tillkit-open-operations tillkit-card',
      'data-tillkit': 'open-operations',
      'aria-labelledby': headingId,
      tabIndex: -1,
    };
    const value = { list, labels, showsTerminal: true, isReady, headingId };
    return (
      <OpenOperationsContext.Provider value={value}>
        <Part as="section" ref={ref} partRef={region} own={own} given={props} state={stateOf(value)} />
      </OpenOperationsContext.Provider>
    );
  },
);

/** Names the region. */
export const OpenOperationsTitle = /*#__PURE__*/ definePart(
  'h2',
  function OpenOperationsTitle({ labels, headingId }) {
    return { className: 'tillkit-open-operations-title', id: headingId, children: labels.title };
  },
);

export interface OpenOperationsProps extends Omit<OpenOperationsRootProps, 'children'> {}

/**
 * What is under way, not known yet, or has ended without anybody taking note of it, on any page and after a reload. Each row
 * opens in place.
 *
 * @example
 * <OpenOperations hideWhenEmpty />
 */
export const OpenOperations = /*#__PURE__*/ forwardRef<HTMLElement, OpenOperationsProps>(
  function OpenOperations(props, ref) {
    return (
      <OpenOperationsRoot {...props} ref={ref}>
        <OpenOperationsTitle />
        <OpenOperationsLoading />
        <OpenOperationsEmpty />
        <OpenOperationsList />
      </OpenOperationsRoot>
    );
  },
);

type OperationRowsProps = Pick<ListedOperations, 'list' | 'labels' | 'noteOf'> &
  Partial<Pick<ListedOperations, 'showsTerminal'>>;

/** The rows of `OpenOperations` in another component. */
export function OperationRows({ showsTerminal = true, ...props }: OperationRowsProps) {
  return (
    <OpenOperationsContext.Provider value={{ ...props, showsTerminal, isReady: true }}>
      <OpenOperationsList />
    </OpenOperationsContext.Provider>
  );
}
