import {
  createGatewayClient,
  createPaymentsClient,
  type GatewayClientOptions,
  type PaymentsClientOptions,
} from '../../../src/exports/core.ts';

export interface Recorded {
  request: Request;
  body: unknown;
}

type AnswerTo = (request: Request) => Response | Promise<Response>;

/** A client on a fetcher of the test's own, and what it was asked to send. */
export function recordingClient(answer: AnswerTo, options: Partial<PaymentsClientOptions> = {}) {
  const { sent, ...own } = recording(answer);
  return { client: createPaymentsClient({ ...own, ...options }), sent };
}

/** The same, before a gateway. */
export function recordingGatewayClient(answer: AnswerTo, options: Partial<GatewayClientOptions> = {}) {
  const { sent, ...own } = recording(answer);
  return { client: createGatewayClient({ ...own, ...options }), sent };
}

function recording(answer: AnswerTo) {
  const sent: Recorded[] = [];
  return {
    sent,
    baseUrl: 'https://pay.test/base',
    clientId: 'web-1',
    headers: { authorization: 'Basic c2VjcmV0' },
    fetcher: async (request: Request) => {
      const text = request.method === 'POST' ? await request.clone().text() : '';
      sent.push({ request, body: text.startsWith('{') ? JSON.parse(text) : text });
      return answer(request);
    },
  };
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
