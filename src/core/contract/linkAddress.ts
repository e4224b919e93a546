import { parseUrl } from './parseUrl.ts';
import type { PaymentLink } from './paymentLink.ts';

/** A web address that is safe to open: https, or http on localhost, without user info; one without a scheme is completed with https. */
export function linkAddress(text: string): string | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d{1,5}(\/|$)/.test(text);
  const completed = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
  const url = parseUrl(completed);
  if (!url || !isPlainHost(url, completed) || !(hasScheme || isNamedHost(url))) return undefined;
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url.href : undefined;
}

/** The link with an address that is safe to open and of an allowed origin; any other becomes `addressText`. */
export function withSafeAddress(link: PaymentLink, allowedOrigins?: readonly string[]): PaymentLink {
  const { paymentLink: text } = link;
  if (text === undefined) return link;
  const address = linkAddress(text);
  const isAllowed = address !== undefined && (allowedOrigins?.includes(new URL(address).origin) ?? true);
  return isAllowed
    ? { ...link, paymentLink: address }
    : { ...link, paymentLink: undefined, addressText: text };
}

// What has no scheme may be a path or an id: completed, those would lead to somebody's host.
function isNamedHost({ hostname }: URL): boolean {
  return hostname === 'localhost' || /\.[a-z][a-z\d-]*$/i.test(hostname);
}

// Spaces, control characters, backslashes and slashes too few or many are repaired by URL parsers; a hostile address hides
// behind that.
function isPlainHost(url: URL, text: string): boolean {
  const isWhole = /^[a-z]+:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text);
  return isWhole && url.username === '' && url.password === '';
}
