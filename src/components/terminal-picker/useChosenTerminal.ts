'use client';
import { useEffect, useRef, useState } from 'react';
import type { Terminal } from '../../core/contract/terminal.ts';
import type { TerminalEntry } from './terminalEntries.ts';

export interface TerminalChangeDetails {
  /** Undefined where nothing is chosen any more. */
  terminal: Terminal | undefined;
  /** `single`: the only one there is. `remembered`: kept from before. `reset`: by the form around it. */
  reason: 'user' | 'remembered' | 'single' | 'reset';
}

export interface ChosenTerminalOptions {
  /** Controlled where it is not undefined; null is "none". */
  value?: string | null | undefined;
  defaultValue?: string | null | undefined;
  onValueChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
}

/** Which terminal is chosen, controlled or not. The only one of a merchant is chosen by itself, once. */
export function useChosenTerminal(
  { value, defaultValue = null, onValueChange }: ChosenTerminalOptions,
  entries: readonly TerminalEntry[] | undefined,
) {
  const [own, setOwn] = useState(defaultValue);
  const chosenId = value === undefined ? own : value;
  const offered = useRef<string>(undefined);

  const choose = (id: string | null, reason: TerminalChangeDetails['reason']) => {
    setOwn(id);
    onValueChange?.(id, { terminal: entries?.find((entry) => entry.id === id)?.terminal, reason });
  };

  const single = entries?.length === 1 ? entries[0]?.id : undefined;
  useEffect(() => {
    if (single === undefined || chosenId !== null || offered.current === single) return;
    offered.current = single;
    choose(single, 'single');
  });

  return { chosenId, choose, reset: () => choose(defaultValue, 'reset') };
}
