export type { TerminalEntry } from '../../components/terminal-picker/terminalEntries.ts';
export {
  TerminalPicker,
  type TerminalPickerProps,
} from '../../components/terminal-picker/TerminalPicker.tsx';
export {
  TerminalPickerAnchor,
  type TerminalPickerAnchorProps,
} from '../../components/terminal-picker/TerminalPickerAnchor.tsx';
export {
  TerminalPickerControl,
  type TerminalPickerControlProps,
} from '../../components/terminal-picker/TerminalPickerControl.tsx';
export {
  TerminalPickerError,
  type TerminalPickerErrorProps,
} from '../../components/terminal-picker/TerminalPickerError.tsx';
export {
  TerminalPickerHint,
  type TerminalPickerHintProps,
} from '../../components/terminal-picker/TerminalPickerHint.tsx';
export {
  TerminalPickerInput,
  type TerminalPickerInputProps,
} from '../../components/terminal-picker/TerminalPickerInput.tsx';
export {
  TerminalPickerLabel,
  type TerminalPickerLabelProps,
} from '../../components/terminal-picker/TerminalPickerLabel.tsx';
export {
  TerminalPickerLoadError,
  type TerminalPickerLoadErrorProps,
} from '../../components/terminal-picker/TerminalPickerLoadError.tsx';
export {
  TerminalPickerMessage,
  type TerminalPickerMessageProps,
} from '../../components/terminal-picker/TerminalPickerMessage.tsx';
export {
  TerminalPickerOption,
  type TerminalPickerOptionProps,
} from '../../components/terminal-picker/TerminalPickerOption.tsx';
export {
  TerminalPickerOptions,
  type TerminalPickerOptionsProps,
} from '../../components/terminal-picker/TerminalPickerOptions.tsx';
export {
  TerminalPickerPopup,
  type TerminalPickerPopupProps,
} from '../../components/terminal-picker/TerminalPickerPopup.tsx';
export {
  TerminalPickerProgress,
  type TerminalPickerProgressProps,
} from '../../components/terminal-picker/TerminalPickerProgress.tsx';
export {
  TerminalPickerRoot,
  type TerminalPickerRootProps,
} from '../../components/terminal-picker/TerminalPickerRoot.tsx';
export {
  TerminalPickerToggle,
  type TerminalPickerToggleProps,
} from '../../components/terminal-picker/TerminalPickerToggle.tsx';
export {
  TerminalPickerUnlisted,
  type TerminalPickerUnlistedProps,
} from '../../components/terminal-picker/TerminalPickerUnlisted.tsx';
export type { TerminalPickerLabels } from '../../components/terminal-picker/terminalPickerLabels.ts';
export type { TerminalChangeDetails } from '../../components/terminal-picker/useChosenTerminal.ts';
export {
  useTerminalPicker,
  type UseTerminalPickerOptions,
  type UseTerminalPickerResult,
} from '../../components/terminal-picker/useTerminalPicker.ts';
