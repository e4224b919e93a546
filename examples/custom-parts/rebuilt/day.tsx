import type { ReceiptProps } from 'tillkit';
import { Receipt } from 'tillkit/parts';

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
