import { warnOnce } from '../errors/warnOnce.ts';
import type { PaymentLinkOptions } from './clientOptions.ts';

/** Says once, in development, what a host should decide about payment links; `sent` is the amount of a new one. */
export function warnAboutLinks(options: PaymentLinkOptions = {}, sent?: number): void {
  if (options.version === 'v1') {
    warnOnce(
      "paymentLinks.version 'v1' is deprecated by the service, and its answers carry no data. Use '202104'.",
    );
  }
  if (options.amountUnit !== undefined) return;
  warnOnce(
    "paymentLinks.amountUnit is not set. Links are sent in cents ('minor'); set it to show that this was checked.",
  );
  if (sent === undefined) return;
  warnOnce(
    `A payment link was sent with amount ${sent}, in cents. Look in the service's own list whether it is over that many cents: where it is over a hundred times as much, set paymentLinks.amountUnit to 'major'.`,
    'sent',
  );
}
