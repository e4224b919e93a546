// Clients load it in mid-shift, which would take real time.
import { gatewayEngine } from '../../src/core/mirror/createGatewayOperations.ts';
import type { NoteStorage } from '../../src/core/mirror/browserOperationNotes.ts';
import type { PageLifecycle } from '../../src/core/pageLifecycle.ts';
import { createPollBudget } from '../../src/core/polling/pollBudget.ts';
import { createMemoryJournal } from '../../src/core/standalone/journal.ts';
import { createTerminalOperations } from '../../src/core/standalone/createTerminalOperations.ts';
import { createPaymentsClient } from '../../src/core/standalone/createPaymentsClient.ts';
import type { Clock } from '../../src/core/time.ts';
import {
  createGatewayClient,
  type Fetcher,
  type GatewayClient,
  type TerminalOperations,
} from '../../src/exports/core.ts';
import { createTabHub } from '../core/fakeChannel.ts';
import { createNoteStorage } from '../core/mirror/noteStorage.ts';
import type { Faults } from './faults.ts';
import { type Session, shopOrigin } from './gateways.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';
import { descriptions, dripping, type Service } from './service.ts';
import { createMachineClock } from './worldClock.ts';

interface Surroundings {
  clock: Clock;
  random: Random;
  faults: Faults;
  network: Network;
  service: Service;
  /** By operation, the browser that sent it first. */
  owners: Map<string, Browser>;
}

/** What a page has of the world. */
export interface WorldPage {
  session: Session;
  operations: TerminalOperations;
  /** Undefined on a page alone. */
  client: GatewayClient | undefined;
  machine: ReturnType<typeof createMachineClock>;
  /** Something that a person could see may have changed. */
  isChanged: boolean;
  cutStream: () => void;
  /** The stream stands, and nothing comes on it any more. */
  stallStream: () => void;
  show: (isVisible: boolean) => void;
  crash: () => void;
}

/** A browser: one machine, what it keeps, and tabs that hear each other. */
export interface Browser {
  session: Session;
  isAlone: boolean;
  tabs: WorldPage[];
  /** Its clock was moved, or its storage lost: it cannot say for sure what it never sent. */
  hasForgotten: boolean;
  open: () => WorldPage;
  jump: (ms: number) => void;
  loseStorage: () => void;
  fillStorage: (isFull: boolean) => void;
  isFull: () => boolean;
}

export function createBrowser(
  { clock, random, faults, network, service, owners }: Surroundings,
  session: Session,
  isAlone: boolean,
): Browser {
  const notes = createNoteStorage();
  const full = { is: false };
  const storage: NoteStorage = {
    get length() {
      return notes.length;
    },
    key: (index) => notes.key(index),
    getItem: (key) => notes.getItem(key),
    removeItem: (key) => notes.removeItem(key),
    setItem(key, value) {
      if (full.is) {
        faults.count('storage-full');
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      }
      notes.setItem(key, value);
    },
  };
  const joinTabs = createTabHub();
  const skew = { ms: random.chance(0.3) ? random.between(-600_000, 600_000) : 0 };
  const alone = isAlone && {
    journal: createMemoryJournal(),
    budget: createPollBudget({ clock: createMachineClock(clock, skew).clock }),
  };

  const open = (): WorldPage => {
    const machine = createMachineClock(clock, skew);
    const channel = joinTabs();
    const signals = { isVisible: true };
    const [awake, hidden] = [new Set<() => void>(), new Set<(isLeft: boolean) => void>()];
    const lifecycle: PageLifecycle = {
      isVisible: () => signals.isVisible,
      onWake: (listener) => (awake.add(listener), () => void awake.delete(listener)),
      onHide: (listener) => (hidden.add(listener), () => void hidden.delete(listener)),
    };
    const streams = new Set<Line>();
    const fetcher: Fetcher = async (request, init) => {
      const id = request.headers.get('x-operation-id');
      if (id !== null && !owners.has(id)) owners.set(id, browser);
      let signal = init?.signal ?? request.signal;
      const line: Line = { cut: new AbortController(), isStalled: false };
      if (request.url.includes('/operations/stream')) {
        streams.add(line);
        signal = AbortSignal.any([line.cut.signal, signal]);
      }
      const response = alone
        ? await service.fetch(new Request(request, { signal }), faults, `alone ${session.subject}`)
        : await network.fetch(request, session, signal);
      await machine.running();
      // A page that is gone hears nothing.
      if (machine.isDead()) return new Promise<never>(() => undefined);
      return heardBy(machine, response, line);
    };
    const common = { channel, page: lifecycle, clock: machine.clock, random: random.next };
    const client = alone
      ? undefined
      : createGatewayClient({
          baseUrl: `${shopOrigin}/pay`,
          clientId: session.subject,
          fetcher,
          clock: machine.clock,
        });
    const operations = client
      ? gatewayEngine.createGatewayOperations({ ...common, client, storage })
      : createTerminalOperations({
          ...common,
          maxWaitMs: 60_000,
          journal: (alone as Exclude<typeof alone, false>).journal,
          client: createPaymentsClient({
            baseUrl: service.sandbox.baseUrl,
            service: descriptions[0],
            headers: { authorization: 'sandbox' },
            fetcher,
            clock: machine.clock,
            pollBudget: (alone as Exclude<typeof alone, false>).budget,
          }),
        });
    const page: WorldPage = {
      session,
      operations,
      client,
      machine,
      isChanged: true,
      cutStream() {
        for (const { cut } of streams) cut.abort(new TypeError('network error'));
        streams.clear();
      },
      stallStream: () => streams.forEach((line) => (line.isStalled = true)),
      show(isVisible) {
        signals.isVisible = isVisible;
        if (isVisible) awake.forEach((listener) => listener());
        else hidden.forEach((listener) => listener(false));
      },
      /** The renderer dies without a word. */
      crash() {
        machine.kill();
        channel.silence();
        for (const { cut } of streams) cut.abort();
        operations.dispose();
      },
    };
    operations.subscribe(() => void (page.isChanged = true));
    return page;
  };

  const browser: Browser = {
    session,
    isAlone,
    tabs: [],
    hasForgotten: false,
    open,
    jump(ms) {
      skew.ms += ms;
      browser.hasForgotten = true;
    },
    loseStorage() {
      notes.clear();
      browser.hasForgotten = true;
    },
    fillStorage: (isFull) => void (full.is = isFull),
    isFull: () => full.is,
  };
  return browser;
}

/** The way of a stream. */
interface Line {
  cut: AbortController;
  isStalled: boolean;
}

/** What comes after the headers waits as well while the page is frozen. */
function heardBy({ running, isDead }: WorldPage['machine'], response: Response, line: Line): Response {
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  if (!response.body || (!isStream && !dripping.has(response))) return response;
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(to) {
        for (;;) {
          const { done, value } = await reader.read();
          await running();
          if (isDead()) await new Promise<never>(() => undefined);
          if (done) return to.close();
          if (!line.isStalled) return to.enqueue(value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
