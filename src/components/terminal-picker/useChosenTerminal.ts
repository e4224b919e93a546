'use client';
import { useEffect, useRef, useState } from 'react';
import type { Terminal } from '../../core/wire/terminal.ts';
import type { TerminalEntry } from './terminalEntries.ts';
import { useRememberedTerminal } from './useRememberedTerminal.ts';

export interface TerminalChangeDetails {
  /** Undefined where nothing is chosen any more. */
  terminal: Terminal | undefined;
  /** `single`: the only one there is. `remembered`: the last one used on this device. `reset`: by the form around it. */
  reason: 'user' | 'remembered' | 'single' | 'reset';
}

export interface ChosenTerminalOptions {
  /** Controlled where it is not undefined; null is "none". */
  value?: string | null | undefined;
  defaultValue?: string | null | undefined;
  onValueChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** Whether the last choice on this device is made again. Default true. */
  remembers?: boolean | undefined;
}

/** What pages were loaded of the list, and whether they are all. */
export interface LoadedTerminals {
  entries: readonly TerminalEntry[] | undefined;
  isComplete: boolean;
}

/** Which terminal is chosen, controlled or not. The only one, else the one remembered, is chosen by itself, once. */
export function useChosenTerminal(options: ChosenTerminalOptions, { entries, isComplete }: LoadedTerminals) {
  const { value, defaultValue = null, onValueChange, remembers = true } = options;
  const [own, setOwn] = useState(defaultValue);
  const [isUntouched, setUntouched] = useState(true);
  const { remembered, remember } = useRememberedTerminal(remembers);
  const chosenId = value === undefined ? own : value;
  const offered = useRef<string>(undefined);
  const findEntry = (id: string | null) =>
    id === null ? undefined : entries?.find((entry) => entry.id === id);

  const choose = (id: string | null, reason: TerminalChangeDetails['reason']) => {
    const terminal = findEntry(id)?.terminal;
    setOwn(id);
    setUntouched(false);
    onValueChange?.(id, { terminal, reason });
    if (reason === 'user' && terminal) remember(terminal);
  };

  const isFree = chosenId === null;
  const single = isFree && isComplete && entries?.length === 1 ? entries[0]?.id : undefined;
  const wanted = isFree && isUntouched ? remembered : undefined;
  const offer = single ?? findEntry(wanted?.id ?? null)?.id;
  useEffect(() => {
    if (offer === undefined || offered.current === offer) return;
    offered.current = offer;
    choose(offer, single === undefined ? 'remembered' : 'single');
  });

  const listed = findEntry(chosenId);
  return {
    chosenId,
    listed,
    remembered,
    /** One that further pages may have: the chosen one, or the one to be chosen again. */
    isSought: isFree ? wanted !== undefined && offer === undefined : listed === undefined,
    choose,
    reset: () => {
      offered.current = undefined;
      choose(defaultValue, 'reset');
    },
  };
}
