'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { attempt, runHostCallback } from '../../core/errors.ts';
import { isObject } from '../../core/wire/read.ts';
import type { Terminal } from '../../core/wire/terminal.ts';
import { useBrowserValue } from '../../hooks/useBrowserValue.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import {
  type AllowedTerminals,
  isReachable,
  type TerminalListState,
  unlistedEntry,
} from './useTerminalList.ts';

/** The terminal that a person last chose on this device. */
type RememberedTerminal = Pick<Terminal, 'id' | 'name'>;

/** The storage key, one for each service and client: two merchants on one device do not share a choice. */
export function rememberedKey({ baseUrl, clientId }: { baseUrl: string; clientId?: string | undefined }) {
  return `tillkit:terminal:${baseUrl}:${clientId ?? ''}`;
}

/** Reads from localStorage. Returns null if the browser blocks storage. */
export const readStored = (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null;

export const writeStored = (key: string, text: string): void =>
  attempt(() => localStorage.setItem(key, text));

/** Parses the stored choice of a terminal; undefined if the text is malformed. */
export function readRemembered(kept: string | null = null): RememberedTerminal | undefined {
  const value = attempt((): unknown => JSON.parse(kept ?? 'null'));
  const { id, name } = isObject(value) ? value : {};
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

/** The terminal last chosen on this device, known once the page has hydrated. */
function useRememberedTerminal(isWanted: boolean) {
  const key = rememberedKey(usePaymentsContext().client.options);
  const kept = useBrowserValue(() => (isWanted ? readStored(key) : null));
  const remembered = useMemo(() => readRemembered(kept), [kept]);
  return {
    remembered,
    remember: ({ id, name }: Terminal) => {
      if (isWanted) writeStored(key, JSON.stringify({ id, name }));
    },
  };
}

export interface TerminalChangeDetails {
  /** The chosen terminal. Undefined if no terminal is chosen any more. */
  terminal: Terminal | undefined;
  /**
   * `user`: a person chose the terminal. `single`: there is only one terminal. `remembered`: it was the last choice
   * on this device. `default`: it is `terminals.default`, and the list has no remembered terminal. `reset`: the form
   * was reset.
   */
  reason: 'user' | 'remembered' | 'single' | 'default' | 'reset';
}

/** Which terminals can be chosen here. A terminal that cannot be reached is never chosen automatically. */
export interface TerminalRules {
  /** The terminals that can be chosen: their ids, or a predicate. Default all. */
  allow?: AllowedTerminals | undefined;
  /** The id of a fixed terminal. A person cannot change the terminal, and no other setting chooses one. */
  lock?: string | undefined;
  /** The id of the terminal to choose if the host gives no value and no remembered terminal is in the list. */
  default?: string | undefined;
}

export interface ChosenTerminalOptions {
  /** The id of the chosen terminal, or null for none. If defined, the host controls the choice. */
  value?: string | null | undefined;
  defaultValue?: string | null | undefined;
  onValueChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** Whether the last choice on this device is chosen again. Default true. */
  remembers?: boolean | undefined;
  /** Which terminals can be chosen here. */
  terminals?: TerminalRules | undefined;
}

type LoadedTerminals = Pick<TerminalListState, 'entries' | 'isComplete'>;

/**
 * The initial terminal: the only one in the list, else the one last chosen on this device, else the host's default.
 * If it cannot be reached, it is `barred`: the picker shows the terminal but does not choose it. The picker chooses
 * no other terminal instead, because the customer would be asked for the card at an unexpected one.
 */
export function useFirstTerminal(
  { entries, isComplete }: LoadedTerminals,
  { remembers = true, terminals }: Pick<ChosenTerminalOptions, 'remembers' | 'terminals'>,
) {
  const { remembered, remember } = useRememberedTerminal(remembers);
  const find = (id: string | undefined) =>
    id === undefined ? undefined : entries?.find((entry) => entry.id === id);
  const single = isComplete && entries?.length === 1 ? entries[0] : undefined;
  const last = find(remembered?.id);
  const usual = remembered === undefined || isComplete ? find(terminals?.default) : undefined;
  const entry = single ?? last ?? usual;
  const isBarred = entry !== undefined && !isReachable(entry);
  const reason: TerminalChangeDetails['reason'] = single ? 'single' : last ? 'remembered' : 'default';
  return {
    remembered,
    remember,
    offer: entry && !isBarred ? { id: entry.id, reason } : undefined,
    barred: isBarred ? entry : undefined,
    /** Whether a remembered or default terminal is wanted and not found in the loaded pages. */
    isSought: entry === undefined && (remembered ?? terminals?.default) !== undefined,
  };
}

/** The chosen terminal, controlled or not. Without a choice, the initial terminal is chosen automatically, once. */
export function useChosenTerminal(options: ChosenTerminalOptions, loaded: LoadedTerminals) {
  const { value, defaultValue = null, onValueChange, terminals } = options;
  const [own, setOwn] = useState(defaultValue);
  const [isUntouched, setUntouched] = useState(true);
  const first = useFirstTerminal(loaded, options);
  const { remembered, remember } = first;
  const chosenId = terminals?.lock ?? (value === undefined ? own : value);
  const offered = useRef<string>(undefined);
  const findEntry = (id: string | null) =>
    id === null ? undefined : loaded.entries?.find((entry) => entry.id === id);

  const choose = (id: string | null, reason: TerminalChangeDetails['reason']) => {
    const terminal = findEntry(id)?.terminal;
    setOwn(id);
    setUntouched(false);
    runHostCallback(() => onValueChange?.(id, { terminal, reason }));
    if (reason === 'user' && terminal) remember(terminal);
  };

  const isNone = chosenId === null;
  // If the list has only one terminal, the picker chooses that terminal again after a reset.
  const offer = isNone && (isUntouched || first.offer?.reason === 'single') ? first.offer : undefined;
  useEffect(() => {
    if (offer === undefined || offered.current === offer.id) return;
    offered.current = offer.id;
    choose(offer.id, offer.reason);
  });

  const listed = findEntry(chosenId);
  return {
    chosenId,
    listed,
    remembered,
    /** The initial terminal if it cannot be reached and nothing was chosen yet. */
    barred: isNone && isUntouched ? first.barred : undefined,
    /** Whether the wanted terminal (chosen or initial) is not found yet. If so, further pages are loaded. */
    isSought: isNone ? isUntouched && first.isSought : listed === undefined,
    choose,
    reset: () => {
      offered.current = undefined;
      choose(defaultValue, 'reset');
    },
  };
}

const recentMs = 300_000;

/** The chosen terminal with the best name known, and whether the list no longer has it. */
export function useShownTerminal(
  { chosenId, listed, remembered }: ReturnType<typeof useChosenTerminal>,
  { isComplete, pages }: TerminalListState,
) {
  const [last, setLast] = useState(listed);
  const [accepted, setAccepted] = useState<string | null>(null);
  const isOld = useIsOld(pages.dataUpdatedAt);
  if (listed && (listed.terminal !== last?.terminal || listed.title !== last.title)) setLast(listed);

  const shown = useMemo(() => {
    if (chosenId === null) return null;
    if (listed) return listed;
    if (last?.id === chosenId) return last;
    return unlistedEntry(chosenId, remembered?.id === chosenId ? remembered.name : chosenId);
  }, [chosenId, listed, last, remembered]);

  return {
    shown,
    /**
     * Whether the complete list lacks the chosen terminal, and no person has accepted that. False if the list is more
     * than five minutes old.
     */
    isUnlisted:
      chosenId !== null && !listed && isComplete && !pages.isError && !isOld && accepted !== chosenId,
    accept: () => setAccepted(chosenId),
  };
}

/** Whether five minutes have passed since a list was loaded. */
function useIsOld(loadedAt: number): boolean {
  const { clock } = usePaymentsContext();
  const [old, setOld] = useState<number>();
  useEffect(() => {
    const timer = clock.setTimeout(() => setOld(loadedAt), recentMs);
    return () => clock.clearTimeout(timer);
  }, [loadedAt, clock]);
  return old === loadedAt;
}
