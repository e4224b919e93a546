import type { Fetcher } from '../core/client/clientContext.ts';

type Send = (request: Request) => Promise<Response>;

/** The statuses after which libraries often send a request again. After 401, they get a new token first. */
const retriedStatuses = [401, 408, 425, 429, 500, 502, 503, 504];

const problem = '{"code":"not-authorized","message":"You are not signed in."}';

/** Sends one payment through a fetcher. The answer has the given `status`; without a `status`, there is no answer. */
async function sendPayment(wrap: (send: Send) => Fetcher, status: number | undefined) {
  let sent = 0;
  const fetcher = wrap(async () => {
    sent += 1;
    if (status === undefined) throw new TypeError('Failed to fetch');
    return new Response(problem, { status, headers: { 'retry-after': '0' } });
  });
  const request = new Request('http://localhost:4010/pay', {
    method: 'POST',
    body: '{"amount":1}',
    redirect: 'manual',
  });
  try {
    const answer = await fetcher(request, { operation: 'pay' });
    const isStream = typeof answer.body?.getReader === 'function';
    return { sent, isReturned: answer.status === status && (await answer.text()) === problem, isStream };
  } catch {
    return { sent, isReturned: false, isStream: false };
  }
}

/**
 * Checks that a host's fetcher sends each request at most once: a second request may charge a customer twice. Also
 * checks that the fetcher returns answers with an error status unchanged, as a `Response` whose body is a stream. `wrap`
 * receives the function that sends, and returns the fetcher. If a check fails, rejects with an Error that says why.
 *
 * @example
 * await checkFetcher((send) => (request) => send(withTraceHeader(request)));
 */
export async function checkFetcher(wrap: (send: Send) => Fetcher): Promise<void> {
  let changed: number | undefined;
  let isUnreadable = false;
  for (const status of [undefined, ...retriedStatuses]) {
    const { sent, isReturned, isStream } = await sendPayment(wrap, status);
    if (sent > 1) {
      const trouble = status === undefined ? 'no answer' : `status ${status}`;
      throw new Error(
        `This fetcher sent one payment ${sent} times after ${trouble}. Switch its retries off, at least for POST: a customer could be charged twice.`,
      );
    }
    if (sent === 1 && !isReturned) changed ??= status;
    isUnreadable ||= isReturned && !isStream;
  }
  if (changed !== undefined) {
    throw new Error(
      `This fetcher did not return the answer with status ${changed} unchanged. Return it instead of throwing: a payment that was refused would be shown as not known.`,
    );
  }
  if (isUnreadable) {
    throw new Error(
      'This fetcher returned an answer whose body is not a ReadableStream, as node-fetch and polyfills of fetch do. Return new Response(text, { status, headers }) of the platform. Otherwise every payment is shown as not known.',
    );
  }
}
