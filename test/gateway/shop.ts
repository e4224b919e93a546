import type { RecordedOperation, TimelineEntry } from '../../src/core/operations/recorded.ts';
import type { Gateway } from '../../src/gateway/createGateway.ts';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { ask, createGatewayTill, operationId, post, saleBody, type TillOptions } from './gatewayTill.ts';

/** Who asks: told by headers, as a session would. */
export interface Who {
  till?: string;
  account?: string;
  actor?: string;
  sees?: string;
}

export const as = (who: Who) =>
  Object.fromEntries(Object.entries(who).map(([name, value]) => [`x-${name}`, String(value)]));

const authorize: GatewayOptions['authorize'] = ({ headers }) => ({
  subject: headers.get('x-till') ?? 'till-1',
  account: headers.get('x-account') ?? undefined,
  actor: headers.get('x-actor') ?? undefined,
  sees: headers.get('x-sees') === 'all' ? 'all' : 'own',
});

const paths = {
  pay: '/pay',
  preAuth: '/pre-auth',
  capture: '/capture',
  void: '/void',
  refund: '/refund',
  closeBatch: '/close-batch',
} as const;

export interface Told {
  state: string;
  isClosed?: boolean;
  operation?: RecordedOperation;
  timeline?: TimelineEntry[];
  answer?: { status: number; body: string };
}

/** What the gateway answered to a payment. */
export interface Answer {
  id: string;
  status: number;
  state: string | null;
  text: string;
}

/**
 * Two gateways on one store, and a service that takes everything, numbers its messages and references in order and has what became of
 * each as `results` says: `complete` if nothing else.
 */
export function createShop(own: TillOptions = {}) {
  const results = new Map<string, object>();
  /** What it answers to the next POSTs, in the place of that it took them. */
  const answers: (() => Response | Promise<Response>)[] = [];
  const posted: { path: string; id: string | null; body: Record<string, unknown> }[] = [];
  let accepted = 0;
  const fetcher = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET') {
      const id = pathname.split('/').at(-1) ?? '';
      return Response.json({ data: { msgIdentifier: id, status: 'complete', ...results.get(id) } });
    }
    const body = (await request.json()) as Record<string, unknown>;
    posted.push({ path: pathname, id: request.headers.get('x-operation-id'), body });
    const answer = answers.shift();
    if (answer) return answer();
    accepted += 1;
    const pnRefNum = body['pnRefNum'] ?? `P-${accepted}`;
    return Response.json({ data: { msgIdentifier: `M-${accepted}`, pnRefNum } });
  };
  const polls = { limit: 10_000, burst: 10_000 };
  const till = createGatewayTill({ authorize, fetcher, polls, ...own });
  const [gateway, other] = [till.gateway(), till.gateway()] as const;
  let number = 0;
  const newId = () => operationId((number += 1));

  const answerOf = async (id: string, response: Promise<Response>): Promise<Answer> => {
    const { status, headers, text } = await response.then(async (given) => ({
      status: given.status,
      headers: given.headers,
      text: await given.text(),
    }));
    return { id, status, state: headers.get('x-operation-state'), text };
  };

  /** Sends an operation, under a new id where none is given. */
  const send = (
    kind: keyof typeof paths,
    body: object,
    { id = newId(), by = gateway, who = {}, confirmed, approval, query = '' }: Sending = {},
  ): Promise<Answer> => {
    const headers = { 'x-operation-id': id, ...as(who) };
    const said = confirmed === undefined ? {} : { 'x-operation-confirmed': encodeURIComponent(confirmed) };
    const approved = approval && {
      'x-operation-approval': `${approval.refusedId}:${encodeURIComponent(approval.code)}`,
    };
    const { receipt: _, amount: __, ...short } = saleBody;
    const usual = kind === 'pay' || kind === 'preAuth' ? saleBody : short;
    const request = post(paths[kind] + query, { ...usual, ...body }, { ...headers, ...said, ...approved });
    return answerOf(id, by.fetch(request));
  };

  /** Asks until the service has said what became of a message. */
  const finish = async (message: string, { account }: Who = {}): Promise<void> => {
    const who = { sees: 'all', ...(account !== undefined && { account }) };
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await gateway.fetch(ask(`/processed-messages/${message}`, as(who)));
      const { data } = (await answer.json()) as { data?: { status: string } };
      if (['complete', 'failed', 'timeout'].includes(data?.status ?? '')) return;
      await till.clock.advance(1000);
    }
    throw new Error(`${message} did not end.`);
  };

  const told = async (id: string, who: Who = {}, by: Gateway = gateway): Promise<Told> =>
    (await (await by.fetch(ask(`/operations/${id}`, as(who)))).json()) as Told;

  const another = till.gateway;
  return { ...till, gateway, other, another, results, answers, posted, newId, answerOf, send, finish, told };
}

export interface Sending {
  id?: string;
  by?: Gateway;
  who?: Who;
  confirmed?: string;
  approval?: { refusedId: string; code: string } | undefined;
  query?: string;
}

/** What a refused payment is told. */
export interface ToldRefusal {
  error: { code: string; message: string };
  errors?: { field: string; message: string }[];
  refusal: {
    code: string;
    message: string;
    field?: string;
    confirmation?: string;
    holder?: { kind: string; phase: string; ageMs: number; actor?: string };
  };
}

export const refusalIn = ({ text }: Answer) => JSON.parse(text) as ToldRefusal;
export const messageIn = ({ text }: Answer) =>
  (JSON.parse(text) as { data: { msgIdentifier: string } }).data.msgIdentifier;

/** An answer of the service that a test holds back. */
export function heldBack() {
  let give!: (response: Response) => void;
  let reach!: () => void;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const answer = () => {
    reach();
    return new Promise<Response>((resolve) => {
      give = resolve;
    });
  };
  return { answer, reached, give: (response: Response) => give(response) };
}
