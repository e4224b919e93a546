'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { TerminalPickerContext } from './terminalPickerContext.ts';
import type { UseTerminalPickerResult } from './useTerminalPicker.ts';

/** The picker a part belongs to. */
export const useTerminalPickerContext = (): UseTerminalPickerResult =>
  usePartContext(TerminalPickerContext, 'TerminalPickerRoot');
