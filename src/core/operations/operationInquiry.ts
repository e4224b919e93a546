import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { PaymentsError } from '../errors.ts';
import type { PageSignals } from '../page.ts';
import { createHeadersWatch } from '../polling/askingLoop.ts';
import type { CheckResult, MessageWatcher } from '../polling/messageWatcher.ts';
import { minGapMs } from '../polling/chooseNext.ts';
import type { Clock, TimerHandle } from '../time.ts';
import { applyOutcome } from '../standalone/applyOutcome.ts';
import type { OperationLedger } from '../standalone/operationLedger.ts';
import { isUntold, type LostFact } from './operationReducer.ts';
import { askProvenOutcome, type ProvenOutcome } from './outcomeOfError.ts';
import type { TerminalOperation } from './terminalOperation.ts';

/** The questions to a gateway about one operation. */
export interface Asking {
  /** Asks now, and from then on less and less often until nothing more is to be heard. */
  ask: () => Promise<void>;
  /** Asks after a while. */
  plan: (waitMs: number) => void;
  /** A person asks. */
  askNow: () => CheckResult;
  /** Somebody says that there is news. */
  hurry: () => void;
  wake: () => void;
  stop: () => void;
  /** The gateway wants other credentials. */
  isRefused: () => boolean;
}

export interface AskingContext {
  client: PaymentsClient;
  ledger: OperationLedger;
  clock: Clock;
  page: PageSignals;
  /** Whether it is one of the client's account: another's gateway knows nothing of it. */
  isOfAccount: (operation: TerminalOperation) => boolean;
  /** Whether another tab looks after it, and this one does not. */
  isElsewhere: (id: string) => boolean;
  /** Asks for the result of what was accepted. */
  follow: (operation: TerminalOperation) => void;
  onRefused: () => void;
}

/** What this page saw of the request; nothing where another page sent it. */
export interface SeenLoss {
  lost?: LostFact | undefined;
  /** How long ago it was sent, by whichever clock says more (ms). */
  ageMs?: number | undefined;
}

const gapsMs = [1000, 2000, 4000, 8000, 10_000, 30_000];
const longestGapMs = 60_000;
/** How long it is asked about by itself (ms). */
const askForMs = 24 * 60 * 60_000;
/** How old an operation may be whose answer the gateway may still record (ms). */
const lateAnswerMs = 10 * 60_000;

function createAsking(
  { id, kind, createdAt }: TerminalOperation,
  { lost, ageMs = 0 }: SeenLoss,
  { client, ledger, clock, page, isElsewhere, follow, onRefused }: AskingContext,
): Asking {
  const since = clock.monotonic() - Math.max(ageMs, clock.now() - createdAt);
  let until = createdAt + askForMs;
  let timer: TimerHandle;
  let isAsking = false;
  let isRefused = false;
  let isHurried = false;
  let questions = 0;
  let failures = 0;
  let askedAt = -Infinity;

  const age = () => {
    const byWall = clock.now() - createdAt;
    // From the future: this clock was set back, and nobody can say how far.
    return byWall < 0 ? Infinity : Math.max(byWall, clock.monotonic() - since);
  };
  const restMs = () => Math.max(0, askedAt + minGapMs - clock.monotonic());

  const plan = (waitMs: number) => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => {
      if (page.isVisible() || ledger.get(id)?.phase === 'sending') void ask();
    }, waitMs);
  };

  /** Shows how the asking goes, and plans the next question unless this was the last. */
  const pause = (waitMs: number) => {
    const now = clock.now();
    const isOver = now > until;
    ledger.apply(id, {
      type: 'connection',
      connection: isOver ? 'ok' : isRefused ? 'needs-auth' : failures > 1 ? 'degraded' : 'ok',
      lastCheckedAt: failures > 0 && !isRefused ? ledger.get(id)?.lastCheckedAt : now,
      nextCheckAt: isOver ? undefined : now + waitMs,
    });
    if (isOver) isRefused = false;
    else plan(waitMs);
  };

  const ask = async (): Promise<void> => {
    const operation = ledger.get(id);
    if (!operation || !isUntold(operation) || isAsking) return;
    const gapMs = isElsewhere(id) ? longestGapMs : (gapsMs[questions] ?? longestGapMs);
    clock.clearTimeout(timer);
    isAsking = true;
    isRefused = false;
    askedAt = clock.monotonic();
    questions += 1;
    try {
      const outcome = await askProvenOutcome(client, { operationId: id, kind }, age);
      failures = 0;
      if (outcome) until = mayComeLate(outcome) ? Math.min(until, createdAt + lateAnswerMs) : -Infinity;
      pause(gapMs);
      if (outcome) follow(await applyOutcome(operation, outcome, { ledger, clock, client, lost }));
    } catch (error) {
      failures += 1;
      isRefused = error instanceof PaymentsError && error.code === 'unauthorized';
      pause(gapMs);
      if (isRefused) onRefused();
    }
    isAsking = false;
    if (isHurried) hurry();
  };

  // Its answer may have been on its way before the news.
  const hurry = () => {
    isHurried = isAsking;
    if (isAsking) return;
    until = Math.max(until, clock.now());
    clock.clearTimeout(timer);
    if (restMs() === 0) void ask();
    else timer = clock.setTimeout(() => void ask(), restMs());
  };

  return {
    ask,
    plan,
    askNow() {
      const now = clock.now();
      const waitMs = isAsking ? minGapMs : restMs();
      until = Math.max(until, now + askForMs);
      if (waitMs === 0) void ask();
      else if (!isAsking) plan(waitMs);
      return { asked: waitMs === 0, nextAllowedAt: now + waitMs };
    },
    hurry,
    wake() {
      if (restMs() === 0 && clock.now() <= until) void ask();
    },
    stop() {
      until = -Infinity;
      isRefused = false;
      clock.clearTimeout(timer);
    },
    isRefused: () => isRefused,
  };
}

// Nothing is recorded: an instance may still wait for the service, or for its store.
function mayComeLate(outcome: ProvenOutcome): boolean {
  return outcome.state === 'unanswered' && outcome.error === undefined;
}

/** Asks a gateway what became of operations whose answer was lost on the way to this page. */
export interface OperationInquiry {
  /** Begins to ask, once. */
  ask: (operation: TerminalOperation) => void;
  /** Asks about one that is still `sending`, and stays so for a while: its request gave no answer to believe. */
  askLost: (operation: TerminalOperation, lost: LostFact, ageMs: number) => void;
  /** Asks out of turn. */
  askNow: (id: string) => CheckResult;
  /** There may be news of it. One whose request is still under way has its answer to come. */
  hurry: (id: string) => void;
  /** The page may have slept: each is asked about once. */
  wake: () => void;
  stop: () => void;
}

/** How long a lost answer is looked for before it counts as lost (ms). */
const staySendingMs = 15_000;

export function createOperationInquiry(context: Omit<AskingContext, 'onRefused'>): OperationInquiry {
  const { client, clock, ledger, isElsewhere, isOfAccount } = context;
  const askings = new Map<string, Asking>();

  const refused = () => [...askings.values()].filter(({ isRefused }) => isRefused());
  const watchHeaders = createHeadersWatch({
    client,
    clock,
    isRefused: () => refused().length > 0,
    onNewHeaders: () => refused().forEach(({ ask }) => void ask()),
  });

  const begin = (operation: TerminalOperation, seen: SeenLoss = {}): Asking => {
    const asking = createAsking(operation, seen, { ...context, onRefused: () => void watchHeaders() });
    askings.set(operation.id, asking);
    return asking;
  };

  return {
    ask(operation) {
      const { id, phase, createdAt } = operation;
      const isOld = clock.now() - createdAt > askForMs;
      if (askings.has(id) || phase === 'sending' || !isUntold(operation) || isOld) return;
      begin(operation).plan(isElsewhere(id) ? longestGapMs : 0);
    },
    askLost(operation, lost, ageMs) {
      // Whatever becomes of the asking, nobody waits longer than that.
      clock.setTimeout(() => ledger.apply(operation.id, lost), staySendingMs);
      void begin(operation, { lost, ageMs }).ask();
    },
    askNow(id) {
      const operation = ledger.get(id);
      if (operation?.phase !== 'unknown' || !isUntold(operation) || !isOfAccount(operation))
        return { asked: false, nextAllowedAt: Infinity };
      return (askings.get(id) ?? begin(operation)).askNow();
    },
    hurry(id) {
      const operation = ledger.get(id);
      if (!operation || !isUntold(operation) || !isOfAccount(operation)) return;
      const isSent = operation.phase !== 'sending';
      (askings.get(id) ?? (isSent ? begin(operation) : undefined))?.hurry();
    },
    wake: () => askings.forEach(({ wake }) => wake()),
    stop: () => askings.forEach(({ stop }) => stop()),
  };
}

interface Checked {
  ledger: OperationLedger;
  watcher: MessageWatcher;
  inquiry: OperationInquiry | undefined;
  isOfAccount: (operation: TerminalOperation) => boolean;
}

/** A person's questions: about a message, else, where there is a gateway, about the operation itself. */
export interface OperationChecks {
  /** Asks for a result out of turn, within the poll budget. */
  checkNow: (id: string) => CheckResult;
  /** Whether there is anybody to ask about it: without a message id only a gateway. */
  canCheck: (id: string) => boolean;
}

export function createOperationChecks({ ledger, watcher, inquiry, isOfAccount }: Checked): OperationChecks {
  const askable = (id: string) => {
    const operation = ledger.get(id);
    return operation && isOfAccount(operation) ? operation : undefined;
  };
  return {
    checkNow(id) {
      const msgIdentifier = askable(id)?.msgIdentifier;
      if (msgIdentifier) return watcher.checkNow(msgIdentifier);
      return inquiry?.askNow(id) ?? { asked: false, nextAllowedAt: Infinity };
    },
    canCheck(id) {
      const operation = askable(id);
      if (operation?.phase !== 'unknown') return operation?.phase === 'waiting';
      return operation.msgIdentifier !== undefined || (inquiry !== undefined && isUntold(operation));
    },
  };
}
