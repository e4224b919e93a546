'use client';
import { forwardRef } from 'react';
import type { TransactionListProps } from 'tillkit';
import type { RecordedOperation } from 'tillkit/core';
import { TransactionList as Parts } from 'tillkit/parts';

// Outside of the component, so that it is the same function at each render: a row renders again only if its payment changed.
const renderRow = (operation: RecordedOperation, undoneCents: number | undefined) => (
  <Parts.Row key={operation.id} operation={operation} undoneCents={undoneCents} />
);

/** The payments of a day, with search and filters. */
export const TransactionList = forwardRef<HTMLElement, TransactionListProps>(
  function TransactionList(props, ref) {
    return (
      <Parts.Root {...props} ref={ref}>
        <Parts.Head>
          <Parts.Headline />
          <Parts.Download />
        </Parts.Head>
        <Parts.Note />
        <Parts.Tools>
          <Parts.Day />
          <Parts.Search />
          <Parts.Reading />
          <Parts.Filters />
        </Parts.Tools>
        <Parts.DownloadError />
        <Parts.Error />
        <Parts.ToLookAt>{renderRow}</Parts.ToLookAt>
        <Parts.Rows>{renderRow}</Parts.Rows>
        <Parts.Empty />
        <Parts.More />
      </Parts.Root>
    );
  },
);
