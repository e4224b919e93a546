import { parseUrl } from '../contract/parseUrl.ts';
import type { Route } from '../contract/routes.ts';
import { ConfigurationError } from '../errors/ConfigurationError.ts';

export interface UrlParts {
  provider?: string | undefined;
  messageId?: string | undefined;
  query?: Record<string, string | number | undefined> | undefined;
}

/** The address of one request: base, prefix, path and query. It can never leave the base's origin. */
export function requestUrl(
  base: URL,
  prefix: string,
  route: Pick<Route, 'path' | 'terminal'>,
  parts: UrlParts,
): URL {
  const template = pathOf(route, parts.provider);
  const path = (route.terminal ? joinPath(withLeadingSlash(prefix), template) : template).replace(
    '{messageId}',
    encodeURIComponent(parts.messageId ?? ''),
  );
  assertPlainPath(path);
  const url = parseUrl(joinPath(base.href, path));
  if (!url || url.origin !== base.origin) {
    throw new ConfigurationError('routes', `The path "${path}" leads away from the origin of baseUrl.`);
  }
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Refuses a path that could lead elsewhere: not absolute, with a host, a query, or `..` in any spelling. */
export function assertPlainPath(path: string): void {
  const isPlain = path.startsWith('/') && !/^\/[/\\]/.test(path) && !/[\\?#\s]/.test(path);
  if (!isPlain || path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    throw new ConfigurationError(
      'routes',
      `The path "${path}" cannot be used. Give a path that starts with one "/" and has no "..", query or fragment.`,
    );
  }
}

function pathOf({ path }: Pick<Route, 'path'>, provider: string | undefined): string {
  if (typeof path === 'string') return path;
  try {
    return path({ provider });
  } catch (cause) {
    throw new ConfigurationError('routes', "A route's path could not be had. Nothing was sent.", cause);
  }
}

/** A prefix as the beginning of a path; nothing stays nothing. */
export function withLeadingSlash(prefix: string): string {
  return prefix === '' || prefix.startsWith('/') ? prefix : `/${prefix}`;
}

function joinPath(head: string, tail: string): string {
  return head.replace(/\/+$/, '') + (tail.startsWith('/') ? tail : `/${tail}`);
}
