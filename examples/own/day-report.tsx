'use client';
import { forwardRef } from 'react';
import type { DayReportProps } from 'tillkit';
import { DayReport as Parts } from 'tillkit/parts';

/** The figures of a day or of a closing, for the screen and for paper. */
export const DayReport = forwardRef<HTMLElement, DayReportProps>(function DayReport({ shop, ...props }, ref) {
  return (
    <Parts.Root {...props} ref={ref}>
      <Parts.Day />
      <Parts.Shop>{shop}</Parts.Shop>
      <Parts.Title />
      <Parts.Period />
      <Parts.Note />
      <Parts.Error />
      <Parts.Loading />
      <Parts.Empty />
      <Parts.Totals />
      <Parts.Unknown />
      <Parts.Held />
      <Parts.Legs />
      <Parts.Corrections />
      <Parts.Terminals />
      <Parts.Payments />
      <Parts.Print />
    </Parts.Root>
  );
});
