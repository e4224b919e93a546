import { ConfigurationError, createOneOfGuard } from '../errors.ts';
import { withoutUndefinedFields } from './read.ts';

/** Method and path of a request. `path` may hold `{messageId}`, `{pnRefNum}`, `{provider}`, or be a function of the provider. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: string | ((context: { provider?: string | undefined }) => string);
  /** Whether the headers that the host configured are sent with the request. */
  headers: boolean;
  /** Whether `terminalPathPrefix` goes before the path. */
  terminal: boolean;
}

/** The version of the payment-link interface. `v1` is deprecated. */
export type PaymentLinkApiVersion = '202104' | 'v1';

const terminal = { headers: true, terminal: true } as const;
const money = { ...terminal, method: 'POST' } as const;
const link = { headers: true, terminal: false } as const;

/**
 * The operations that move money or start settlement. Each is sent once and never repeated automatically. `known`: the
 * service's reference has method and path. `chosen`: we chose at least one of the two.
 */
const moneyRoutes = {
  pay: { ...money, path: '/pay' }, // chosen
  preAuth: { ...money, path: '/pre-auth' }, // chosen
  capture: { ...money, path: '/capture' }, // known
  void: { ...money, path: '/void' }, // chosen
  refund: { ...money, path: '/refund' }, // chosen
  closeBatch: { ...money, path: '/close-batch' }, // chosen
} as const;
export type MoneyOperation = keyof typeof moneyRoutes;
export const moneyOperations = /*#__PURE__*/ Object.keys(moneyRoutes) as readonly MoneyOperation[];
export const isMoneyOperation = /*#__PURE__*/ createOneOfGuard(moneyOperations);

const otherRoutes = {
  listTerminals: { ...terminal, method: 'GET', path: '/terminals' }, // chosen
  getProcessedMessage: { ...terminal, method: 'GET', path: '/processed-messages/{messageId}' }, // known
  listPaymentLinks: { ...link, method: 'GET', path: '/public/202104/payment-link' }, // known
  createPaymentLink: { ...link, method: 'POST', path: '/public/202104/payment-link' }, // known
  uploadAttachments: { ...link, method: 'POST', path: '/v1/public/payment-link/upload-attachments' }, // known
} as const;
export type OperationName = MoneyOperation | keyof typeof otherRoutes;

/** The route of each operation in docs/contract.md. */
export const contractRoutes: Record<OperationName, Route> = { ...moneyRoutes, ...otherRoutes };
export const contractOperationNames = /*#__PURE__*/ Object.keys(contractRoutes) as readonly OperationName[];
export const isOperationName = /*#__PURE__*/ createOneOfGuard(contractOperationNames);

type RouteOverride = Partial<Pick<Route, 'method' | 'path' | 'headers'>>;
export type RouteOverrides = Partial<Record<OperationName, RouteOverride>>;

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
  return {
    ...contractRoutes[operation],
    ...versioned,
    ...withoutUndefinedFields(overrides[operation] ?? {}),
  };
}

/** Whether requests of an operation name an earlier transaction, so that their path may hold `{pnRefNum}`. */
export function requestRefersToTransaction(operation: OperationName): boolean {
  return operation === 'capture' || operation === 'void' || operation === 'refund';
}

export function pathDependsOnProvider({ path }: Pick<Route, 'path'>): boolean {
  return typeof path === 'function' || path.includes('{provider}');
}

/** Throws `configuration` for a path that could lead elsewhere: a relative path, or a path with a host, a query or any `..`. */
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

export function joinPath(head: string, tail: string): string {
  return head.replace(/\/+$/, '') + (tail.startsWith('/') ? tail : `/${tail}`);
}
