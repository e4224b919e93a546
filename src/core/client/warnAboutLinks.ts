import type { PaymentLinkOptions } from './clientOptions.ts';

const said = new Set<string>();

/** Says once, in development, what a host should decide about payment links. */
export function warnAboutLinks(options: PaymentLinkOptions = {}): void {
  if (!isDevelopment()) return;
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

function warnOnce(sentence: string): void {
  if (said.has(sentence)) return;
  said.add(sentence);
  console.warn(`tillkit: ${sentence}`);
}

// Bundlers write the value in; where nothing did, a browser has no `process`.
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development';
  } catch {
    return false;
  }
}
