'use client';
import {
  createContext,
  forwardRef,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { isOpen, type Phase } from '../../core/operations/terminalOperation.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useTerminalOperations } from '../../hooks/useOperations.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useOutcome.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { closeBatch } from '../../words/en.ts';
import { openOperations } from '../../words/enTitles.ts';
import type { CloseBatchLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Question, useQuestionState, useReturnFocus, useStatusFocus } from '../kit/Question.tsx';
import { Part, type PartProps, partsOf, usePartContext } from '../kit/part.tsx';
import {
  OperationRows,
  type OperationRowsState,
  useIsReady,
  useOperationRows,
} from '../open-operations/OpenOperations.tsx';
import { FlowStatus, StartRefusal } from '../payment-status/PaymentStatus.tsx';
import { useTicking } from '../payment-status/usePaymentStatus.ts';
import { useTimeOfDay } from '../kit/useServiceTime.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { type Batch, useBatch } from './useBatch.ts';

export interface ClosedBatch {
  terminalId: string;
  batch: Batch;
  labels: CloseBatchLabels;
  /** Whether a status was shown before. If so, the title takes the focus when it appears. */
  isBack: boolean;
  /** The status element, focused when it replaces the question. */
  status: RefObject<HTMLElement | null>;
  /** Leaves the status and shows the batch again. */
  done: () => void;
}

const CloseBatchContext = /*#__PURE__*/ createContext<ClosedBatch | null>(null);

/** The batch that a part belongs to. Throws outside of a `CloseBatch.Root`. */
export function useCloseBatchContext(): ClosedBatch {
  return usePartContext(CloseBatchContext, 'CloseBatch.Root');
}

export interface CloseBatchState {
  /** The phase of the operation that closes the batch. */
  phase: 'idle' | Phase;
}

const stateOf = ({ batch }: ClosedBatch): CloseBatchState => ({
  phase: batch.operation?.phase ?? 'idle',
});

const definePart = /*#__PURE__*/ partsOf(useCloseBatchContext, stateOf);

/** A batch that is not being closed yet. */
export interface BatchEntry extends Pick<ClosedBatch, 'batch' | 'labels'> {
  terminal: string;
  /** When the terminal's day was closed last, as text; undefined if something was taken since. */
  closedAt: string | undefined;
  /** The open operations of the terminal. */
  list: OperationRowsState;
  heading: RefObject<HTMLHeadingElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  hintId: string;
  isBlocked: boolean;
  isAsking: boolean;
  setIsAsking: (isAsking: boolean) => void;
}

const BatchEntryContext = /*#__PURE__*/ createContext<BatchEntry | null>(null);

/** The batch to close, and what blocks it. Throws outside of a `CloseBatch.Entry`. */
export function useBatchEntry(): BatchEntry {
  return usePartContext(BatchEntryContext, 'CloseBatch.Entry');
}

/** Says how many operations block closing, or that nothing was taken since the last closing. */
export const CloseBatchHint = /*#__PURE__*/ definePart('p', function CloseBatchHint() {
  const { batch, labels, hintId, closedAt } = useBatchEntry();
  const count = useCount()(batch.inTheWay.length);
  const nothing = closedAt === undefined ? undefined : labels.nothingSince({ time: closedAt });
  const children = count.value > 0 ? labels.inTheWay({ count }) : nothing;
  return children === undefined ? undefined : { className: 'tillkit-hint', id: hintId, children };
});

/** The button that asks whether to close the batch. It sends nothing. */
export const CloseBatchClose = /*#__PURE__*/ definePart('button', function CloseBatchClose() {
  const { batch, labels, button, hintId, isBlocked, closedAt, setIsAsking } = useBatchEntry();
  const hasHint = batch.inTheWay.length > 0 || closedAt !== undefined;
  return {
    'data-variant': isBlocked || closedAt !== undefined ? undefined : 'primary',
    'aria-disabled': isBlocked,
    'aria-describedby': hasHint ? hintId : undefined,
    onClick: () => {
      if (!isBlocked) setIsAsking(true);
    },
    children: labels.close,
    ref: button,
  };
});

/** The button and the hint about blocking operations; hidden while the question is shown. */
export const CloseBatchAction = /*#__PURE__*/ definePart('div', function CloseBatchAction() {
  if (useBatchEntry().isAsking) return undefined;
  const children = (
    <>
      <CloseBatchHint />
      <CloseBatchClose />
    </>
  );
  return { className: 'tillkit-close-batch-action', children };
});

/** What closing the batch means. */
export const CloseBatchConsequences = /*#__PURE__*/ definePart('ul', function CloseBatchConsequences() {
  const { labels, terminal } = useBatchEntry();
  const children = (
    <>
      <li>{labels.settles({ terminal })}</li>
      <li>{labels.endsVoids}</li>
      <li>{labels.isFinal}</li>
    </>
  );
  return { className: 'tillkit-close-batch-consequences', children };
});

/** Shows its parts until the batch is being closed. */
export const CloseBatchEntry = /*#__PURE__*/ forwardRef<HTMLDivElement, PartProps<'div'>>(
  function CloseBatchEntry(props, ref) {
    const { batch, terminalId } = useCloseBatchContext();
    return batch.operation ? null : <Entry {...props} ref={ref} key={terminalId} />;
  },
);

const Entry = /*#__PURE__*/ forwardRef<HTMLDivElement, PartProps<'div'>>(function Entry(props, ref) {
  const { batch, labels, terminalId, isBack } = useCloseBatchContext();
  const heading = useReturnFocus(isBack);
  const button = useRef<HTMLButtonElement>(null);
  const isReady = useIsReady();
  const [isAsking, setIsAsking] = useQuestionState(button);
  const isBlocked = !isReady || batch.isProviderUnknown || batch.inTheWay.length > 0;
  // Another account has another batch. A new client with the same options has the same `ready`.
  const { ready } = useTerminalOperations();
  const [askedOf, setAskedOf] = useState(ready);
  if (askedOf !== ready) setAskedOf(ready);
  if (isAsking && (isBlocked || askedOf !== ready)) setIsAsking(false);
  const entry = {
    batch,
    labels,
    terminal: useTerminalTitle(terminalId),
    closedAt: useClosedAt(terminalId),
    list: useOperationRows(batch.open, heading),
    heading,
    button,
    hintId: useId(),
    isBlocked,
    isAsking,
    setIsAsking,
  };
  return (
    <BatchEntryContext.Provider value={entry}>
      <Part as="div" ref={ref} own={{ className: 'tillkit-stack' }} given={props} />
    </BatchEntryContext.Provider>
  );
});

/** When the day was closed last, as text. Undefined if there is something to close, or while that is not known. */
function useClosedAt(terminalId: string): string | undefined {
  const { clock } = usePaymentsContext();
  const operations = useTerminalOperations();
  const timeOf = useTimeOfDay();
  const [closedAt, setClosedAt] = useState<number>();
  useEffect(() => {
    const following = import('./sinceClosing.ts').then(({ followClosedAt }) =>
      followClosedAt(terminalId, operations, clock, setClosedAt),
    );
    const end = (leave: () => void) => {
      leave();
      setClosedAt(undefined);
    };
    following.catch(() => undefined);
    return () => void following.then(end, () => undefined);
  }, [terminalId, operations, clock]);
  return useTicking(clock, () => (closedAt === undefined ? undefined : timeOf(closedAt)));
}

/** The name of the terminal whose batch is closed. */
export const CloseBatchTerminal = /*#__PURE__*/ definePart('p', function CloseBatchTerminal() {
  const { terminal } = useBatchEntry();
  const children = (
    <>
      <Icon name="terminal" />
      <bdi>{terminal}</bdi>
    </>
  );
  return { className: 'tillkit-close-batch-terminal', children };
});

/** The title. It takes the focus when the batch is shown again after a status. */
export const CloseBatchTitle = /*#__PURE__*/ definePart('h2', function CloseBatchTitle() {
  const { labels, heading } = useBatchEntry();
  return { className: 'tillkit-close-batch-title', tabIndex: -1, children: labels.title, ref: heading };
});

/** Title and terminal. */
export const CloseBatchHead = /*#__PURE__*/ definePart('header', function CloseBatchHead() {
  const children = (
    <>
      <CloseBatchTitle />
      <CloseBatchTerminal />
    </>
  );
  return { className: 'tillkit-close-batch-head', children };
});

/** The open operations of the terminal. A press on an operation shows its status below it. */
export const CloseBatchOpen = /*#__PURE__*/ definePart('div', function CloseBatchOpen() {
  const { batch, labels, list } = useBatchEntry();
  const rowLabels = useLabels('openOperations', openOperations);
  if (list.rows.length === 0) return undefined;
  const children = (
    <>
      <h3>{labels.open}</h3>
      <OperationRows
        list={list}
        labels={rowLabels}
        showsTerminal={false}
        noteOf={(operation) => (batch.isOldDoubt(operation) ? labels.notInTheWay : undefined)}
      />
    </>
  );
  return { className: 'tillkit-close-batch-open', children };
});

/** The question. Only its "yes" closes the batch. */
export function CloseBatchQuestion() {
  const { batch, labels, terminal, isAsking, setIsAsking } = useBatchEntry();
  if (!isAsking) return null;
  return (
    <Question
      title={labels.confirmTitle({ terminal })}
      text={labels.confirmText}
      yes={labels.confirmYes}
      no={labels.goBack}
      onYes={() => {
        setIsAsking(false);
        batch.close();
      }}
      onNo={() => setIsAsking(false)}
    />
  );
}

/** Why nothing was sent. Hidden if `CloseBatch.Open` already shows the operation that blocks closing. */
export function CloseBatchRefusal() {
  const { batch, terminal, labels } = useBatchEntry();
  return <StartRefusal refusal={batch.refusal} terminal={terminal} labels={labels} />;
}

export interface CloseBatchRootProps extends PartProps<'section', CloseBatchState>, OutcomeCallbacks {
  terminalId: string;
  /** The key of the flow that closes the batch. Default: each terminal has its own flow. */
  flowKey?: string | undefined;
  labels?: Partial<CloseBatchLabels> | undefined;
}

const outcomeKinds = ['closeBatch'] as const;

/** Provides a terminal's batch to the parts inside, and reports the outcome of closing the batch to the host. */
export const CloseBatchRoot = /*#__PURE__*/ forwardRef<HTMLElement, CloseBatchRootProps>(
  function CloseBatchRoot(props, ref) {
    const { terminalId, flowKey, labels: words, ...rest } = props;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('closeBatch', closeBatch, words);
    const batch = useBatch(terminalId, flowKey);
    const { operation, leave } = batch;
    const [isBack, setIsBack] = useState(false);
    const status = useStatusFocus(operation?.id);
    useOutcome(operation, props, { kinds: outcomeKinds, flowKey: batch.flowKey });
    const done = () => {
      setIsBack(true);
      leave();
    };
    const own = {
      className: operation ? 'tillkit-close-batch' : 'tillkit-close-batch tillkit-card',
      'data-tillkit': 'close-batch',
      'aria-label': labels.title,
    };
    const value = { terminalId, batch, labels, isBack, status, done };
    return (
      <CloseBatchContext.Provider value={value}>
        <Part as="section" ref={ref} own={own} given={given} state={stateOf(value)} />
      </CloseBatchContext.Provider>
    );
  },
);

/** Shows the status of closing the batch and, once this has ended, a button that shows the batch again. */
export function CloseBatchStatus() {
  const { batch, labels, status, done } = useCloseBatchContext();
  const { operation } = batch;
  if (!operation) return null;
  const actions = !isOpen(operation) && <Button onClick={done}>{labels.done}</Button>;
  return <FlowStatus ref={status} operation={operation} actions={actions} onApprove={batch.approve} />;
}

export interface CloseBatchProps extends Omit<CloseBatchRootProps, 'children'> {
  /** What the host knows of the batch, such as its payments and their sum; shown before the batch is closed. */
  summary?: ReactNode;
}

/**
 * Closes a terminal's batch. Shows what closing means and what blocks it, asks one question, then shows the status.
 *
 * @example
 * <CloseBatch terminalId="T-1" />
 */
export const CloseBatch = /*#__PURE__*/ forwardRef<HTMLElement, CloseBatchProps>(function CloseBatch(
  { summary, ...props },
  ref,
) {
  return (
    <CloseBatchRoot {...props} ref={ref}>
      <CloseBatchEntry>
        <CloseBatchHead />
        <CloseBatchConsequences />
        {summary}
        <CloseBatchOpen />
        <CloseBatchRefusal />
        <CloseBatchQuestion />
        <CloseBatchAction />
      </CloseBatchEntry>
      <CloseBatchStatus />
    </CloseBatchRoot>
  );
});
