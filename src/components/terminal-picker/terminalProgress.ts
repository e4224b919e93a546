import type { Count } from '../../hooks/useLabels.ts';
import type { TerminalListState } from './useTerminalList.ts';
import type { TerminalPickerLabels } from './terminalPickerLabels.ts';

/** How far the list is loaded, in words, and what a person can do about it. */
export interface TerminalProgress {
  kind: 'searching' | 'loading' | 'partial' | 'refreshing' | 'paused' | 'failed' | 'stale';
  sentence: string;
  action?: { label: string; isWaiting: boolean; press: () => void } | undefined;
}

export interface TerminalProgressOptions {
  list: TerminalListState;
  /** Something was typed, so every page counts. */
  isSearching: boolean;
  labels: TerminalPickerLabels;
  countOf: (value: number) => Count;
}

/** Undefined where every page is there and nothing is under way. */
export function terminalProgress(options: TerminalProgressOptions): TerminalProgress | undefined {
  const { list, isSearching, labels, countOf } = options;
  const { pages: query, isPausing } = list;
  const { data, error, isFetching, isFetchingNextPage, hasNextPage } = query;
  if (!data) return undefined;
  const values = { searched: countOf(data.searched), pages: countOf(data.pages) };
  if (isFetchingNextPage || (hasNextPage && isSearching && !error)) {
    return isSearching
      ? { kind: 'searching', sentence: labels.searching(values) }
      : { kind: 'loading', sentence: labels.loadingMore };
  }
  if (isFetching) return { kind: 'refreshing', sentence: labels.refreshing };
  if (query.isFetchNextPageError) {
    const isPaused = error?.code === 'rate-limited';
    const press = () => void query.fetchNextPage({ cancelRefetch: false });
    return {
      kind: isPaused ? 'paused' : 'failed',
      sentence: isPaused ? labels.searchPaused(values) : labels.searchFailed(values),
      action: { label: labels.searchOn, isWaiting: isPausing, press },
    };
  }
  if (error) {
    const press = () => void query.refetch();
    return {
      kind: 'stale',
      sentence: labels.refreshError,
      action: { label: labels.retry, isWaiting: isPausing, press },
    };
  }
  if (!hasNextPage) return undefined;
  const counts = { shown: countOf(data.terminals.length), count: countOf(data.total) };
  return { kind: 'partial', sentence: labels.moreResults(counts) };
}
