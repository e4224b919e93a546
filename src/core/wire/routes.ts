import { ConfigurationError } from '../errors.ts';

/** The eleven operations of the service (contract: terminal operations, payment links). */
export const operationNames = [
  'pay',
  'preAuth',
  'capture',
  'void',
  'refund',
  'closeBatch',
  'listTerminals',
  'getProcessedMessage',
  'listPaymentLinks',
  'createPaymentLink',
  'uploadAttachments',
] as const;
export type OperationName = (typeof operationNames)[number];

/** The operations that move money or start settlement: sent once, never again by themselves. */
export const moneyOperations = ['pay', 'preAuth', 'capture', 'void', 'refund', 'closeBatch'] as const;
export type MoneyOperation = (typeof moneyOperations)[number];

export function isMoneyOperation(operation: unknown): operation is MoneyOperation {
  return (moneyOperations as readonly unknown[]).includes(operation);
}

/**
 * Method and path of a request. `path` may hold `{messageId}` and `{provider}`, or be a function of the terminal's
 * provider.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: string | ((context: { provider?: string | undefined }) => string);
  /** Whether the host's headers are sent. */
  headers: boolean;
  /** Whether `terminalPathPrefix` goes before the path. */
  terminal: boolean;
  /** `known`: the reference states method and path. `chosen`: at least one of them is our default. */
  basis: 'known' | 'chosen';
}

type RouteOverride = Partial<Pick<Route, 'method' | 'path' | 'headers'>>;
export type RouteOverrides = Partial<Record<OperationName, RouteOverride>>;

/** The version of the payment-link interface. `v1` is deprecated. */
export type PaymentLinkApiVersion = '202104' | 'v1';

const terminal = { headers: true, terminal: true } as const;
const link = { headers: true, terminal: false } as const;

/** Every operation's default route (contract: terminal operations, payment links). */
export const contractRoutes: Record<OperationName, Route> = {
  pay: { ...terminal, method: 'POST', path: '/pay', basis: 'chosen' },
  preAuth: { ...terminal, method: 'POST', path: '/pre-auth', basis: 'chosen' },
  capture: { ...terminal, method: 'POST', path: '/capture', basis: 'known' },
  void: { ...terminal, method: 'POST', path: '/void', basis: 'chosen' },
  refund: { ...terminal, method: 'POST', path: '/refund', basis: 'chosen' },
  closeBatch: { ...terminal, method: 'POST', path: '/close-batch', basis: 'chosen' },
  listTerminals: { ...terminal, method: 'GET', path: '/terminals', basis: 'chosen' },
  getProcessedMessage: {
    ...terminal,
    method: 'GET',
    path: '/processed-messages/{messageId}',
    basis: 'known',
  },
  listPaymentLinks: { ...link, method: 'GET', path: '/public/202104/payment-link', basis: 'known' },
  createPaymentLink: { ...link, method: 'POST', path: '/public/202104/payment-link', basis: 'known' },
  uploadAttachments: {
    ...link,
    method: 'POST',
    path: '/v1/public/payment-link/upload-attachments',
    basis: 'known',
  },
};

const v1Links: RouteOverrides = {
  listPaymentLinks: { path: '/v1/public/payment-link' },
  createPaymentLink: { path: '/v1/public/payment-link' },
};

/** The route of an operation once the payment-link version and the host's overrides are applied. */
export function routeWithOverrides(
  operation: OperationName,
  version: PaymentLinkApiVersion,
  overrides: RouteOverrides = {},
): Route {
  const versioned = version === 'v1' ? v1Links[operation] : undefined;
  return { ...contractRoutes[operation], ...versioned, ...definedOnly(overrides[operation]) };
}

/** Whether a route needs the terminal's provider. */
export function dependsOnProvider({ path }: Pick<Route, 'path'>): boolean {
  return typeof path === 'function' || path.includes('{provider}');
}

function definedOnly(override: RouteOverride | undefined): RouteOverride {
  return Object.fromEntries(Object.entries(override ?? {}).filter(([, value]) => value !== undefined));
}

/**
 * Throws `configuration` for a path that could lead elsewhere: relative, with a host, a query, or `..` in any spelling.
 */
export function assertPlainPath(path: string): void {
  const isPlain = path.startsWith('/') && !/^\/[/\\]/.test(path) && !/[\\?#\s]/.test(path);
  if (!isPlain || path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    throw new ConfigurationError(
      'routes',
      `The path "${path}" cannot be used. Give a path that starts with one "/" and has no "..", query or fragment.`,
    );
  }
}

/** A prefix with a leading slash; an empty prefix stays empty. */
export function withLeadingSlash(prefix: string): string {
  return prefix === '' || prefix.startsWith('/') ? prefix : `/${prefix}`;
}

/** Joins two paths with a single slash. */
export function joinPath(head: string, tail: string): string {
  return head.replace(/\/+$/, '') + (tail.startsWith('/') ? tail : `/${tail}`);
}
