import { sleep } from '../core/time.ts';
import type { Ledger, LedgerRequest } from './ledger.ts';
import { toLinkJson } from './links.ts';
import type { SandboxMessage } from './messages.ts';
import { dropped, type ReplyOrDrop, type Reply } from './replies.ts';
import { type SandboxSettings, settleBatch, type SandboxState } from './sandboxState.ts';
import { simulatedOperations } from './simulatedOperations.ts';

/** Carries out the charges and settlements that are due, the earliest first. Call it before the state is read or changed. */
export function applyDueEffects(state: SandboxState): void {
  const now = state.now();
  const dueMessages = [...state.messages.values()].filter((one) => !one.hasCharged && one.chargeAt <= now);
  const dueBatches = state.batches.filter(({ settlesAt }) => settlesAt <= now);
  state.batches = state.batches.filter(({ settlesAt }) => settlesAt > now);

  const due = [
    ...dueMessages.map((message) => ({ at: message.chargeAt, run: () => charge(state, message) })),
    ...dueBatches.map((batch) => ({
      at: batch.settlesAt,
      run: () => settleBatch(state.transactions, batch),
    })),
  ];
  for (const { run } of due.toSorted((a, b) => a.at - b.at)) run();
}

function charge(state: SandboxState, message: SandboxMessage): void {
  const { kind, approved, terminalId, pnRefNum, msgIdentifier, orderNumber, operationId } = message;
  message.hasCharged = true;
  const transaction = state.transactions.get(pnRefNum);
  if (transaction) simulatedOperations[kind].apply?.(transaction, approved);
  state.charges.push({
    at: message.chargeAt,
    kind,
    amount: approved,
    terminalId,
    pnRefNum,
    msgIdentifier,
    orderNumber,
    operationId,
  });
}

/** The ledger of the current state. Each read first carries out the charges and settlements that are due. */
export function createLedgerView(currentWorld: () => SandboxState): Ledger {
  const upToDate = () => {
    const state = currentWorld();
    applyDueEffects(state);
    return state;
  };
  return {
    get requests() {
      return [...upToDate().requests];
    },
    get charges() {
      return [...upToDate().charges];
    },
    get polls() {
      return upToDate().requests.filter(({ operation }) => operation === 'getProcessedMessage');
    },
    get links() {
      return upToDate()
        .links.filter(({ isSeed }) => !isSeed)
        .map(toLinkJson);
    },
    get preflights() {
      return [...upToDate().preflights];
    },
  };
}

/** Delivers a reply after the latency. If the reply was dropped, rejects as a browser's fetch does. */
export async function deliverReplyAndUpdateLedgerEntry(
  { clock, latencyMs }: SandboxSettings,
  outcome: ReplyOrDrop,
  entry: LedgerRequest,
  signal: AbortSignal | null | undefined,
): Promise<Reply> {
  try {
    if (latencyMs > 0) await sleep(clock, latencyMs, signal ?? undefined);
  } catch (reason) {
    entry.outcome = 'aborted';
    throw reason;
  }
  if (outcome === dropped) {
    entry.outcome = 'dropped';
    throw new TypeError('Failed to fetch');
  }
  entry.outcome = 'answered';
  entry.status = outcome.status;
  return outcome;
}
