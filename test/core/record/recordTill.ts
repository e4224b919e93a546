import type { RecordedOperation } from '../../../src/core/operations/recorded.ts';
import type { PageSignals } from '../../../src/core/page.ts';
import { sleep } from '../../../src/core/time.ts';
import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  type Fetcher,
  type PaymentsClientOptions,
  type ProcessingStatus,
  type TerminalOperationsOptions,
  type TransactionRequest,
} from '../../../src/exports/core.ts';
import { json } from '../client/recordingClient.ts';
import { createTabHub } from '../fakeChannel.ts';
import { createScriptedStream } from './scriptedStream.ts';

/** How long the service takes to accept a payment. */
const serviceMs = 50;

type Answer = (request: Request, id: string) => Response | Promise<Response> | undefined;

/** Pages of one browser before a gateway that keeps a record, in the hands of a test. */
export function recordTill() {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const script = createScriptedStream();
  const records = new Map<string, RecordedOperation>();
  /** Every request but for streams, as `GET operations/ID`. */
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const headers: Headers[] = [];
  const instead: { path: RegExp; answer: Answer }[] = [];
  const journal = createMemoryJournal();
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
    '^/operations/([^/]+)$': (_, id) => {
      const operation = records.get(id);
      const knownForMs = 86_400_000;
      if (!operation) return json({ id, state: 'not-seen', knownForMs, isClosed: true });
      const { msgIdentifier } = operation;
      return json({ id, state: stateOf(operation), knownForMs, msgIdentifier, operation, timeline: [] });
    },
    '^/operations/(.+)/(acknowledgement|resolution)$': () => json({}),
  };
  const fetch: Fetcher = async (request, init) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/operations/stream') return script.connect(request, init);
    asked.push(`${request.method} ${pathname.slice(1)}`);
    headers.push(request.headers);
    if (request.method === 'POST') bodies.push(await request.clone().json());
    const usual = Object.entries(ownAnswers).map(([pattern, give]) => ({
      path: new RegExp(pattern),
      answer: give,
    }));
    for (const { path: expected, answer: give } of [...instead, ...usual]) {
      const [whole, id = ''] = expected.exec(pathname) ?? [];
      const response = whole === undefined ? undefined : await give(request, id);
      if (response) return response;
    }
    return json(
      { error: { code: 'not-found', message: 'There is no such operation here.' } },
      { status: 404 },
    );
  };

  const open = (more: Partial<PaymentsClientOptions> = {}, own: Partial<TerminalOperationsOptions> = {}) => {
    const signals = { isVisible: true };
    const awake = new Set<() => void>();
    const hidden = new Set<(isLeft: boolean) => void>();
    const page: PageSignals = {
      isVisible: () => signals.isVisible,
      onWake: (listener) => {
        awake.add(listener);
        return () => void awake.delete(listener);
      },
      onHide: (listener) => {
        hidden.add(listener);
        return () => void hidden.delete(listener);
      },
    };
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      gateway: true,
      fetcher: fetch,
      pollBudget: createPollBudget({ clock }),
      clock,
      ...more,
    });
    const channel = join();
    const operations = createTerminalOperations({
      client,
      journal,
      clock,
      channel,
      random: () => 0.5,
      page,
      ...own,
    });
    const request: TransactionRequest = { terminalId: 'T1', amount: 1250, receipt: false };
    return {
      client,
      operations,
      request,
      signals,
      pay: (options?: Parameters<typeof operations.start>[2]) =>
        operations.start('pay', request, { currency: 'USD', ...options }),
      only: () => operations.list()[0]!,
      wake: () => awake.forEach((listener) => listener()),
      hide: (isLeft: boolean) => hidden.forEach((listener) => listener(isLeft)),
      /** The page is gone without a word. */
      crash: () => {
        channel.silence();
        operations.dispose();
      },
    };
  };

  return {
    clock,
    script,
    journal,
    records,
    asked,
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
    polls: () => asked.filter((path) => path.includes('processed-messages')),
    /** Time passes, with a comment every 15 s. */
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
