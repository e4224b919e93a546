import { systemClock } from '../core/time.ts';
import { type SendWebhook, sendWebhookEvent, type WebhookRequest } from '../gateway/webhooks.ts';
import { printable } from './commandLine.ts';
import { sampleEvents, type WebhookEvent } from './sampleEvents.ts';

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
export async function sendSamples({ url, secret, type, isThorough, print }: SendOptions): Promise<number> {
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
