import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import {
  createGatewayClient,
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  defineService,
  type GatewayClient,
  PaymentsError,
} from '../../src/exports/core.ts';
import { createSandbox } from '../../src/exports/sandbox.ts';
import { createOperationId } from '../../src/core/operations/operationId.ts';
import type { MoneyCallOptions, RecordQueries } from '../../src/core/operations/terminalOperations.ts';
import type { MoneyOperation } from '../../src/core/wire/routes.ts';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import { createSqlStore } from '../../src/gateway/sql/createSqlStore.ts';
import { createTabHub } from '../core/fakeChannel.ts';
import type { Random } from './random.ts';
import { createWorldClock } from './worldClock.ts';

/** Where the shop's record is: in one browser, or in a store behind a gateway. */
export type Seat = 'alone' | 'memory' | 'sqlite';

const shopOrigin = 'https://shop.example';
const service = defineService({ operationIdHeader: 'x-operation-id', amountScale: 'iso' });
const maxWaitMs = 60_000;

export interface DayPress {
  kind: MoneyOperation;
  body: { terminalId: string; amount?: number; pnRefNum?: string; orderNumber?: string };
  options: Pick<MoneyCallOptions, 'currency' | 'orderTotalCents'>;
}

/** A press that was begun; `refused` is the confirmation that it wants. */
export interface Begun {
  id: string;
  confirmation: string | undefined;
}

type Asked = Pick<RecordQueries, 'listOperations' | 'exportOperations' | 'getReport' | 'getOrder'>;

export interface DayShop {
  clock: ReturnType<typeof createWorldClock>;
  sandbox: ReturnType<typeof createSandbox>;
  record: Asked;
  press: (press: DayPress, confirmed?: string) => Promise<Begun | undefined>;
  resolve: (id: string, charged: boolean) => Promise<void>;
  stopWaiting: (id: string) => void;
  /** Undefined on a page alone. */
  gateway: GatewayClient | undefined;
  /** Answers a question without letting time pass. */
  settled: <Value>(question: Promise<Value>) => Promise<Value>;
  end: () => void;
}

/** A service, and a shop that sells at three terminals. Everything follows from `random`. */
export function createDayShop(random: Random, startedAt: number, seat: Seat): DayShop {
  const clock = createWorldClock(startedAt);
  const sandbox = createSandbox({ clock, seed: 1 + random.whole(1_000_000), latencyMs: 50, service });
  const settled: DayShop['settled'] = async (question) => {
    const state = { isOver: false };
    const over = () => void (state.isOver = true);
    question.then(over, over);
    for (let turns = 0; !state.isOver && turns < 1000; turns += 1) await clock.advance(0);
    return question;
  };
  const made = { clock, sandbox, settled };
  return seat === 'alone' ? pageAlone(made, random) : pagesOfGateway(made, seat);
}

type Made = Pick<DayShop, 'clock' | 'sandbox' | 'settled'>;

function pageAlone(made: Made, random: Random): DayShop {
  const { clock, sandbox, settled } = made;
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    service,
    headers: { authorization: 'sandbox' },
    fetcher: sandbox.fetch,
    clock,
    pollBudget: createPollBudget({ clock }),
  });
  const operations = createTerminalOperations({
    client,
    clock,
    maxWaitMs,
    journal: createMemoryJournal(),
    channel: createTabHub()(),
    page: { isVisible: () => true, onWake: () => () => undefined },
    random: random.next,
  });
  return {
    ...made,
    record: operations.record,
    async press({ kind, body, options }, confirmed) {
      const request = kind === 'pay' || kind === 'preAuth' ? { ...body, receipt: false } : body;
      const result = await settled(operations.start(kind, request as never, { ...options, confirmed }));
      if (result.started) return { id: result.operation.id, confirmation: undefined };
      const { confirmation } = result.refusal;
      return confirmation === undefined ? undefined : { id: '', confirmation };
    },
    async resolve(id, charged) {
      operations.resolveUnknown(id, { charged, basis: 'receipt' });
      await clock.advance(0);
    },
    stopWaiting: operations.stopWaiting,
    gateway: undefined,
    end: () => operations.dispose(),
  };
}

function pagesOfGateway(made: Made, seat: 'memory' | 'sqlite'): DayShop {
  const { clock, sandbox, settled } = made;
  const { store, close } =
    seat === 'sqlite' ? sqliteStore(clock) : { store: createMemoryStore({ clock }), close: () => undefined };
  const gateway = createGateway({
    baseUrl: sandbox.baseUrl,
    service,
    headers: { authorization: 'sandbox' },
    authorize: () => ({ subject: 'shop', actor: 'Ada', sees: 'all' }),
    allowedOrigins: [shopOrigin],
    basePath: '/pay',
    maxWaitMs,
    store,
    clock,
    fetcher: (request) => sandbox.fetch(request),
  });
  gateway.start();
  const client = createGatewayClient({
    baseUrl: `${shopOrigin}/pay`,
    clock,
    fetcher: (request) => {
      const headers = new Headers(request.headers);
      headers.set('origin', shopOrigin);
      return gateway.fetch(new Request(request, { headers }));
    },
  });
  return {
    ...made,
    record: client,
    async press({ kind, body, options }, confirmed) {
      const request = kind === 'pay' || kind === 'preAuth' ? { ...body, receipt: false } : body;
      const id = createOperationId();
      const answer = client[kind](request as never, { ...options, confirmed, operationId: id }).then(
        () => undefined,
        (error: unknown) => error,
      );
      const state = { isAnswered: false };
      void answer.then(() => (state.isAnswered = true));
      while (!state.isAnswered) await clock.advance(50);
      const error = await answer;
      const confirmation = error instanceof PaymentsError ? error.refusal?.confirmation : undefined;
      return { id, confirmation };
    },
    async resolve(id, charged) {
      await settled(client.resolveOperation(id, { charged, basis: 'receipt' }).catch(() => undefined));
    },
    stopWaiting: () => undefined,
    gateway: client,
    end() {
      void gateway.stop().catch(() => undefined);
      close();
    },
  };
}

function sqliteStore(clock: Made['clock']) {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-day-'));
  const database = new Database(join(folder, 'gateway.db'));
  return {
    store: createSqlStore(database, { clock }),
    close: () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
