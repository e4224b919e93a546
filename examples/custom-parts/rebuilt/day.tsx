import type { DayReportProps, ReceiptProps } from 'tillkit';
import { DayReport, Receipt } from 'tillkit/parts';

/** `Receipt`, part by part. */
export function OwnReceipt({ shop, footer, ...props }: ReceiptProps) {
  return (
    <Receipt.Root {...props}>
      <Receipt.Reprint />
      <Receipt.Shop>{shop}</Receipt.Shop>
      <Receipt.Title />
      <Receipt.Figures />
      <Receipt.Sentences />
      <Receipt.Details />
      <Receipt.Footer>{footer}</Receipt.Footer>
      <Receipt.Print />
    </Receipt.Root>
  );
}

/** `DayReport`, part by part. */
export function OwnDayReport({ shop, ...props }: DayReportProps) {
  return (
    <DayReport.Root {...props}>
      <DayReport.Day />
      <DayReport.Shop>{shop}</DayReport.Shop>
      <DayReport.Title />
      <DayReport.Period />
      <DayReport.Note />
      <DayReport.Error />
      <DayReport.Loading />
      <DayReport.Empty />
      <DayReport.Totals />
      <DayReport.Unknown />
      <DayReport.Held />
      <DayReport.Legs />
      <DayReport.Terminals />
      <DayReport.Payments />
      <DayReport.Print />
    </DayReport.Root>
  );
}
