import { createPaymentsClient, type PaymentsClientOptions } from '../../../src/exports/core.ts';

export interface Recorded {
  request: Request;
  body: unknown;
}

/** A client on a fetcher of the test's own, and what it was asked to send. */
export function recordingClient(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<PaymentsClientOptions> = {},
) {
  const sent: Recorded[] = [];
  const client = createPaymentsClient({
    baseUrl: 'https://pay.test/base',
    clientId: 'web-1',
    headers: { authorization: 'Basic c2VjcmV0' },
    fetcher: async (request) => {
      const text = request.method === 'POST' ? await request.clone().text() : '';
      sent.push({ request, body: text.startsWith('{') ? JSON.parse(text) : text });
      return answer(request);
    },
    ...options,
  });
  return { client, sent };
}

export function json(body: unknown, init?: ResponseInit): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...(init?.headers as Record<string, string> | undefined) },
  });
}

/** The error a promise rejects with; fails when it does not. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error('It did not reject.');
}
