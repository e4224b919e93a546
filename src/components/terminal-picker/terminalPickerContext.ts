import { createContext } from 'react';
import type { UseTerminalPickerResult } from './useTerminalPicker.ts';

/** What the input, the list and the messages of one picker share. */
export const TerminalPickerContext = createContext<UseTerminalPickerResult | null>(null);
