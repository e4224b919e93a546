import { createHeadersWatch } from '../polling/headersWatch.ts';
import type { CheckResult } from '../polling/messageWatcher.ts';
import {
  askForMs,
  type Asking,
  type AskingContext,
  createAsking,
  longestGapMs,
  type SeenLoss,
} from './askingAbout.ts';
import { isUntold, type LostFact } from './operationReducer.ts';
import type { TerminalOperation } from './terminalOperation.ts';

/** Asks a gateway what became of operations whose answer was lost on the way to this page. */
export interface OperationInquiry {
  /** Begins to ask, once. */
  ask: (operation: TerminalOperation) => void;
  /** Asks about one that is still `sending`, and stays so for a while: its request gave no answer to believe. */
  askLost: (operation: TerminalOperation, lost: LostFact, ageMs: number) => void;
  /** Asks out of turn. */
  askNow: (id: string) => CheckResult;
  /** The page may have slept: each is asked about once. */
  wake: () => void;
  stop: () => void;
}

/** How long a lost answer is looked for before it counts as lost (ms). */
const staySendingMs = 15_000;

export function createOperationInquiry(context: Omit<AskingContext, 'onRefused'>): OperationInquiry {
  const { client, clock, ledger, isElsewhere } = context;
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
      if (operation?.phase !== 'unknown' || !isUntold(operation))
        return { asked: false, nextAllowedAt: Infinity };
      return (askings.get(id) ?? begin(operation)).askNow();
    },
    wake: () => askings.forEach(({ wake }) => wake()),
    stop: () => askings.forEach(({ stop }) => stop()),
  };
}
