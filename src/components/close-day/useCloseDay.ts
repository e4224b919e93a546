'use client';
import { createContext, useRef, useState } from 'react';
import type { ClosingReference } from '../../core/operations/closings.ts';
import { isOpen, isUnseen } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { type OutcomeCallbacks } from '../../hooks/useOutcome.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useLoadMorePages } from '../../hooks/useTerminalPages.ts';
import { closeBatch } from '../../words/en.ts';
import { closeDay } from '../../words/enDay.ts';
import type { CloseDayLabels } from '../../words/words.ts';
import { blocksBatch } from '../close-batch/useBatch.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { useShopHours, useToday } from '../kit/useShopDay.ts';
import { useIsReady } from '../open-operations/OpenOperations.tsx';
import { unlistedEntry, useTerminalList } from '../terminal-picker/useTerminalList.ts';
import { type Unclosed, useUnclosed } from './useUnclosed.ts';

export interface BoardTerminal {
  id: string;
  title: string;
  /** Whether the service lists the terminal. A removed one is shown while something is left to close or to acknowledge. */
  isListed: boolean;
  /** What the terminal took since its day was closed last. Undefined until it is loaded. */
  unclosed: Unclosed | undefined;
  /** No open operation at the terminal blocks closing, and the page has read its journal. */
  isFree: boolean;
  /** There is something to close, and nothing is in the way. */
  isReady: boolean;
}

/** What a person is asked before anything is closed. */
interface AskedClosing {
  terminalIds: readonly string[];
  /** Whether the question is about one terminal or about the whole board. */
  at: 'terminal' | 'board';
  /** Whether only the oldest forgotten day is closed. If so, nothing is sent to the terminal. */
  isLateDay: boolean;
}

export interface CloseDayOptions extends OutcomeCallbacks {
  /** The ids of the terminals to show. Default: all terminals. */
  terminalId?: string | readonly string[] | undefined;
  /** When the shop's day begins, for example `04:00`. Default midnight. */
  dayStartsAt?: string | undefined;
  /** Shows a closing, such as in a `DayReport`. If `onOpen` is set, the number of the last closing is a button. */
  onOpen?: ((closing: ClosingReference) => void) | undefined;
  labels?: Partial<CloseDayLabels> | undefined;
}

/** How many terminals are shown before "more" is pressed, and how many each press adds. */
const pageSize = 20;

/** The board of `CloseDay`: the terminals, what each took since its last closing, and the open question. */
export function useCloseDay({ terminalId, dayStartsAt, onOpen, labels: own, ...callbacks }: CloseDayOptions) {
  const { clock, client } = usePaymentsContext();
  const labels = useLabels('closeDay', closeDay, own);
  const batchLabels = useLabels('closeBatch', closeBatch);
  const wanted = terminalId === undefined ? undefined : [terminalId].flat();
  const list = useTerminalList(wanted);
  const [most, setMost] = useState(pageSize);
  const listed = list.entries ?? [];
  const isIncomplete = wanted ? listed.length < wanted.length : listed.length < most;
  useLoadMorePages(list.pages, isIncomplete);
  const shown = listed.slice(0, most);
  const hours = useShopHours(dayStartsAt);
  const today = useToday(hours);
  const ids = shown.map(({ id }) => id);
  const isWhole = list.isComplete && listed.length <= most;
  const unclosed = useUnclosed(
    isWhole && wanted ? wanted : ids,
    isWhole && !wanted,
    hours && today && { hours, today },
  );
  const operations = useTerminalOperations();
  const standing = useOperations({ standing: true });
  const isRead = useIsReady();
  const now = clock.now();
  const isRemoved = ({ terminalId: id, hasNews }: Unclosed) =>
    isWhole && !ids.includes(id) && (hasNews || standing.some((operation) => operation.terminalId === id));
  const removed = (unclosed.data ?? []).filter(isRemoved);
  const terminals = [...shown, ...removed.map((one) => unlistedEntry(one.terminalId))].map((entry) => {
    const found = unclosed.data?.find((one) => one.terminalId === entry.id);
    const isFree = isRead && !standing.some((operation) => blocksBatch(operation, entry.id, now));
    return {
      id: entry.id,
      title: entry.title,
      isListed: ids.includes(entry.id),
      unclosed: found,
      isFree,
      isReady: isFree && found?.hasNews === true,
    };
  });
  const ended = standing.filter((operation) => {
    const { kind, terminalId: of, scope } = operation;
    const isClosing =
      kind === 'closeBatch' && terminals.some(({ id }) => id === of) && scope === operations.scope;
    return isClosing && isUnseen(operation) && !isOpen(operation);
  });
  const question = useQuestion(terminals, operations.ready);
  return {
    labels,
    batchLabels,
    terminals,
    isLoading: list.isPending,
    isEmpty: list.isEmpty && terminals.length === 0,
    /** Why the list of terminals or their payments could not be loaded. */
    error: (list.hasFailed ? list.pages.error : null) ?? unclosed.error,
    isFetching: list.pages.isFetching || unclosed.isFetching,
    refetch: () => {
      if (list.hasFailed) void list.pages.refetch();
      void unclosed.refetch();
    },
    /** False without a gateway: then only this browser's payments are known, and no closings are kept. */
    isAvailable: client.hasRecord,
    /** Shows further terminals. Undefined if all are shown. */
    showMore:
      listed.length > most || (!wanted && list.pages.hasNextPage)
        ? () => setMost(most + pageSize)
        : undefined,
    /** Whether any of these terminals was closed today. Until the shop's day is known: whether any ever was. */
    wasClosedToday: terminals.some(({ unclosed: { last } = {} }) => last && last.at >= (today?.from ?? 0)),
    ready: terminals.filter(({ isReady }) => isReady),
    /** The closings that have ended and are not acknowledged. */
    ended,
    /** Acknowledges all closings that have ended, so that the rows no longer show how they ended. */
    done: () => ended.forEach(({ id }) => operations.acknowledge(id)),
    ...question,
    onOpen,
    callbacks,
  };
}

/** What the question calls for a terminal once a person has answered "yes". */
interface TerminalClosers {
  /** Closes the days that were forgotten, and then the terminal's current day. */
  close: () => void;
  /** Closes the oldest day that was forgotten. */
  closeLateDay: () => void;
  /** Focuses the terminal's heading. Called when the question, which had the focus, is gone. */
  focus: () => void;
}

/** The open question about closing, if there is one. Only its "yes" closes anything. */
function useQuestion(terminals: readonly BoardTerminal[], ready: Promise<void>) {
  const [asked, setAsked] = useState<AskedClosing>();
  // A new client with the same options has the same `ready`, another operator or account has another.
  const [askedOf, setAskedOf] = useState(ready);
  const closers = useRef(new Map<string, TerminalClosers>());
  const isAskedOf = ({ id, isFree, isReady }: BoardTerminal) =>
    asked?.terminalIds.includes(id) && (asked.isLateDay || (isFree && (isReady || asked.at === 'terminal')));
  const inQuestion = terminals.filter(isAskedOf);
  // The question disappears if the operator changes, or if none of its terminals can be closed any longer.
  if (askedOf !== ready) setAskedOf(ready);
  if (asked && (inQuestion.length === 0 || askedOf !== ready)) setAsked(undefined);
  return {
    asked: asked && { ...asked, terminals: inQuestion },
    ask: setAsked,
    answer: (isYes: boolean) => {
      setAsked(undefined);
      const [first] = inQuestion;
      if (!isYes || !asked || !first) return;
      closers.current.get(first.id)?.focus();
      for (const { id } of inQuestion) {
        const { close, closeLateDay } = closers.current.get(id) ?? {};
        if (asked.isLateDay) closeLateDay?.();
        else close?.();
      }
    },
    closers,
  };
}

export type CloseDayValue = ReturnType<typeof useCloseDay>;

export const CloseDayContext = /*#__PURE__*/ createContext<CloseDayValue | null>(null);

/** The board that a part belongs to. Throws outside of a `CloseDay.Root`. */
export function useCloseDayContext(): CloseDayValue {
  return usePartContext(CloseDayContext, 'CloseDay.Root');
}

export interface CloseDayState {
  loading: boolean;
  empty: boolean;
  /** At least one terminal can be closed. */
  ready: boolean;
}

export const stateOf = ({ isLoading, isEmpty, ready }: CloseDayValue): CloseDayState => ({
  loading: isLoading,
  empty: isEmpty,
  ready: ready.length > 0,
});

export const definePart = /*#__PURE__*/ partsOf(useCloseDayContext, stateOf);
