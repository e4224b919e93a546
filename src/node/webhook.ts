import { isLoopbackHost } from '../core/client/requestUrl.ts';
import { formatCents } from '../core/money/formatCents.ts';
import { systemClock } from '../core/time.ts';
import {
  assertWebhooks,
  type SendWebhook,
  sendWebhookEvent,
  signedWebhookHeaders,
  type WebhookRequest,
} from '../gateway/webhooks.ts';
import {
  type CommandTerminal,
  flagOption,
  misuseOf,
  parseCommandLine,
  printable,
  textOption,
} from './commandLine.ts';
import { listen, listenProblem } from './listen.ts';
import { sampleEvents, type WebhookEvent } from './sampleEvents.ts';

/** `send` and `listen` use this secret unless `--secret` gives another, so that they work together. */
const publicSecret = `whsec_${btoa('this secret is public: for tests')}`;
const shownSecret = (secret: string) => (secret === publicSecret ? secret : 'whsec_…');
const defaultPort = 4020;

export const webhookUsage = `Usage: tillkit webhook send <url> [--event order.paid] [--secret whsec_…] [--all] [--allow-remote]
       tillkit webhook listen [--port ${defaultPort}] [--host 127.0.0.1] [--secret whsec_…] [--forward url]

send: sends an event of each type to a receiver, signed as a gateway signs, and says how the receiver answers.
  --event         only this type
  --secret        the receiver's; default ${publicSecret}
  --all           also what a receiver has to refuse (another secret, changed, not signed, late) and one event twice
  --allow-remote  sends to another machine than this one
Ends with 0 where all was answered as it should be, with 1 where something was not, with 2 where nothing was sent.

listen: serves a receiver that prints each event, verified or not, and answers 200.
  --port          0 takes any free port
  --forward       passes each request on to your receiver, and answers as that does`;

const misuse = misuseOf(webhookUsage);

/** Runs `tillkit webhook`. Returns the exit status, or the server that listens. */
export async function runWebhookCommand(
  args: readonly string[],
  { print, complain }: Pick<CommandTerminal, 'print' | 'complain'>,
): Promise<number | { url: string; close: () => Promise<void> }> {
  try {
    const asked = readArguments(args);
    if (asked.command === 'send') {
      const { url, secret, type, isThorough } = asked;
      const types = (await sampleEvents(0)).map((event) => event.type);
      if (type !== undefined && !types.some((known) => known === type))
        throw misuse(`There is no event "${type}". There are: ${types.join(', ')}.`);
      print(`To ${url}, signed with ${shownSecret(secret)}`);
      return (await sendSamples({ url, secret, type, isThorough, print })) === 0 ? 0 : 1;
    }
    const { port, host, secret, forward } = asked;
    const server = await listenForEvents({ port, host, secret, forward, print }).catch((error: unknown) => {
      throw new Error(listenProblem('The receiver', error, port, host), { cause: error });
    });
    print(`Send events to ${server.url}, signed with ${shownSecret(secret)}`);
    return server;
  } catch (error) {
    complain((error as Error).message);
    return 2;
  }
}

function readArguments(args: readonly string[]) {
  const options = {
    event: textOption,
    secret: textOption,
    all: flagOption,
    'allow-remote': flagOption,
    port: textOption,
    host: textOption,
    forward: textOption,
  };
  const { values, positionals } = parseCommandLine({ args, allowPositionals: true, options }, misuse);
  const [command, url, ...rest] = positionals;
  const { secret = publicSecret, event, all, forward, host, port = `${defaultPort}` } = values;
  const stray = command === 'send' ? rest : [url, ...rest].filter((word) => word !== undefined);
  if (command !== 'send' && command !== 'listen') throw misuse('The command must be send or listen.');
  if (stray.length > 0) throw misuse(`"${stray.join(' ')}" is not understood.`);
  if (command === 'listen') {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw misuse('--port must be a whole number from 0 to 65535.');
    if (forward !== undefined && !/^https?:\/\//.test(forward))
      throw misuse('--forward must start with http:// or https://.');
    assertWebhooks([{ url: 'http://localhost', secrets: [secret] }]);
    return { command, port: Number(port), host, secret, forward } as const;
  }
  if (url === undefined) throw misuse('The address of your receiver is missing.');
  assertWebhooks([{ url, secrets: [secret] }]);
  if (!values['allow-remote'] && !isLoopbackHost(new URL(url).hostname))
    throw misuse(
      `${new URL(url).host} is another machine, which may take these events for real sales. If it is yours to try: --allow-remote.`,
    );
  return { command, url, secret, type: event, isThorough: all === true } as const;
}

interface SendOptions {
  url: string;
  secret: string;
  /** If set, only events of this type are sent. */
  type?: string | undefined;
  /** Whether to also send requests that a receiver has to refuse, and to send one event twice. */
  isThorough: boolean;
  print: (line: string) => void;
}

/** A request, and whether a receiver should accept it. */
interface Trial {
  name: string;
  isTaken: boolean;
  /** What to change in the receiver if it gives the wrong answer. */
  advice: string;
  event: WebhookEvent;
  secret?: string;
  signedAgoMs?: number;
  change?: (request: WebhookRequest) => WebhookRequest;
}

const timeoutMs = 10_000;
const anotherSecret = `whsec_${btoa('another secret, of thirty-two b.')}`;

/** Sends events to a receiver, and prints each answer. Returns the number of wrong answers. */
async function sendSamples({ url, secret, type, isThorough, print }: SendOptions): Promise<number> {
  const events = (await sampleEvents(Date.now())).filter(
    (event) => type === undefined || event.type === type,
  );
  const trials: Trial[] = events.map((event) => ({
    name: event.type,
    isTaken: true,
    advice: 'Answer 2xx to every type, also to one you do not use: all else is sent again, for three days.',
    event,
  }));
  const [event] = events.toReversed();
  if (event && isThorough) trials.push(...oddTrials(event));
  const width = Math.max(...trials.map(({ name }) => name.length));
  let wrong = 0;
  for (const trial of trials) {
    const { status, text } = await attempt(trial, { url, secret });
    const isTaken = status !== undefined && status >= 200 && status < 300;
    const isRefused = status !== undefined && status >= 400 && status < 500;
    const isRight = trial.isTaken ? isTaken : isRefused;
    print(`  ${isRight ? 'ok   ' : 'wrong'}  ${trial.name.padEnd(width)}  ${status ?? ''} ${text}`.trimEnd());
    if (isRight) continue;
    wrong += 1;
    print(
      `         → ${status === undefined ? `It has to answer within ${timeoutMs / 1000} s.` : trial.advice}`,
    );
  }
  print(`\n${trials.length - wrong} answered as they should be, ${wrong} not.`);
  return wrong;
}

/** One event again, and four requests that a receiver has to refuse. */
function oddTrials(event: WebhookEvent): Trial[] {
  const refused = { isTaken: false, event };
  const unsigned =
    'Verify the signature over the bytes of the body, and answer 401: else any page can send you sales.';
  return [
    {
      name: 'the same again',
      isTaken: true,
      event,
      advice: 'Answer 2xx and do nothing: an event may come twice. Its id says that it did.',
    },
    { ...refused, name: 'signed with another secret', secret: anotherSecret, advice: unsigned },
    {
      ...refused,
      name: 'changed after it was signed',
      change: (request) => ({ ...request, body: request.body.replace('"USD"', '"EUR"') }),
      advice: unsigned,
    },
    {
      ...refused,
      name: 'without a signature',
      change: (request) => ({ ...request, headers: { 'content-type': 'application/json' } }),
      advice: unsigned,
    },
    {
      ...refused,
      name: 'signed ten minutes ago',
      signedAgoMs: 10 * 60_000,
      advice:
        'Refuse what was signed more than five minutes ago: else what was overheard once can be sent again.',
    },
  ];
}

async function attempt(
  { event, secret, signedAgoMs = 0, change = (request) => request }: Trial,
  { url, secret: usual }: { url: string; secret: string },
): Promise<{ status: number | undefined; text: string }> {
  let text = '';
  const send: SendWebhook = async (request) => {
    const response = await fetch(url, { ...change(request), method: 'POST', redirect: 'manual' });
    text = beginningOf(await response.text());
    return response.status;
  };
  const limits = { now: Date.now() - signedAgoMs, clock: systemClock, timeoutMs };
  try {
    return { status: await sendWebhookEvent(event, { url, secrets: [secret ?? usual] }, send, limits), text };
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || message : message;
    return { status: undefined, text: beginningOf(reason) };
  }
}

const beginningOf = (text: string) => printable(text.slice(0, 100)).trim();

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
function listenForEvents({ port, host, secret, forward, print }: ListenOptions) {
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
