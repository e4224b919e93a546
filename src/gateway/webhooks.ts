import { isLoopbackHost } from '../core/client/requestUrl.ts';
import { attempt, ConfigurationError } from '../core/errors.ts';
import type { OrderFigures, Phase, TerminalOperation } from '../core/operations/terminalOperation.ts';
import { type Clock, withTimeout } from '../core/time.ts';
import { isObject, picked } from '../core/wire/read.ts';
import type { EventRow } from './recordRows.ts';

/** The fields that are published unchanged, one by one: no new field of operations is published by accident. */
const publishedFields = [
  'id',
  'kind',
  'phase',
  'status',
  'reason',
  'terminalId',
  'provider',
  'currency',
  'amountCents',
  'confirmedCents',
  'tipCents',
  'orderNumber',
  'msgIdentifier',
  'pnRefNum',
  'anomalies',
  'createdAt',
  'acceptedAt',
  'endedAt',
] as const satisfies readonly (keyof TerminalOperation)[];

/** An operation as receivers get it: without the service's text and without the actor. */
export type EventOperation = Pick<TerminalOperation, (typeof publishedFields)[number] | 'resolution'> & {
  /** The number of this change of the operation. Ignore an event with a lower number than one you already have. */
  seq: number;
  error?: { code: string; status?: number | undefined } | undefined;
};

/** A change of an operation, delivered at least once to each receiver. It holds no personal data and no secret. */
export interface GatewayEvent {
  /** The event's id, the same for every attempt and every receiver. */
  id: string;
  /** `operation.` and the new phase, or `operation.anomaly` if something happened that should not. */
  type: `operation.${Phase}` | 'operation.anomaly';
  /** When the change happened, as ISO 8601. */
  timestamp: string;
  data: {
    /** The merchant, if `authorize` names one. */
    account?: string | undefined;
    /** The operation after the change. */
    operation: EventOperation;
    previousPhase?: Phase | undefined;
    anomaly?: string | undefined;
  };
}

/** The amount paid reached the order's total. An order has at most one such event, delivered at least once. */
export interface OrderPaidEvent {
  id: string;
  type: 'order.paid';
  timestamp: string;
  data: {
    account?: string | undefined;
    order: Pick<OrderFigures, 'number' | 'currency' | 'totalCents' | 'paidCents'>;
  };
}

/** Where events are sent, signed according to https://www.standardwebhooks.com. */
export interface Webhook {
  /** The receiver's name in the record. Pending deliveries find their URL by this name. Default: the host of `url`. */
  id?: string | undefined;
  /** The receiver's URL: https://, or http:// for this machine. */
  url: string;
  /** `whsec_` and 24 to 64 bytes in base64. While the receiver changes its secret, give two: both sign each request. */
  secrets: readonly string[];
}

/** The webhooks of all merchants, or a function that returns those of one merchant. */
export type ConfiguredWebhooks =
  | readonly Webhook[]
  | ((merchant: { account: string | undefined }) => readonly Webhook[] | Promise<readonly Webhook[]>);

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Aborts the request after the timeout. */
  signal: AbortSignal;
}

/** Sends a POST, follows no redirect, and returns the status of the answer. Rejects if there is no answer. */
export type SendWebhook = (request: WebhookRequest) => Promise<number>;

/** Whether receivers get an event: only phase changes, anomalies and paid orders. Other events show nothing new. */
export function isEventForReceivers({ detail }: EventRow): boolean {
  return detail?.type === 'operation' || detail?.type === 'anomaly' || detail?.type === 'order-paid';
}

/** The event as receivers get it. Its id is a hash with `secret`, so that ids do not show how many events there are. */
export async function createGatewayEvent(
  row: EventRow,
  secret: string,
): Promise<GatewayEvent | OrderPaidEvent> {
  const { id, account, operationId, seq, at, detail, operation } = row;
  // A restored record uses the same event numbers again. The hash includes the time, so that ids still differ.
  const content = JSON.stringify(['event', account, operationId, id, seq, at]);
  const hash = await hmac(new TextEncoder().encode(secret), content);
  const hex = Array.from(hash.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0'));
  const event = { id: `evt_${hex.join('')}`, timestamp: new Date(at).toISOString() };
  const merchant = account === '' ? undefined : { account };
  if ('order' in operation) {
    const { number, currency, totalCents, paidCents } = operation.order;
    return {
      ...event,
      type: 'order.paid',
      data: { ...merchant, order: { number, currency, totalCents, paidCents } },
    };
  }
  return {
    ...event,
    type: detail?.type === 'anomaly' ? 'operation.anomaly' : `operation.${operation.phase}`,
    data: {
      ...merchant,
      operation: eventOperation(operation, seq),
      ...(detail?.type === 'operation' && detail.from && { previousPhase: detail.from }),
      ...(detail?.type === 'anomaly' && { anomaly: detail.kind }),
    },
  };
}

function eventOperation(operation: TerminalOperation, seq: number): EventOperation {
  const { resolution, error } = operation;
  return {
    ...picked(operation, publishedFields),
    seq,
    error: error && { code: error.code, status: error.status },
    // Leaves out the resolution's `note`: a person may have named a customer in it.
    resolution: resolution && { charged: resolution.charged, basis: resolution.basis },
  };
}

/** The name under which `onEvent` is a receiver. No webhook may have it. */
export const onEventReceiverName = 'process';

/** The webhook's name: `id`, or else the host of the URL. The URL's path may hold a secret. */
export function receiverNameOf({ id, url }: Pick<Webhook, 'id' | 'url'>): string {
  return id ?? (URL.canParse(url) ? new URL(url).host : 'no address');
}

function assertWebhook(webhook: Webhook, option = 'webhooks'): void {
  if (!isObject(webhook)) throw new ConfigurationError(option, `${option} must be { url, secrets }.`);
  const { id, url, secrets } = webhook;
  const wrong = (field: string, sentence: string) => new ConfigurationError(`${option}.${field}`, sentence);
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 'https:' && !(address?.protocol === 'http:' && isLoopbackHost(address.hostname)))
    throw wrong(
      'url',
      'The url of a webhook must be absolute and begin with https://. http:// is allowed for this machine only.',
    );
  if (address.username || address.password)
    throw wrong(
      'url',
      'The url of a webhook must not hold a user or password. Verify the signature with the secret instead.',
    );
  if (id === '' || id === onEventReceiverName)
    throw wrong('id', `"${id}" cannot be the id of a webhook. Give another one.`);
  if (!Array.isArray(secrets) || secrets.length < 1 || secrets.length > 2)
    throw wrong('secrets', 'A webhook needs one secret, or two while you replace one.');
  if (!secrets.every(isSecret))
    throw wrong(
      'secrets',
      'A secret must be whsec_ and 24 to 64 random bytes in base64, such as openssl rand -base64 32 prints.',
    );
}

function isSecret(secret: unknown): boolean {
  const length = secretBytes(secret)?.length ?? 0;
  return length >= 24 && length <= 64;
}

/** Throws `configuration` if a webhook cannot be used, or if two have the same name. */
export function assertWebhooks(webhooks: readonly Webhook[]): void {
  webhooks.forEach((webhook, at) => assertWebhook(webhook, `webhooks[${at}]`));
  assertReceiverNames(webhooks);
}

/** In characters. A receiver's name must fit into a row of a PostgreSQL index, which has at most 2704 bytes. */
const longestName = 256;

function assertStorableName(webhook: Pick<Webhook, 'id' | 'url'>, option: string): void {
  const name: unknown = receiverNameOf(webhook);
  if (typeof name === 'string' && name.length <= longestName) return;
  throw new ConfigurationError(
    `${option}.id`,
    `${option}.id must be a text of at most ${longestName} characters. Without an id, the same holds for the host of the url.`,
  );
}

/**
 * Throws `configuration` if a receiver's name cannot be stored, or if two receivers have the same name: one of them would
 * get nothing.
 */
export function assertReceiverNames(webhooks: readonly Webhook[]): void {
  webhooks.forEach((webhook, at) => assertStorableName(webhook, `webhooks[${at}]`));
  const names = [onEventReceiverName, ...webhooks.map(receiverNameOf)];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  const sentence = `Two receivers have the name ${twice}. Give each webhook an id of its own.`;
  throw new ConfigurationError('webhooks', sentence);
}

/** Sends an event, signed for `now` (epoch ms). Returns the status. Rejects if no answer comes in time. */
export async function sendWebhookEvent(
  event: GatewayEvent | OrderPaidEvent,
  webhook: Webhook,
  send: SendWebhook,
  { now, clock, timeoutMs }: { now: number; clock: Clock; timeoutMs: number },
): Promise<number> {
  assertWebhook(webhook);
  const { url, secrets } = webhook;
  const body = JSON.stringify(event);
  const headers = await signedWebhookHeaders(event.id, body, secrets, now);
  const controller = new AbortController();
  const { signal } = controller;
  const sent = (async () => send({ url, headers, body, signal }))();
  return withTimeout(clock, timeoutMs, sent).finally(() => controller.abort());
}

/** The headers of a request whose body is signed for `now` (epoch ms). */
export async function signedWebhookHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  now: number,
): Promise<Record<string, string>> {
  const timestamp = `${Math.floor(now / 1000)}`;
  const signatures = await Promise.all(
    secrets.map((secret) => hmac(secretBytes(secret) ?? new Uint8Array(), `${id}.${timestamp}.${body}`)),
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'tillkit',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((bytes) => `v1,${btoa(String.fromCharCode(...bytes))}`).join(' '),
  };
}

const importedKeys = /*#__PURE__*/ new Map<string, Promise<CryptoKey>>();
const maxKeys = 100;

async function hmac(secret: Uint8Array<ArrayBuffer>, content: string): Promise<Uint8Array> {
  const name = secret.join();
  const hmacOfSha256 = { name: 'HMAC', hash: 'SHA-256' };
  const key = importedKeys.get(name) ?? crypto.subtle.importKey('raw', secret, hmacOfSha256, false, ['sign']);
  if (importedKeys.size >= maxKeys) importedKeys.clear();
  importedKeys.set(name, key);
  return new Uint8Array(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(content)));
}

function secretBytes(secret: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof secret !== 'string' || !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return undefined;
  return attempt(() => Uint8Array.from(atob(secret.slice('whsec_'.length)), (char) => char.charCodeAt(0)));
}
