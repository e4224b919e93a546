import type { Count } from '../../hooks/useLabels.ts';

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
  resultCount: (values: { count: Count }) => string;
  /** Not every page is loaded; typing searches all of them. */
  moreResults: (values: { shown: Count; count: Count }) => string;
  loadingMore: string;
  searching: (values: { searched: Count; pages: Count }) => string;
  /** The service asked for a pause, so the search stopped. */
  searchPaused: (values: { searched: Count; pages: Count }) => string;
  /** The next pages could not be loaded. */
  searchFailed: (values: { searched: Count; pages: Count }) => string;
  searchOn: string;
  refreshing: string;
  refreshError: string;
  /** An operation is under way on the terminal. */
  busy: string;
  /** An operation on the terminal whose outcome nobody knows yet. */
  unresolved: string;
  /** `at` is a time in the provider's zone. */
  lastSeen: (values: { at: string }) => string;
  /** The chosen terminal is not among the merchant's. */
  unlisted: string;
  useAnyway: string;
  /** Said where a form needs a terminal and none is chosen. */
  required: string;
}

declare module '../../hooks/usePaymentsContext.ts' {
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
  resultCount: ({ count }) => (count.value === 1 ? '1 terminal' : `${count.text} terminals`),
  moreResults: ({ shown, count }) => `${shown.text} of ${count.text} shown. Type to find others.`,
  loadingMore: 'Loading more…',
  searching: ({ searched, pages }) => `Searching… ${searched.text} of ${pages.text} pages`,
  searchPaused: ({ searched, pages }) =>
    `Searched ${searched.text} of ${pages.text} pages. The service asked for a pause.`,
  searchFailed: ({ searched, pages }) =>
    `Searched ${searched.text} of ${pages.text} pages. The others could not be loaded.`,
  searchOn: 'Search the rest',
  refreshing: 'Refreshing…',
  refreshError: 'The list could not be refreshed and may be out of date.',
  busy: 'Busy',
  unresolved: 'Not known yet',
  lastSeen: ({ at }) => `Last seen ${at}`,
  unlisted: 'This terminal is no longer in your list. Check that it is the right one.',
  useAnyway: 'Use it anyway',
  required: 'Choose a terminal.',
};
