'use client';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';
import type { UseLinkSearchResult } from './useLinkSearch.ts';

export interface ListToolbarProps extends Omit<UseLinkSearchResult, 'shown'> {
  labels: PaymentLinkListLabels;
  isFetching: boolean;
  onRefresh: () => void;
  /** Absent while there is nothing to save. */
  onDownload: (() => void) | undefined;
}

/** Search of the page at hand, refresh, and the page as a file. */
export function ListToolbar(props: ListToolbarProps) {
  const { query, setQuery, found, labels, isFetching, onRefresh, onDownload } = props;
  return (
    <div className="tillkit-payment-link-list-toolbar">
      <label className="tillkit-payment-link-list-search">
        <Icon name="search" />
        <span className="tillkit-visually-hidden">{labels.search}</span>
        <input
          className="tillkit-input"
          type="search"
          placeholder={labels.search}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </label>
      <button
        type="button"
        className="tillkit-button"
        data-variant="quiet"
        data-shape="icon"
        data-busy={isFetching ? '' : undefined}
        aria-label={labels.refresh}
        title={labels.refresh}
        onClick={onRefresh}
      >
        <Icon name="retry" />
      </button>
      <button
        type="button"
        className="tillkit-button"
        data-variant="quiet"
        data-shape="icon"
        aria-disabled={onDownload ? undefined : true}
        aria-label={labels.downloadCsv}
        title={labels.downloadCsv}
        onClick={onDownload}
      >
        <Icon name="download" />
      </button>
      {found !== undefined && <p className="tillkit-hint tillkit-figures">{found}</p>}
    </div>
  );
}
