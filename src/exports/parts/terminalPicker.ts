export {
  TerminalPickerAnchor as Anchor,
  TerminalPickerControl as Control,
  TerminalPickerError as Error,
  TerminalPickerHint as Hint,
  TerminalPickerInput as Input,
  TerminalPickerLabel as Label,
  TerminalPickerLoadError as LoadError,
  TerminalPickerRoot as Root,
  type TerminalPickerRootProps as RootProps,
  TerminalPickerToggle as Toggle,
  TerminalPickerUnlisted as Unlisted,
} from '../../components/terminal-picker/TerminalPicker.tsx';
export {
  TerminalPickerMessage as Message,
  TerminalPickerOption as Option,
  TerminalPickerOptions as Options,
  TerminalPickerPopup as Popup,
  TerminalPickerProgress as Progress,
} from '../../components/terminal-picker/TerminalPickerPopup.tsx';
export type { TerminalPickerState as State } from '../../components/terminal-picker/useTerminalPicker.ts';
export {
  TerminalPickerChange as Change,
  TerminalPickerChip as Chip,
  TerminalPickerChips as Chips,
  TerminalPickerFact as Fact,
  TerminalPickerNotice as Notice,
  TerminalPickerValue as Value,
} from '../../components/terminal-picker/TerminalPickerChips.tsx';
