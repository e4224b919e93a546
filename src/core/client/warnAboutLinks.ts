import { warnOnce } from '../errors/warnOnce.ts';
import type { PaymentLinkOptions } from './clientOptions.ts';

/** Says once, in development, what a host should decide about payment links. */
export function warnAboutLinks(options: PaymentLinkOptions = {}): void {
  if (options.version === 'v1') {
    warnOnce(
      "paymentLinks.version 'v1' is deprecated by the service, and its answers carry no data. Use '202104'.",
    );
  }
  if (options.amountUnit === undefined) {
    warnOnce(
      "paymentLinks.amountUnit is not set. Links are sent in cents ('minor'); set it to show that this was checked.",
    );
  }
}
