import { mayBeMissingForMs } from '../polling/chooseNextPoll.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import { centsFromWireAmount, type AmountUnit } from './operationDraft.ts';
import type { OperationFact } from './operationFacts.ts';

export function factsOfMessage(
  { amount, tip, ...message }: Omit<ProcessedMessage, 'raw'>,
  at: number,
  money: AmountUnit,
): OperationFact[] {
  const [exact, tipCents] = [amount, tip].map((of) => centsFromWireAmount(of, money));
  // Hundredths of a yen may not add up to a whole yen. They are rounded down: too little must not count as the full amount.
  const whole = Number.isSafeInteger(amount) ? Number(amount) - (Number(amount) % 100) : undefined;
  const confirmedCents = exact ?? centsFromWireAmount(whole, money);
  const polled = { type: 'polled', at, message: { ...message, confirmedCents, tipCents } } as const;
  const isInexact = message.status === 'complete' && amount !== undefined && exact === undefined;
  // The anomaly comes first: a listener that acknowledges the ending must know of it.
  return isInexact ? [{ type: 'anomaly', kind: 'amount-mismatch' }, polled] : [polled];
}

/** The state of the polls. Times are ms. */
interface PollProgress {
  /** `failures`: failed polls in a row. `missing`: how many of them said that the message does not exist. */
  failures: number;
  missing: number;
  /** The last answer could not be read. */
  isUnreadable: boolean;
  /** Time since the service accepted the request. */
  ageMs: number;
  /** For how much longer, at most, to wait for a result. */
  leftMs: number;
}

/** Why waiting for a result ends; undefined while it goes on. One or two failed polls are no reason. */
export function reasonToGiveUp({ missing, failures, isUnreadable, ageMs, leftMs }: PollProgress) {
  if (missing >= 3 && ageMs > mayBeMissingForMs) return 'gone';
  if (leftMs > 0 || (failures > 0 && failures < 3)) return undefined;
  return isUnreadable ? 'unrecognised-status' : 'max-wait';
}
