import { formatCents } from '../core/money/formatCents.ts';
import { signedWebhookHeaders } from '../gateway/webhooks.ts';
import { printable } from './commandLine.ts';
import { listen } from './listen.ts';
import type { WebhookEvent } from './sampleEvents.ts';

interface ListenOptions {
  port: number;
  host?: string | undefined;
  secret: string;
  /** The URL of another receiver. Each request is also sent there, and is answered with the status that comes back. */
  forward?: string | undefined;
  print: (line: string) => void;
}

const toleranceMs = 5 * 60_000;
const mostChars = 1_000_000;

/** Serves a receiver that prints each event, with a right signature or not. Without `forward`, it answers 200. */
export function listenForEvents({ port, host, secret, forward, print }: ListenOptions) {
  const seen = new Set<string>();
  return listen(
    async (request) => {
      if (request.method !== 'POST') return new Response('Send events here, by POST.\n', { status: 405 });
      const body = await request.text();
      if (body.length > mostChars) return new Response(null, { status: 413 });
      const problem = await signatureProblem(request.headers, body, secret);
      const id = request.headers.get('webhook-id') ?? '';
      const again = seen.has(id) ? '  AGAIN' : '';
      if (!problem && id) seen.add(id);
      const time = new Date().toTimeString().slice(0, 8);
      print(`${time}  ${problem ? `NOT VERIFIED (${problem})` : 'verified'}  ${aboutEvent(body)}${again}`);
      if (forward === undefined) return new Response(null, { status: 200 });
      const status = await forwarded(forward, request.headers, body);
      print(`          → ${forward}: ${status ?? 'no answer'}`);
      return new Response(null, { status: status ?? 502 });
    },
    { port, host },
  );
}

/** What is wrong with the signature of a request; undefined if it is right. */
async function signatureProblem(headers: Headers, body: string, secret: string): Promise<string | undefined> {
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const signatures = headers.get('webhook-signature')?.split(' ') ?? [];
  if (id === null || signatures.length === 0 || !/^\d+$/.test(timestamp)) return 'it is not signed';
  const signedAt = Number(timestamp) * 1000;
  const expected = await signedWebhookHeaders(id, body, [secret], signedAt);
  if (!signatures.includes(expected['webhook-signature'] ?? ''))
    return 'signed with another secret, or changed';
  const isFresh = Math.abs(Date.now() - signedAt) <= toleranceMs;
  return isFresh ? undefined : 'signed more than five minutes ago, or its clock is wrong';
}

function aboutEvent(body: string): string {
  try {
    const { type, id, data } = JSON.parse(body) as WebhookEvent;
    return printable([type, ...wordsOf(data), id].join('  '));
  } catch {
    return printable(`no event of a gateway: ${body.slice(0, 100)}`);
  }
}

function wordsOf(data: WebhookEvent['data']): string[] {
  if ('order' in data) {
    const { number, totalCents, currency } = data.order;
    return [`order ${number}`, money(totalCents, currency)];
  }
  const { kind, amountCents, confirmedCents = amountCents, currency, orderNumber, seq } = data.operation;
  return [
    kind,
    ...(confirmedCents === undefined ? [] : [money(confirmedCents, currency)]),
    ...(orderNumber === undefined ? [] : [`order ${orderNumber}`]),
    `seq ${seq}`,
  ];
}

const money = (cents: number, currency: string | undefined) =>
  currency === undefined ? `${cents} cents` : formatCents(cents, { locale: 'en-US', currency });

async function forwarded(url: string, headers: Headers, body: string): Promise<number | undefined> {
  const kept = [...headers].filter(([name]) => name === 'content-type' || name.startsWith('webhook-'));
  try {
    const answer = await fetch(url, { method: 'POST', headers: kept, body, redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
}
