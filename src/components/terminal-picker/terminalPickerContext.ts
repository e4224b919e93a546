import { createContext } from 'react';
import type { UseTerminalPickerResult } from './useTerminalPicker.ts';

export const TerminalPickerContext = createContext<UseTerminalPickerResult | null>(null);
