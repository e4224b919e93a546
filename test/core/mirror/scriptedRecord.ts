import { onTestFinished } from 'vitest';
import {
  createGatewayClient,
  createVirtualClock,
  type Fetcher,
  type GatewayClientOptions,
  type ProcessingStatus,
  type TransactionRequest,
} from '../../../src/exports/core.ts';
import {
  createGatewayOperations,
  type GatewayOperationsOptions,
} from '../../../src/core/mirror/createGatewayOperations.ts';
import type { RecordedOperation } from '../../../src/core/operations/recorded.ts';
import type { PageLifecycle } from '../../../src/core/pageLifecycle.ts';
import { sleep } from '../../../src/core/time.ts';
import { json } from '../client/recordingClient.ts';
import { createTabHub } from '../fakeChannel.ts';
import { createNoteStorage } from './noteStorage.ts';

/** What pages load when they need it, loaded before: that takes real time, and theirs stands still. */
export const loadWhatPagesLoad = () => import('../../../src/core/mirror/createGatewayOperations.ts');
await loadWhatPagesLoad();

/** One connection of a page to its gateway's stream, in the hands of a test. */
export interface StreamConnection {
  request: Request;
  isOpen: () => boolean;
  write: (text: string | Uint8Array) => void;
  event: (type: string, data: unknown, id?: string) => void;
  /** The gateway ends it. */
  end: () => void;
  /** The line breaks. */
  break: () => void;
}

type Way = (connection: StreamConnection) => Response | undefined;

/** The streams of a gateway: each opens at once unless something else is said. */
export function createScriptedStream() {
  const connections: StreamConnection[] = [];
  let cursor = 0;
  let way: Way = (connection) => {
    connection.event('open', {});
    return undefined;
  };
  const nextId = () => `c${(cursor += 1)}`;

  const connect: Fetcher = async (request, init) => {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    let isOpen = true;
    const close = (end: (of: ReadableStreamDefaultController<Uint8Array>) => void) => {
      if (isOpen && controller) end(controller);
      isOpen = false;
    };
    const body = new ReadableStream<Uint8Array>({
      start: (given) => void (controller = given),
      cancel: () => void (isOpen = false),
    });
    const connection: StreamConnection = {
      request,
      isOpen: () => isOpen,
      write: (text) => controller?.enqueue(typeof text === 'string' ? encoder.encode(text) : text),
      event(type, data, id = nextId()) {
        const hasCursor = request.headers.has('last-event-id');
        const told = type === 'open' ? { hasCursor, ...(data as object) } : data;
        connection.write(`event: ${type}\nid: ${id}\ndata: ${JSON.stringify(told)}\n\n`);
      },
      end: () => close((of) => of.close()),
      break: () => close((of) => of.error(new TypeError('network error'))),
    };
    init?.signal?.addEventListener('abort', () => close((of) => of.error(init.signal?.reason)));
    connections.push(connection);
    return (
      way(connection) ??
      new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
    );
  };

  return {
    connect,
    connections,
    last: () => connections.at(-1)!,
    open: () => connections.filter(({ isOpen }) => isOpen()),
    /** How the next ones begin; a response takes the place of the stream. */
    begin: (next: Way) => void (way = next),
    tell: (operation: RecordedOperation) =>
      connections
        .filter(({ isOpen }) => isOpen())
        .forEach(({ event }) => event('operation', { operation, event: null })),
  };
}

export function recorded(changes: Partial<RecordedOperation> = {}): RecordedOperation {
  return {
    id: 'op-0123456789abcdef',
    kind: 'pay',
    phase: 'waiting',
    terminalId: 'T1',
    amountCents: 1250,
    msgIdentifier: 'msg-1',
    anomalies: [],
    seenProcessing: false,
    createdAt: Date.UTC(2026, 0, 15),
    seq: 2,
    isOwn: true,
    ...changes,
  };
}

type Answer = (
  request: Request,
  id: string,
  /** What the gateway does and answers otherwise. */
  usual: () => Promise<Response>,
) => Response | Promise<Response> | undefined;

/** How long the service takes to accept a payment. */
const serviceMs = 50;
const day = 86_400_000;
const isOpen = ({ phase }: RecordedOperation) => ['sending', 'waiting', 'unknown'].includes(phase);

/** Pages of one browser before a gateway whose every answer is in the hands of a test. */
export function recordTill() {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const script = createScriptedStream();
  const records = new Map<string, RecordedOperation>();
  /** Every request but those of streams and lists, as `GET operations/ID`. */
  const asked: string[] = [];
  const lists: string[] = [];
  const bodies: unknown[] = [];
  const headers: Headers[] = [];
  const instead: { path: RegExp; answer: Answer }[] = [];
  const storage = createNoteStorage();
  const join = createTabHub();
  let isMute = false;
  const tell = (operation: RecordedOperation) => {
    if (!isMute) script.tell(operation);
  };

  const put = (id: string, changes: Partial<RecordedOperation>, isTold = true) => {
    const before = records.get(id);
    if (!before) throw new Error(`There is no ${id}.`);
    const operation = { ...before, seq: before.seq + 1, ...changes };
    records.set(id, operation);
    if (isTold) tell(operation);
    return operation;
  };
  const begin = async (id: string, kind: RecordedOperation['kind'], body: TransactionRequest) => {
    const operation: RecordedOperation = {
      id,
      kind,
      phase: 'waiting',
      terminalId: body.terminalId,
      amountCents: body.amount,
      currency: 'USD',
      msgIdentifier: `msg-${records.size + 1}`,
      anomalies: [],
      seenProcessing: false,
      createdAt: clock.now(),
      acceptedAt: clock.now(),
      seq: 2,
      isOwn: true,
    };
    tell({ ...operation, seq: 1, phase: 'sending', msgIdentifier: undefined, acceptedAt: undefined });
    await sleep(clock, serviceMs);
    records.set(id, operation);
    tell(operation);
    return operation;
  };
  const stateOf = ({ phase, msgIdentifier }: RecordedOperation) =>
    phase === 'rejected' ? 'refused' : msgIdentifier ? 'accepted' : 'unanswered';
  const history = (id: string) => {
    const operation = records.get(id);
    const known = { id, knownForMs: day, now: clock.now() };
    if (!operation) return json({ ...known, state: 'not-seen', isClosed: true });
    return json({ ...known, state: stateOf(operation), operation, timeline: [] });
  };

  const ownAnswers: { [Path: string]: Answer } = {
    '^/pay$': async (request) => {
      const id = request.headers.get('x-operation-id') ?? '';
      const { msgIdentifier } = await begin(id, 'pay', (await request.clone().json()) as TransactionRequest);
      return json({ data: { msgIdentifier } }, { headers: { 'x-operation-state': 'accepted' } });
    },
    '^/processed-messages/(.+)$': (_, id) => {
      const found = [...records.values()].find(({ msgIdentifier }) => msgIdentifier === id);
      if (!found) return json({ data: { status: 'received' } });
      const { status = 'received', confirmedCents: amount } = found;
      return json({ data: { status, amount } }, { headers: { age: '0' } });
    },
    '^/operations$': ({ url }) => {
      const wanted = new URL(url).searchParams.has('open')
        ? isOpen
        : (row: RecordedOperation) => !isOpen(row) && row.acknowledgedAt === undefined;
      return json({ items: [...records.values()].filter(wanted) });
    },
    '^/operations/([^/]+)$': (_, id) => history(id),
    '^/operations/(.+)/acknowledgement$': async (request, id) => {
      const row = records.get(id);
      const { seq = row?.seq } = (await request.clone().json()) as { seq?: number };
      if (row?.seq === seq) put(id, { acknowledgedAt: clock.now() });
      return history(id);
    },
    '^/operations/(.+)/resolution$': async (request, id) => {
      const { charged, basis } = (await request.clone().json()) as { charged: boolean; basis: 'receipt' };
      put(id, { phase: 'resolved', resolution: { charged, basis }, endedAt: clock.now() });
      return history(id);
    },
  };
  const fetch: Fetcher = async (request, init) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/operations/stream') return script.connect(request, init);
    (pathname === '/operations' ? lists : asked).push(`${request.method} ${pathname.slice(1)}`);
    headers.push(request.headers);
    if (request.method === 'POST') bodies.push(await request.clone().json());
    const usually = async (): Promise<Response> => {
      for (const [pattern, give] of Object.entries(ownAnswers)) {
        const [whole, id = ''] = new RegExp(pattern).exec(pathname) ?? [];
        if (whole !== undefined) return (await give(request, id, usually))!;
      }
      return json({ error: { code: 'not-found', message: 'There is no such thing here.' } }, { status: 404 });
    };
    for (const { path: expected, answer: give } of instead) {
      const [whole, id = ''] = expected.exec(pathname) ?? [];
      const response = whole === undefined ? undefined : await give(request, id, usually);
      if (response) return response;
    }
    return usually();
  };

  const open = (
    more: Partial<GatewayClientOptions> = {},
    own: Partial<GatewayOperationsOptions> = {},
    { isFollowed = true } = {},
  ) => {
    const signals = { isVisible: true };
    const [awake, hidden] = [new Set<() => void>(), new Set<(isLeft: boolean) => void>()];
    const page: PageLifecycle = {
      isVisible: () => signals.isVisible,
      onWake: (listener) => (awake.add(listener), () => void awake.delete(listener)),
      onHide: (listener) => (hidden.add(listener), () => void hidden.delete(listener)),
    };
    const client = createGatewayClient({ baseUrl: 'http://localhost:4010', fetcher: fetch, clock, ...more });
    const channel = join();
    const operations = createGatewayOperations({
      client,
      storage,
      clock,
      channel,
      random: () => 0.5,
      page,
      ...own,
    });
    onTestFinished(() => operations.dispose());
    // As a part of the page does that shows them.
    const leave = isFollowed ? operations.subscribe(() => undefined) : () => undefined;
    const request: TransactionRequest = { terminalId: 'T1', amount: 1250, receipt: false };
    return {
      client,
      operations,
      request,
      signals,
      leave,
      pay: (options?: Parameters<typeof operations.start>[2]) =>
        operations.start('pay', request, { currency: 'USD', ...options }),
      only: () => operations.list()[0]!,
      wake: () => awake.forEach((listener) => listener()),
      hide: (isLeft: boolean) => hidden.forEach((listener) => listener(isLeft)),
      /** The page is gone without a word. */
      crash: () => {
        channel.silence();
        channel.post = () => undefined;
        operations.dispose();
      },
    };
  };

  return {
    clock,
    script,
    storage,
    records,
    asked,
    lists,
    bodies,
    headers,
    open,
    put,
    /** The stream tells nothing from now on, although it stands. */
    mute: () => void (isMute = true),
    /** What the service says of an operation's message, and the gateway of the operation. */
    say: (id: string, status: ProcessingStatus, changes: Partial<RecordedOperation> = {}, isTold = true) => {
      const phase = status === 'complete' ? 'complete' : status === 'failed' ? 'failed' : 'waiting';
      return put(id, { status, phase, ...changes }, isTold);
    },
    /** Answers in place of the gateway, where it gives something. */
    answer: (path: RegExp, answer: Answer) => void instead.unshift({ path, answer }),
    /** Questions about an operation or a message. */
    questions: () => asked.filter((path) => /^(GET|DELETE) (operations|processed-messages)\//.test(path)),
    polls: () => asked.filter((path) => path.includes('processed-messages')),
    /** Time passes, with a comment every 5 s. */
    live: async (ms: number) => {
      await clock.advance(0);
      for (let passed = 0; passed < ms; passed += 5000) {
        await clock.advance(Math.min(5000, ms - passed));
        script.open().forEach(({ write }) => write(': alive\n\n'));
        await clock.advance(0);
      }
    },
  };
}
