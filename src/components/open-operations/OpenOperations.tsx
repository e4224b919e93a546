'use client';
import {
  createContext,
  forwardRef,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isOpen, isUnseen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useOperation, useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { paymentStatus } from '../../words/enOutcomes.ts';
import { openOperations } from '../../words/enTitles.ts';
import type { OpenOperationsLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Part, type PartProps, partsOf, useKeptFocus, usePartContext } from '../kit/part.tsx';
import { useTimeOfDay } from '../kit/useServiceTime.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { usePaymentAnnouncement } from '../payment-status/usePaymentAnnouncement.ts';
import { type ApprovalOptions, usePaymentView, useTicking } from '../payment-status/usePaymentStatus.ts';
import { type PaymentOutcome, rowOutcome } from '../payment-status/paymentView.ts';

interface OperationRowsOptions {
  /** The terminal whose operations are listed. If the terminal changes, an opened row of the previous terminal is closed. */
  terminalId?: string | undefined;
  /** The key of an operation's row. If an earlier operation has the same key, the later one takes its row. */
  keyOf?: (operation: TerminalOperation) => string;
  /** The order of `listed`. Default: newest first. */
  order?: (a: TerminalOperation, b: TerminalOperation) => number;
}

/** How many rows are shown before "Show more" is pressed, and how many each press adds. */
const pageSize = 20;

const newestFirst = (a: TerminalOperation, b: TerminalOperation) => b.createdAt - a.createdAt;

/** What is or was unknown comes first, so that no row moves when a person says how its payment ended. */
const unknownFirst = (a: TerminalOperation, b: TerminalOperation) =>
  Number(b.unknownAt !== undefined) - Number(a.unknownAt !== undefined) || newestFirst(a, b);

/**
 * The state of a list of operations. A person can open one row at a time. An opened row stays when its operation ends,
 * so that the result can be read. When a press removes a row, `region` gets the focus.
 */
export function useOperationRows(
  listed: readonly TerminalOperation[],
  region: RefObject<HTMLElement | null>,
  { terminalId, keyOf = ({ id }: TerminalOperation) => id, order = newestFirst }: OperationRowsOptions = {},
) {
  const operations = useTerminalOperations();
  const [pressed, setPressed] = useState<{ id: string; key: string; of: Promise<void> }>();
  // A row that another operator opened counts as closed. A new client with the same options has the same `ready`.
  const last = pressed?.of === operations.ready ? pressed : undefined;
  const open = (operation: TerminalOperation) =>
    setPressed({ id: operation.id, key: keyOf(operation), of: operations.ready });
  const found = useOperation(last?.id);
  const inItsRow = last && listed.find((one) => keyOf(one) === last.key);
  if (inItsRow && inItsRow.id !== last.id) open(inItsRow);
  // If `terminalId` has changed, an opened row may be at another terminal. Such a row is not shown.
  const opened =
    inItsRow ?? (terminalId === undefined || found?.terminalId === terminalId ? found : undefined);
  const isGone = opened !== undefined && !listed.some(({ id }) => id === opened.id);
  const rows = isGone ? [...listed, opened].toSorted(order) : listed;
  return {
    rows,
    ...useShownRows(rows, opened?.id),
    keyOf,
    openedId: opened?.id,
    toggle: (operation: TerminalOperation) => {
      const closes = operation.id === opened?.id;
      if (closes) setPressed(undefined);
      else open(operation);
      if (closes && isGone && !isOpen(operation)) region.current?.focus();
    },
    /** Acknowledges an operation's outcome, which removes its row. */
    acknowledge: ({ id }: TerminalOperation) => {
      setPressed(undefined);
      operations.acknowledge(id);
      region.current?.focus();
    },
  };
}

/**
 * The rows of a long list that are shown: the first ones, and more after each press of "Show more". If rows are added
 * above, the opened row and the one that had the focus last stay.
 */
function useShownRows(rows: readonly TerminalOperation[], openedId: string | undefined) {
  const [most, setMost] = useState(pageSize);
  const [focusedId, setFocusedId] = useState<string>();
  const isShown = ({ id }: TerminalOperation, index: number) =>
    index < most || id === openedId || id === focusedId;
  const shown = rows.filter(isShown);
  /** The rows that are not shown. While rows render for the first time, they are still among these. */
  const others = useRef<readonly TerminalOperation[]>([]);
  const nextId = useRef<string>(undefined);
  useEffect(() => {
    others.current = rows.filter((row, index) => !isShown(row, index));
  });
  return {
    shown,
    /** Shows further rows and focuses the first of them. Undefined if all are shown. */
    showMore:
      shown.length === rows.length
        ? undefined
        : () => {
            nextId.current = others.current[0]?.id;
            setMost(most + pageSize);
          },
    /** Whether a row was in the list, in the phase that it has now, before it was shown. */
    wasListed: useCallback(
      ({ id, phase }: TerminalOperation) =>
        others.current.some((row) => row.id === id && row.phase === phase),
      [],
    ),
    /** Whether a row takes the focus when it is shown. */
    takesFocus: useCallback((id: string) => {
      const takes = id === nextId.current;
      if (takes) nextId.current = undefined;
      return takes;
    }, []),
    /** Keeps the row that has the focus. */
    keep: setFocusedId,
  };
}

export type OperationRowsState = ReturnType<typeof useOperationRows>;

export interface ListedOperations {
  list: OperationRowsState;
  labels: OpenOperationsLabels;
  /** If false, the surrounding component names the terminal. */
  showsTerminal: boolean;
  /** Returns a note that the surrounding component shows at an operation. */
  noteOf?: ((operation: TerminalOperation) => string | undefined) | undefined;
  /** How a person approves an operation in the surrounding component. */
  approvalOf?: ((operation: TerminalOperation) => ApprovalOptions | undefined) | undefined;
  /** Whether the journal has been read. Until then, an operation that is not listed may be open. */
  isReady: boolean;
  headingId?: string | undefined;
}

const OpenOperationsContext = /*#__PURE__*/ createContext<ListedOperations | null>(null);

/** The operations that the surrounding `OpenOperations.Root` lists. Throws outside of one. */
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

/** Says that nothing is open, once the journal has been read. */
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

export interface OpenOperationsRowState
  extends Pick<TerminalOperation, 'phase' | 'kind'>, Partial<Pick<PaymentOutcome, 'moved'>> {
  /** Whether the operation belongs to another operator. */
  busy: boolean;
}

/** An operation in one line. A press on the line shows the operation's status below it. */
export const OpenOperationsRow = /*#__PURE__*/ definePart(
  'li',
  function OpenOperationsRow(
    { list, labels, showsTerminal, noteOf, approvalOf },
    { operation, ...props }: { operation: TerminalOperation },
  ) {
    const operations = useTerminalOperations();
    const view = usePaymentView(operation, useLabels('paymentStatus', paymentStatus));
    const { id, kind, phase, createdAt } = operation;
    usePaymentAnnouncement(view, list.wasListed);
    const panelId = useId();
    const summary = useRef<HTMLButtonElement>(null);
    const { takesFocus } = list;
    useEffect(() => {
      if (takesFocus(id)) summary.current?.focus();
    }, [takesFocus, id]);
    const isOpened = operation.id === list.openedId;
    const isOther = operation.scope !== operations.scope;
    const ending = rowOutcome(view);
    const amount = ending?.moved === 'none' && view.amount ? <s>{view.amount}</s> : view.amount;
    const note = noteOf?.(operation);
    const timeOf = useTimeOfDay();
    const time = useTicking(operations.clock, () => timeOf(createdAt));
    // Only the operation's own operator can acknowledge its outcome, with one exception: an outcome that contradicts a
    // person's answer is shown to all operators, and each of them can acknowledge it.
    const mayAcknowledge = !isOther || operation.anomalies.includes('contradicts-operator');
    const done = isUnseen(operation) && mayAcknowledge && (
      <Button onClick={() => list.acknowledge(operation)}>{labels.acknowledge}</Button>
    );
    const hasEnded = ending !== undefined && phase !== 'unknown';
    const sinceWords = isOther ? labels.busySince : labels.since;
    const shownTime = time && (hasEnded ? time : sinceWords({ time }));
    const title = ending?.title ?? (phase === 'sending' ? labels.sending : labels.waiting);
    const state: OpenOperationsRowState = { phase, kind, busy: isOther, moved: ending?.moved };
    return {
      className: 'tillkit-open-operations-row',
      state,
      given: props,
      children: (
        <>
          <button
            ref={useKeptFocus(summary)}
            type="button"
            className="tillkit-open-operations-summary"
            aria-expanded={isOpened}
            aria-controls={isOpened ? panelId : undefined}
            onClick={() => list.toggle(operation)}
            onFocus={() => list.keep(id)}
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
              <span>{title}</span>
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
              <PaymentStatus operationId={operation.id} actions={done} {...approvalOf?.(operation)} />
            </div>
          )}
        </>
      ),
    };
  },
);

interface OpenOperationsListProps {
  /** Renders one operation; default an `OpenOperations.Row`. */
  children?: ((operation: TerminalOperation) => ReactNode) | undefined;
}

/**
 * The list of operations: what is or was unknown, then all others, each newest first. A long list ends with a button that
 * shows more.
 */
export const OpenOperationsList = /*#__PURE__*/ definePart(
  'ul',
  function OpenOperationsList({ list, labels }, { children, ...props }: OpenOperationsListProps) {
    const { rows, shown, showMore, keyOf } = list;
    const count = useCount();
    if (rows.length === 0) return undefined;
    const row = children ?? ((one) => <OpenOperationsRow key={keyOf(one)} operation={one} />);
    return {
      className: 'tillkit-open-operations-rows',
      children: (
        <>
          {shown.map(row)}
          {showMore && (
            <li className="tillkit-open-operations-more">
              <Button onClick={showMore}>{labels.more}</Button>
              <span className="tillkit-hint tillkit-figures">
                {labels.shown({ shown: count(shown.length), count: count(rows.length) })}
              </span>
            </li>
          )}
        </>
      ),
      given: props,
    };
  },
);

/** Says that the journal is still being read. */
export const OpenOperationsLoading = /*#__PURE__*/ definePart(
  'p',
  function OpenOperationsLoading({ list, isReady, labels }) {
    if (isReady || list.rows.length > 0) return undefined;
    return { className: 'tillkit-hint', children: labels.loading };
  },
);

/** Whether the page has read its journal or has failed to. After a failure, starting an operation reports the failure. */
export function useIsReady(): boolean {
  const operations = useTerminalOperations();
  return useSyncExternalStore(operations.subscribe, operations.isReady, () => false);
}

export interface OpenOperationsRootProps extends PartProps<'section', OpenOperationsState> {
  /** The terminal whose operations are listed. Default: the operations of all terminals. */
  terminalId?: string | undefined;
  /** Whether nothing is rendered while no operation is listed. */
  hideWhenEmpty?: boolean | undefined;
  labels?: Partial<OpenOperationsLabels> | undefined;
}

/** Provides the listed operations to the parts inside, and tells them which row is open. */
export const OpenOperationsRoot = /*#__PURE__*/ forwardRef<HTMLElement, OpenOperationsRootProps>(
  function OpenOperationsRoot({ terminalId, hideWhenEmpty, labels: words, ...props }, ref) {
    const labels = useLabels('openOperations', openOperations, words);
    const region = useRef<HTMLElement>(null);
    const standing = useOperations({ standing: true, terminalId });
    const list = useOperationRows(standing.toSorted(unknownFirst), region, {
      terminalId,
      order: unknownFirst,
    });
    const operations = useTerminalOperations();
    const isReady = useSyncExternalStore(operations.subscribe, operations.isRead, () => false);
    const headingId = useId();
    if (hideWhenEmpty && list.rows.length === 0) return null;
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

/** The heading, which names the region. */
export const OpenOperationsTitle = /*#__PURE__*/ definePart(
  'h2',
  function OpenOperationsTitle({ labels, headingId }) {
    return { className: 'tillkit-open-operations-title', id: headingId, children: labels.title };
  },
);

export interface OpenOperationsProps extends Omit<OpenOperationsRootProps, 'children'> {}

/**
 * Lists the operations that are under way, have an unknown outcome, or have ended and are not acknowledged. Operations
 * of other pages, and from before a reload, are included. A press on a row shows the operation's status below it.
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

type OperationRowsProps = Pick<ListedOperations, 'list' | 'labels' | 'noteOf' | 'approvalOf'> &
  Partial<Pick<ListedOperations, 'showsTerminal'>>;

/** The rows of `OpenOperations`, for use in another component. */
export function OperationRows(props: OperationRowsProps) {
  return (
    <OpenOperationsContext.Provider value={{ showsTerminal: true, isReady: true, ...props }}>
      <OpenOperationsList />
    </OpenOperationsContext.Provider>
  );
}
