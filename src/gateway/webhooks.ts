import { ConfigurationError } from '../core/errors.ts';
import type { Phase, TerminalOperation } from '../core/operations/terminalOperation.ts';
import { type Clock, withTimeout } from '../core/time.ts';
import type { EventRow } from './recordRows.ts';

/** An operation as receivers hear of it: without the service's sentences, and without who took it. */
export type ToldOperation = Pick<
  TerminalOperation,
  | 'id'
  | 'kind'
  | 'phase'
  | 'status'
  | 'reason'
  | 'terminalId'
  | 'provider'
  | 'currency'
  | 'amountCents'
  | 'confirmedCents'
  | 'tipCents'
  | 'orderNumber'
  | 'msgIdentifier'
  | 'pnRefNum'
  | 'resolution'
  | 'anomalies'
  | 'createdAt'
  | 'acceptedAt'
  | 'endedAt'
> & {
  /** Counts its changes: one that is lower than the last you heard is older news. */
  seq: number;
  error?: { code: string; status?: number | undefined } | undefined;
};

/** A change of an operation, told at least once to each receiver. Nothing personal and no secret is in it. */
export interface GatewayEvent {
  /** The same whenever this event is told, and to whom. */
  id: string;
  /** `operation.` and the phase that the operation has come to; or that something happened that should not. */
  type: `operation.${Phase}` | 'operation.anomaly';
  /** When it happened, as ISO 8601. */
  timestamp: string;
  data: {
    /** The merchant, where `authorize` names one. */
    account?: string | undefined;
    /** The operation after the change. */
    operation: ToldOperation;
    previousPhase?: Phase | undefined;
    anomaly?: string | undefined;
  };
}

/** Where events are sent to, signed as https://www.standardwebhooks.com says. */
export interface Webhook {
  /** Its name in the record. Default: the host of `url`. What waits for it is sent to whatever address has its name. */
  id?: string | undefined;
  /** https; or http, where it is this machine. */
  url: string;
  /** `whsec_` and 24 to 64 bytes in base64. With two, both sign: the receiver may change from one to the other meanwhile. */
  secrets: readonly string[];
}

/** The webhooks of all merchants, or who is asked for those of one. */
export type Webhooks =
  | readonly Webhook[]
  | ((merchant: { account: string | undefined }) => readonly Webhook[] | Promise<readonly Webhook[]>);

/** A request to a receiver. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Aborts when it takes too long. */
  signal: AbortSignal;
}

/** Sends a POST, follows no redirect, and gives the answer's status; rejects where there was none. */
export type SendWebhook = (request: WebhookRequest) => Promise<number>;

/** Whether receivers hear of a change: of the phase, or of what should not happen. The other events say the same in other words. */
export function isTold({ detail }: EventRow): boolean {
  return detail?.type === 'operation' || detail?.type === 'anomaly';
}

/** What receivers get. `secret` makes the id one that tells nobody how many events there are. */
export async function toldEvent(row: EventRow, secret: string): Promise<GatewayEvent> {
  const { id, account, operationId, seq, at, detail } = row;
  // A record that was put back from a copy gives its numbers again: the time makes the id another one.
  const content = JSON.stringify(['event', account, operationId, id, seq, at]);
  const hash = await hmac(new TextEncoder().encode(secret), content);
  const hex = Array.from(hash.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0'));
  return {
    id: `evt_${hex.join('')}`,
    type: detail?.type === 'anomaly' ? 'operation.anomaly' : `operation.${row.operation.phase}`,
    timestamp: new Date(at).toISOString(),
    data: {
      ...(account && { account }),
      operation: toldOperation(row),
      ...(detail?.type === 'operation' && detail.from && { previousPhase: detail.from }),
      ...(detail?.type === 'anomaly' && { anomaly: detail.kind }),
    },
  };
}

// Each field by its name: what an operation will have one day is not told before somebody thought about it.
function toldOperation({ seq, operation: { resolution, error, ...operation } }: EventRow): ToldOperation {
  return {
    id: operation.id,
    kind: operation.kind,
    phase: operation.phase,
    seq,
    status: operation.status,
    reason: operation.reason,
    terminalId: operation.terminalId,
    provider: operation.provider,
    currency: operation.currency,
    amountCents: operation.amountCents,
    confirmedCents: operation.confirmedCents,
    tipCents: operation.tipCents,
    orderNumber: operation.orderNumber,
    msgIdentifier: operation.msgIdentifier,
    pnRefNum: operation.pnRefNum,
    error: error && { code: error.code, status: error.status },
    resolution: resolution && { charged: resolution.charged, basis: resolution.basis },
    anomalies: operation.anomalies,
    createdAt: operation.createdAt,
    acceptedAt: operation.acceptedAt,
    endedAt: operation.endedAt,
  };
}

/** The receiver in the process itself. */
export const inProcess = 'process';

/** A webhook's name. An address may hold a secret in its path, so its host alone is one. */
export function nameOf({ id, url }: Webhook): string {
  return id ?? (URL.canParse(url) ? new URL(url).host : 'no address');
}

/** Throws `configuration` where a webhook cannot be used. */
function assertWebhook({ id, url, secrets }: Webhook, option = 'webhooks'): void {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 'https:' && !(address?.protocol === 'http:' && isLoopback(address.hostname))) {
    throw new ConfigurationError(
      `${option}.url`,
      'The address of a webhook is absolute and begins with https://. http:// is for this machine only.',
    );
  }
  if (address.username || address.password) {
    throw new ConfigurationError(
      `${option}.url`,
      'The address of a webhook has no user or password. What comes is signed: verify it with the secret.',
    );
  }
  if (id === '' || id === inProcess) {
    throw new ConfigurationError(`${option}.id`, `"${id}" cannot be the id of a webhook.`);
  }
  if (!Array.isArray(secrets) || secrets.length < 1 || secrets.length > 2) {
    throw new ConfigurationError(`${option}.secrets`, 'A webhook has one secret, or two while it changes.');
  }
  for (const secret of secrets as readonly unknown[]) {
    const length = secretBytes(secret)?.length ?? 0;
    if (length >= 24 && length <= 64) continue;
    throw new ConfigurationError(
      `${option}.secrets`,
      'A secret is whsec_ and 24 to 64 random bytes in base64, as openssl rand -base64 32 makes them.',
    );
  }
}

/** Throws `configuration` where one of them cannot be used, or two have one name. */
export function assertWebhooks(webhooks: readonly Webhook[]): void {
  webhooks.forEach((webhook, at) => assertWebhook(webhook, `webhooks[${at}]`));
  assertNames(webhooks);
}

/** Throws `configuration` where two receivers have one name: one of them would hear nothing. */
export function assertNames(webhooks: readonly Webhook[]): void {
  const names = [inProcess, ...webhooks.map(nameOf)];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  const sentence = `Two receivers are called ${twice}. Give each webhook an id of its own.`;
  throw new ConfigurationError('webhooks', sentence);
}

/** Sends an event, signed for `now` (epoch ms). Gives the answer's status; rejects where there is none in time, or the webhook cannot be used. */
export async function sendEvent(
  event: GatewayEvent,
  webhook: Webhook,
  send: SendWebhook,
  { now, clock, timeoutMs }: { now: number; clock: Clock; timeoutMs: number },
): Promise<number> {
  assertWebhook(webhook);
  const { url, secrets } = webhook;
  const body = JSON.stringify(event);
  const headers = await signedHeaders(event.id, body, secrets, now);
  const controller = new AbortController();
  const { signal } = controller;
  const sent = (async () => send({ url, headers, body, signal }))();
  return withTimeout(clock, timeoutMs, sent).finally(() => controller.abort());
}

async function signedHeaders(
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
const mostKeys = 100;

async function hmac(secret: Uint8Array<ArrayBuffer>, content: string): Promise<Uint8Array> {
  const name = secret.join();
  const hmacOfSha256 = { name: 'HMAC', hash: 'SHA-256' };
  const key = importedKeys.get(name) ?? crypto.subtle.importKey('raw', secret, hmacOfSha256, false, ['sign']);
  if (importedKeys.size >= mostKeys) importedKeys.clear();
  importedKeys.set(name, key);
  return new Uint8Array(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(content)));
}

function secretBytes(secret: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof secret !== 'string' || !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return undefined;
  try {
    return Uint8Array.from(atob(secret.slice('whsec_'.length)), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
