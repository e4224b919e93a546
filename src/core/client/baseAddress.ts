import { parseUrl } from '../contract/parseUrl.ts';
import { ConfigurationError } from '../errors/ConfigurationError.ts';

/**
 * Checks `baseUrl` once and gives a function that resolves it when called. Throws `configuration`.
 * Source: faults F99; credentials never travel over plain http except to this machine or the page's own origin.
 */
export function baseAddress(baseUrl: string, allowInsecure = false): () => URL {
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '') {
    throw new ConfigurationError(
      'baseUrl',
      'baseUrl is empty. Give the address of the service or of your backend.',
    );
  }
  const isRelative = baseUrl.startsWith('/') && !baseUrl.startsWith('//') && !baseUrl.startsWith('/\\');
  if (!isRelative) {
    const url = checked(baseUrl, undefined, allowInsecure);
    return () => url;
  }
  let resolved: { page: string; url: URL } | undefined;
  return () => {
    const page = pageAddress();
    if (page !== undefined && page === resolved?.page) return resolved.url;
    if (!page) {
      throw new ConfigurationError(
        'baseUrl',
        `baseUrl "${baseUrl}" is relative, and there is no page to resolve it against. Give an absolute address.`,
      );
    }
    resolved = { page, url: checked(baseUrl, page, allowInsecure) };
    return resolved.url;
  };
}

function checked(baseUrl: string, page: string | undefined, allowInsecure: boolean): URL {
  const url = parseUrl(baseUrl, page);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigurationError(
      'baseUrl',
      `baseUrl "${baseUrl}" is not a web address. Start it with https:// or /.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError(
      'baseUrl',
      'baseUrl must hold no user name, query or fragment. Use headers for credentials.',
    );
  }
  const isOwnOrigin = url.origin === parseUrl(pageAddress() ?? '')?.origin;
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname) && !isOwnOrigin) {
    throw new ConfigurationError(
      'baseUrl',
      `baseUrl "${url.origin}" is plain http. Use https, or set allowInsecure.`,
    );
  }
  return url;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function pageAddress(): string | undefined {
  const href = (globalThis as { location?: { href?: string } }).location?.href;
  return href?.startsWith('http') ? href : undefined;
}
