import type { Fetcher } from '../core/client/clientContext.ts';

type Send = (request: Request) => Promise<Response>;

/** Outcomes that make libraries send again: no answer, and the statuses they retry. */
const troubles: Record<string, Send> = {
  'no answer': () => Promise.reject(new TypeError('Failed to fetch')),
  ...Object.fromEntries(
    [408, 425, 429, 500, 502, 503, 504].map((status) => [
      `status ${status}`,
      async () => new Response('{}', { status, headers: { 'retry-after': '0' } }),
    ]),
  ),
};

/**
 * Checks that a host's fetcher sends each request at most once: a second one may charge a customer twice. `wrap`
 * receives the function that sends, and returns the fetcher. Rejects with an Error that names what caused a second
 * request.
 *
 * @example
 * await checkFetcher((send) => (request) => send(withTraceHeader(request)));
 */
export async function checkFetcher(wrap: (send: Send) => Fetcher): Promise<void> {
  for (const [trouble, answer] of Object.entries(troubles)) {
    let sent = 0;
    const fetcher = wrap((request) => {
      sent += 1;
      return answer(request);
    });
    const request = new Request('http://localhost:4010/pay', {
      method: 'POST',
      body: '{"amount":1}',
      redirect: 'error',
    });
    await fetcher(request, { operation: 'pay' }).catch(() => undefined);
    if (sent > 1) {
      throw new Error(
        `This fetcher sent one payment ${sent} times after ${trouble}. Switch its retries off, at least for POST: a customer could be charged twice.`,
      );
    }
  }
}
