import { ConfigurationError, InvalidInputError } from '../errors.ts';
import { parseUrl } from '../wire/read.ts';
import { assertPlainPath, joinPath, type Route } from '../wire/routes.ts';

/** Checks `baseUrl` and returns a function that makes it absolute. Check and function throw `configuration` (faults F99). */
export function createBaseUrlResolver(baseUrl: string, allowInsecure = false): () => URL {
  if (typeof (baseUrl ?? '') !== 'string') throw wrongBaseUrl('must be a text. Of a URL, give its href.');
  if (!baseUrl?.trim()) {
    throw wrongBaseUrl('is missing. Set it to the address of the service or of your server.');
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
      throw wrongBaseUrl(
        `"${baseUrl}" is relative, and this is not a page of a web server. Give an absolute address.`,
      );
    }
    resolved = { page, url: checked(baseUrl, page, allowInsecure) };
    return resolved.url;
  };
}

function checked(baseUrl: string, page: string | undefined, allowInsecure: boolean): URL {
  const url = parseUrl(baseUrl, page);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw wrongBaseUrl(`"${baseUrl}" is not a web address. Start it with https:// or /.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw wrongBaseUrl('must hold no user name, query or fragment. Use headers for credentials.');
  }
  const isOwnOrigin = url.origin === parseUrl(pageAddress() ?? '')?.origin;
  if (url.protocol === 'http:' && !allowInsecure && !isLoopbackHost(url.hostname) && !isOwnOrigin) {
    throw wrongBaseUrl(
      `"${url.origin}" is plain http. Use https, or give allowInsecure: true beside baseUrl.`,
    );
  }
  return url;
}

const wrongBaseUrl = (reason: string) => new ConfigurationError('baseUrl', `baseUrl ${reason}`);

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The page's URL; in a `srcdoc` frame its origin. A `<base>` element is ignored, because it may name another origin. */
function pageAddress(): string | undefined {
  const { location, origin } = globalThis as { location?: { href?: string }; origin?: string };
  return [location?.href, origin].find((address) => address?.startsWith('http'));
}

type QueryValue = string | number | boolean | undefined;

export interface UrlValues {
  provider?: string | undefined;
  messageId?: string | undefined;
  /** The body of the request, in the contract's field names. If the path has `{pnRefNum}`, the value comes from the body. */
  body?: object | undefined;
  query?: Record<string, QueryValue | readonly QueryValue[]> | undefined;
}

/** The URL of a request: base, path and query. The URL never leaves the origin of `baseUrl`. */
export function requestUrl(base: URL, route: Pick<Route, 'path'>, parts: UrlValues): URL {
  const { pnRefNum = '' } = (parts.body ?? {}) as { pnRefNum?: string };
  const path = pathOf(route, parts.provider)
    .replace('{messageId}', encodeURIComponent(parts.messageId ?? ''))
    .replace('{pnRefNum}', encodeURIComponent(pnRefNum));
  assertPlainPath(path);
  const url = parseUrl(joinPath(base.href, path));
  if (!url || url.origin !== base.origin) {
    throw new ConfigurationError('routes', `The path "${path}" leads away from the origin of baseUrl.`);
  }
  for (const [name, values] of Object.entries(parts.query ?? {})) {
    for (const value of [values].flat()) {
      if (value !== undefined) url.searchParams.append(name, String(value));
    }
  }
  return url;
}

function pathOf({ path }: Pick<Route, 'path'>, provider: string | undefined): string {
  let template: string;
  try {
    template = typeof path === 'string' ? path : path({ provider });
  } catch (cause) {
    throw new ConfigurationError('routes', 'A path function of routes threw. Nothing was sent.', cause);
  }
  if (provider === undefined && /\{provider\}|\bundefined\b/.test(template)) {
    throw new InvalidInputError('provider', `is missing, and the path ${template} depends on it.`);
  }
  return template.replaceAll('{provider}', encodeURIComponent(provider ?? ''));
}
