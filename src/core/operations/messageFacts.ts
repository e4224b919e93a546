import { replicaLagMs } from '../polling/chooseNextPoll.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import { centsFromWireAmount, type AmountUnit } from './operationDraft.ts';
import type { OperationFact } from './operationReducer.ts';

/** What a message says of its operation. */
export function factsOfMessage(
  { amount, tip, ...message }: Omit<ProcessedMessage, 'raw'>,
  at: number,
  money: AmountUnit,
): OperationFact[] {
  const [exact, tipCents] = [amount, tip].map((of) => centsFromWireAmount(of, money));
  // A fraction of a cent is more than is counted: what is called paid must be at least what was asked for.
  const whole = Number.isSafeInteger(amount) ? Number(amount) - (Number(amount) % 100) : undefined;
  const confirmedCents = exact ?? centsFromWireAmount(whole, money);
  const polled = { type: 'polled', at, message: { ...message, confirmedCents, tipCents } } as const;
  const isInexact = message.status === 'complete' && amount !== undefined && exact === undefined;
  // Told first: whoever hears of an ending and takes note of it shall know.
  return isInexact ? [{ type: 'anomaly', kind: 'amount-mismatch' }, polled] : [polled];
}

/** How the asking went so far. Times are ms. */
export interface PollProgress {
  /** Questions in a row that went wrong, and those that said that there is no such message. */
  failures: number;
  missing: number;
  /** The last answer came, and could not be read. */
  isUnreadable: boolean;
  /** Since acceptance. */
  ageMs: number;
  /** What is left of the longest wait. */
  leftMs: number;
}

/** Why nobody waits for a result any more: an answer that is missing once or twice is no reason. */
export function reasonToGiveUp({ missing, failures, isUnreadable, ageMs, leftMs }: PollProgress) {
  if (missing >= 3 && ageMs > replicaLagMs) return 'gone';
  if (leftMs > 0 || (failures > 0 && failures < 3)) return undefined;
  return isUnreadable ? 'unrecognised-status' : 'max-wait';
}
