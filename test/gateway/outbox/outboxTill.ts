import { onTestFinished, vi } from 'vitest';
import type {
  PaymentsEventDetail,
  Phase,
  TerminalOperation,
} from '../../../src/core/operations/terminalOperation.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/core/time.ts';
import { createTestStore } from '../store/testStore.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createOutbox, type OutboxOptions } from '../../../src/gateway/createOutbox.ts';
import type { OutboxProblem } from '../../../src/gateway/eventOptions.ts';
import { oldestUndeliveredAt } from '../../../src/gateway/deliveries.ts';
import type { GatewayEvent, SendWebhook, Webhook } from '../../../src/gateway/webhooks.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const sold: Phase[] = ['sending', 'waiting', 'complete'];
/** How `sold` is told of an operation. */
export const toldOf = (id: string) => sold.map((phase) => `${id} ${phase}`);

export const startedAt = Date.UTC(2026, 10, 22, 12);

export function operationOf(id: string, phase: Phase = 'waiting'): TerminalOperation {
  return {
    id,
    kind: 'pay',
    phase,
    terminalId: 'terminal-1',
    currency: 'EUR',
    amountCents: 1250,
    orderNumber: `order-${id}`,
    anomalies: [],
    connection: 'ok',
    seenProcessing: false,
    flowKey: 'till',
    createdAt: startedAt,
  };
}

/** Writes down that an operation came to phases, as the record does. Gives the numbers of its events. */
export async function happens(
  store: GatewayStore,
  id: string,
  phases: readonly Phase[],
  {
    account = '',
    details,
    seq = 1,
  }: { account?: string; details?: readonly (PaymentsEventDetail | null)[]; seq?: number } = {},
): Promise<number[]> {
  return store.transact(account, 'durable', function* (tx) {
    const ids: number[] = [];
    for (const [at, to] of phases.entries()) {
      for (const detail of details ?? [{ type: 'operation', to } as const]) {
        const row = yield* tx.events.add({
          account,
          operationId: id,
          seq: seq + at,
          at: tx.now,
          detail,
          operation: operationOf(id, to),
          subject: 'subject',
          terminalId: 'terminal-1',
          isDispatched: false,
        });
        ids.push(row.id);
      }
    }
    return ids;
  });
}

/** When the oldest event of an account happened that a receiver has not got. */
export const oldestUndelivered = (store: GatewayStore, account = '') =>
  store.transact(account, 'read', (tx) => oldestUndeliveredAt(tx, account));

/** A change of an operation, whatever it is. */
export const happensNext = (store: GatewayStore, id: string, seq: number) =>
  happens(store, id, ['waiting'], { seq });

export const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;

export const webhookTo = (host: string): Webhook => ({ url: `https://${host}/hook`, secrets: [secret] });

const parsed = (body: string) => JSON.parse(body) as GatewayEvent;

let signing: Set<Promise<unknown>> | undefined;

/** What is being hashed, signed and encrypted right now in this test, which takes real time. */
export function watchSigning(): Set<Promise<unknown>> {
  if (signing) return signing;
  const pending = new Set<Promise<unknown>>();
  signing = pending;
  onTestFinished(() => {
    signing = undefined;
  });
  for (const name of ['digest', 'importKey', 'sign', 'encrypt', 'decrypt'] as const) {
    const own = crypto.subtle[name].bind(crypto.subtle) as (...args: unknown[]) => Promise<never>;
    const spy = vi.spyOn(crypto.subtle, name).mockImplementation((...args: unknown[]) => {
      const result = own(...args);
      pending.add(result);
      return result.finally(() => pending.delete(result));
    });
    onTestFinished(() => spy.mockRestore());
  }
  return pending;
}

/** A virtual clock that stops at every timer until what it started has come to rest. */
export function createPatientClock(startMs = startedAt) {
  const pending = watchSigning();
  const virtual = createVirtualClock(startMs);
  const dueAts = new Map<unknown, number>();
  const clock: VirtualClock = {
    ...virtual,
    setTimeout(run, ms) {
      const handle = virtual.setTimeout(() => {
        dueAts.delete(handle);
        run();
      }, ms);
      dueAts.set(handle, virtual.monotonic() + Math.max(0, ms));
      return handle;
    },
    clearTimeout(handle) {
      dueAts.delete(handle);
      virtual.clearTimeout(handle);
    },
  };
  const rest = async () => {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await virtual.advance(0);
      if (pending.size > 0) quiet = 0;
      await Promise.allSettled(pending);
    }
  };
  const pass = async (ms: number) => {
    const until = virtual.monotonic() + ms;
    for (;;) {
      await rest();
      const now = virtual.monotonic();
      if (now >= until) return;
      await virtual.advance(Math.max(0, Math.min(until, ...dueAts.values()) - now));
    }
  };
  return { clock, pass };
}

/** A store with as many outboxes on it as a test wants; each has its own receivers, or all the same. */
export function createOutboxTill() {
  const { clock, pass } = createPatientClock();
  const store = createTestStore({ clock });
  const problems: OutboxProblem[] = [];
  const outbox = (options: Partial<OutboxOptions> = {}) =>
    createOutbox({
      store,
      clock,
      report: (problem) => void problems.push(problem),
      random: () => 0.5,
      ...options,
    });
  const deliveries = () => store.transact('', 'read', (tx) => tx.deliveries.list({}, { by: ['eventId'] }));
  const receivers = () => store.transact('', 'read', (tx) => tx.receivers.list({}));
  const undispatched = () => store.transact('', 'read', (tx) => tx.events.list({ isDispatched: false }));
  return { clock, store, problems, outbox, pass, deliveries, receivers, undispatched };
}

/** Receivers by host: each answers as it is told, and keeps what it heard. */
export function createReceivers(
  answer: (host: string, event: GatewayEvent) => number | Promise<number> = () => 200,
) {
  const heard: { host: string; status: number; event: GatewayEvent }[] = [];
  const send: SendWebhook = async ({ url, body }) => {
    const { host } = new URL(url);
    const event = parsed(body);
    const status = await answer(host, event);
    heard.push({ host, status, event });
    return status;
  };
  /** `operation phase` of what a host took, in order. */
  const taken = (host: string) =>
    heard
      .filter((one) => one.host === host && one.status < 300)
      .map(({ event: { data } }) => `${data.operation.id} ${data.operation.phase}`);
  return { heard, send, taken };
}

/** What a process heard, as `operation phase`. */
export function createListener(listen: (event: GatewayEvent) => void | Promise<void> = () => undefined) {
  const heard: GatewayEvent[] = [];
  const told = () => heard.map(({ data: { operation } }) => `${operation.id} ${operation.phase}`);
  const onEvent = (event: GatewayEvent) => {
    heard.push(event);
    return listen(event);
  };
  return { heard, told, onEvent };
}
