import { createSandbox, createVirtualClock, type SandboxOptions } from 'tillkit/sandbox';

export const startMs = Date.parse('2026-03-02T09:00:00Z');

export const sale = { terminalId: 'terminal-1', amount: 1250, receipt: false };
export const betaSale = { ...sale, terminalId: 'terminal-2' };

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed as any client would: numbers beyond 2^53 lose digits. */
  body: ReturnType<typeof JSON.parse>;
}

/** A sandbox on a clock that stands still, and short ways to ask it. Answers take no time unless told. */
export function openService(options: SandboxOptions = {}) {
  const clock = createVirtualClock(startMs);
  const sandbox = createSandbox({ latencyMs: 0, clock, ...options });

  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    new Request(new URL(path, sandbox.baseUrl), {
      method,
      headers: {
        authorization: 'sandbox',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ask = async (...asked: Parameters<typeof request>): Promise<Answer> => {
    const { status, headers, ...response } = await read(await sandbox.fetch(request(...asked)));
    return { status, headers, ...response };
  };
  const lastMessage = () =>
    sandbox.ledger.requests.findLast(
      ({ operation, msgIdentifier }) => operation !== 'getProcessedMessage' && msgIdentifier,
    )?.msgIdentifier ?? '';
  const lastReference = () => sandbox.ledger.charges.at(-1)?.pnRefNum ?? '';

  return {
    sandbox,
    clock,
    request,
    ask,
    get: (path: string, headers?: Record<string, string>) => ask('GET', path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) => ask('POST', path, body, headers),
    /** Exact digits of the newest message's id, from the ledger. */
    lastMessage,
    lastReference,
    poll: (msgIdentifier = lastMessage()) => ask('GET', `/processed-messages/${msgIdentifier}`),
    /** Longer than any ordinary message takes. */
    finish: () => clock.advance(6000),
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

export type Service = ReturnType<typeof openService>;

/** Sends and lets it end. */
export async function carryOut(service: Service, path: string, body: unknown): Promise<Answer> {
  const answer = await service.post(path, body);
  await service.finish();
  return answer;
}

/** Closes the terminal's batch and lets it settle. */
export function settle(service: Service, terminalId = sale.terminalId): Promise<Answer> {
  return carryOut(service, '/close-batch', { terminalId });
}
