/** The words of `TerminalPicker`. */
export interface TerminalPickerLabels {
  label: string;
  placeholder: string;
  /** Opens and closes the list. */
  toggle: string;
  loading: string;
  empty: string;
  emptyHint: string;
  loadError: string;
  retry: string;
  noMatch: (values: { query: string }) => string;
  /** Said aloud while the list is open. */
  resultCount: (values: { count: number }) => string;
  moreResults: (values: { shown: number; count: number }) => string;
  /** An operation is under way on the terminal. */
  busy: string;
  /** An operation on the terminal whose outcome nobody knows yet. */
  unresolved: string;
  /** The chosen terminal is not among the merchant's. */
  unlisted: string;
}

declare module '../../hooks/labelCatalogue.ts' {
  interface LabelCatalogue {
    terminalPicker: TerminalPickerLabels;
  }
}

export const terminalPickerLabels: TerminalPickerLabels = {
  label: 'Terminal',
  placeholder: 'Choose a terminal',
  toggle: 'Show terminals',
  loading: 'Loading terminals…',
  empty: 'No terminals yet',
  emptyHint: 'Ask your payment provider to activate one. It then appears here by itself.',
  loadError: 'The terminals could not be loaded.',
  retry: 'Load again',
  noMatch: ({ query }) => `No terminal matches “${query}”`,
  resultCount: ({ count }) => (count === 1 ? '1 terminal' : `${count} terminals`),
  moreResults: ({ shown, count }) => `${shown} of ${count} shown. Type to find others.`,
  busy: 'Busy',
  unresolved: 'Not known yet',
  unlisted: 'This terminal is no longer in your list. Check that it is the right one.',
};
