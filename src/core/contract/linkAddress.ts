import { parseUrl } from './parseUrl.ts';

/** A web address that is safe to open: https, or http on localhost, without user info; one without a scheme is completed with https. */
export function linkAddress(text: string): string | undefined {
  const completed = /^\/\/[^/\\]/.test(text)
    ? `https:${text}`
    : /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d{1,5}(\/|$)/.test(text)
      ? text
      : `https://${text}`;
  const url = parseUrl(completed);
  if (!url || !isPlainHost(url, completed)) return undefined;
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url.href : undefined;
}

// Spaces, control characters and backslashes are repaired by URL parsers; a hostile address hides behind that.
function isPlainHost(url: URL, text: string): boolean {
  return url.hostname !== '' && url.username === '' && url.password === '' && !/[\s\\\p{Cc}]/u.test(text);
}
