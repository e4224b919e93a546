import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { callHost } from '../errors.ts';
import type { PageSignals } from '../page.ts';
import type { ToldMessage } from '../polling/messageStream.ts';
import type { MessageTeller } from '../polling/messageWatcher.ts';
import type { HeardMessage } from '../polling/pollLog.ts';
import { type RecordNews, recordStreamOf, silentMs } from '../polling/recordStream.ts';
import type { Clock, TimerHandle } from '../time.ts';
import type { OperationInquiry } from './operationInquiry.ts';
import type { OperationLedger } from '../standalone/operationLedger.ts';
import type { RecordedOperation } from './recorded.ts';
import { createRecordTelling, type RecordTelling } from './tellRecord.ts';
import type { TerminalOperation } from './terminalOperation.ts';

interface Following {
  client: PaymentsClient;
  ledger: OperationLedger;
  clock: Clock;
  page: PageSignals;
  random: () => number;
  inquiry: OperationInquiry;
  isOfAccount: (operation: TerminalOperation) => boolean;
  /** By id, those whose message is followed. */
  followed: ReadonlyMap<string, unknown>;
  /** The operator's scope. */
  scope: string | undefined;
  /** The teller has something new, or ends. */
  onNews: () => void;
}

/** How a page follows its gateway's record. */
export interface RecordFollowing extends MessageTeller, Pick<RecordTelling, 'tell' | 'tellAll'> {
  /** Calls back whenever something in the record may have changed. */
  subscribe: (listener: () => void) => () => void;
  wake: () => void;
  stop: () => void;
}

/** How long the stream has to tell of a new operation by itself, before it is looked at (ms). */
const lookAfterMs = 500;
/** How often a sign of life is shown as news (ms). */
const aliveMs = 1000;
/** How often somebody who shows the record looks again while nothing is told (ms). */
const lookAgainMs = 30_000;

/**
 * Takes over what a gateway's stream tells of this page's operations: of a message what a poll would have said, of a lost answer that
 * there is news. A message is told of once the gateway has said something of its operation; until then, and where it does not,
 * it is polled.
 */
export function followRecord(following: Following): RecordFollowing {
  const { client, ledger, clock, page, random, inquiry, followed, scope, onNews } = following;
  const stream = recordStreamOf(client, random);
  const telling = createRecordTelling(following);
  /** What was told of this page's operations, by message id. */
  const known = new Map<string, ToldMessage & { id: string }>();
  const looked = new Set<string>();
  const listeners = new Set<() => void>();
  let leave: (() => void) | undefined;
  let looking: TimerHandle;
  let beat: TimerHandle;
  let isStopped = false;
  let aliveAt = -Infinity;
  /** Something changed while nobody saw the page. */
  let isBehind = false;

  const changed = () => {
    isBehind = !page.isVisible();
    if (!isBehind) [...listeners].forEach(callHost);
  };
  const told: RecordFollowing['told'] = (msgIdentifier) => {
    const said = stream.stands() ? known.get(msgIdentifier) : undefined;
    return said && ledger.get(said.id)?.msgIdentifier === msgIdentifier ? said : undefined;
  };

  const take = (operation: RecordedOperation) => {
    const { id, msgIdentifier, phase, reason, confirmedCents, resolution } = operation;
    if (msgIdentifier !== undefined)
      known.set(msgIdentifier, { id, at: clock.monotonic(), message: messageOf(operation, msgIdentifier) });
    // The service took back that it failed, and the record does not know what to believe: no more does this page.
    if (reason === 'contradiction' && msgIdentifier !== undefined && ledger.get(id)?.phase === 'failed') {
      const message = { msgIdentifier, status: 'complete', confirmedCents } as const;
      ledger.apply(id, { type: 'polled', at: clock.now(), message });
    }
    // Of a request without an answer the stream's word proves nothing: it is a reason to ask.
    if (phase !== 'sending') inquiry.hurry(id);
    if (phase !== 'resolved' || !resolution) return;
    const resolved = { type: 'resolved', ...resolution } as const;
    const at = clock.now();
    // Whoever said it waited no longer, where this page still does.
    ledger.apply(id, { type: 'gave-up', at, reason: 'stopped' });
    ledger.apply(id, { ...resolved, at }, resolved);
  };

  const hear = (news: RecordNews) => {
    switch (news.type) {
      case 'operation':
        // A page may see what all tills do.
        if (ledger.get(news.operation.id)) {
          take(news.operation);
          onNews();
        }
        return changed();
      case 'up':
        lookAtAll();
        onNews();
        return changed();
      case 'down':
        known.clear();
        return onNews();
      case 'alive':
        if (clock.monotonic() - aliveAt < aliveMs) return undefined;
        aliveAt = clock.monotonic();
        return onNews();
    }
  };

  const lookAtAll = () => {
    looked.clear();
    for (const id of followed.keys()) void look(id);
    for (const { id, msgIdentifier } of ledger.list({ open: true })) {
      if (msgIdentifier === undefined) inquiry.hurry(id);
    }
  };

  /** What happened to an operation before the stream told of it: asked once. Then the stream tells, or the polls do. */
  const look = async (id: string): Promise<void> => {
    looked.add(id);
    const { msgIdentifier = '' } = ledger.get(id) ?? {};
    const before = known.get(msgIdentifier);
    try {
      const { operation } = await client.getOperation(id);
      // The stream may have been faster, and knows more.
      if (operation.id === id && known.get(msgIdentifier) === before) take(operation);
    } catch {
      // An older gateway, or one that does not show it.
      if (known.get(msgIdentifier) === before) known.delete(msgIdentifier);
    }
    onNews();
  };

  const isNew = (id: string) => {
    const { msgIdentifier } = ledger.get(id) ?? {};
    return msgIdentifier !== undefined && !looked.has(id) && !told(msgIdentifier);
  };
  const lookAtNew = () => {
    looking = undefined;
    if (!stream.stands()) return;
    for (const id of followed.keys()) if (isNew(id)) void look(id);
  };

  const update = () => {
    if (isStopped) return;
    if (listeners.size > 0 || followed.size > 0 || ledger.list({ open: true }).length > 0)
      leave ??= stream.subscribe(hear, scope);
    else {
      leave?.();
      leave = undefined;
    }
    if (stream.stands() && looking === undefined && [...followed.keys()].some(isNew))
      looking = clock.setTimeout(lookAtNew, lookAfterMs);
  };

  const lookAgain = () => {
    clock.clearTimeout(beat);
    if (listeners.size === 0) return;
    beat = clock.setTimeout(() => {
      if (!stream.stands()) changed();
      lookAgain();
    }, lookAgainMs);
  };

  const hide = (isLeft: boolean) => {
    if (isLeft || !isMultiplexed(client.origin())) stream.rest(isLeft);
  };
  if (!page.isVisible()) hide(false);
  const stops = [
    page.onHide?.(hide),
    telling.stop,
    // Whoever follows a message hears of its ending first, and lets it go then.
    ledger.subscribe(() => queueMicrotask(update)),
    // While nothing is told, what this page hears itself is news.
    ledger.listen(() => {
      if (!stream.stands()) changed();
    }),
  ];

  update();

  return {
    told,
    heardAt: stream.heardAt,
    nextAt: () => stream.heardAt() + silentMs,
    tell: telling.tell,
    tellAll: telling.tellAll,
    wake() {
      if (isBehind) changed();
      if (page.isVisible() || isMultiplexed(client.origin())) stream.wake();
    },
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      if (listeners.size === 1) lookAgain();
      update();
      return () => {
        listeners.delete(own);
        update();
      };
    },
    stop() {
      isStopped = true;
      stops.forEach((stop) => stop?.());
      clock.clearTimeout(looking);
      clock.clearTimeout(beat);
      leave?.();
    },
  };
}

/**
 * Whether requests to an origin share one connection, as far as the browser tells. Over HTTP/1.1 all tabs have six, and whatever
 * stays open takes one from the others' payments.
 */
export function isMultiplexed(origin: string): boolean {
  if (typeof document === 'undefined') return true;
  const timings = ['resource', 'navigation'].flatMap((type) => performance.getEntriesByType?.(type) ?? []);
  return (timings as PerformanceResourceTiming[]).some(
    ({ name, nextHopProtocol }) => name.startsWith(`${origin}/`) && /^h[23]/.test(nextHopProtocol),
  );
}

/** What a poll would have said: amounts are cents on both sides. Undefined where the service said nothing yet. */
function messageOf(
  { status, pnRefNum, confirmedCents, tipCents, message }: RecordedOperation,
  msgIdentifier: string,
): HeardMessage | undefined {
  if (status === undefined) return undefined;
  const money = { amount: confirmedCents, tip: tipCents };
  return { msgIdentifier, status, pnRefNum, ...money, serviceMessage: message };
}
