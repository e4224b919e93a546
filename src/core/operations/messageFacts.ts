import { newMessageMayBeMissingForMs } from '../polling/chooseNextPoll.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import { centsFromWireAmount, type CurrencyAndScale } from './operationDraft.ts';
import type { OperationFact } from './operationFacts.ts';

/** The facts that an answer about a message proves. `isInexact`: the gateway rounded the amount of the answer. */
export function factsOfMessage(
  { amount, tip, ...message }: Omit<ProcessedMessage, 'raw'>,
  at: number,
  { isInexact = false, ...money }: CurrencyAndScale & { isInexact?: boolean | undefined },
): OperationFact[] {
  const approved = convertApprovedAmount(amount, money);
  const tipCents = centsFromWireAmount(tip, money);
  const inCents = { ...message, confirmedCents: approved.cents, tipCents };
  const polled = { type: 'polled', at, message: inCents } as const;
  const isMismatch = message.status === 'complete' && (isInexact || approved.isInexact);
  // The anomaly is the first fact, so that a listener that acknowledges the ending knows of the anomaly.
  return isMismatch ? [{ type: 'anomaly', kind: 'amount-mismatch' }, polled] : [polled];
}

/**
 * The approved amount in cents; undefined if it is not known. Hundredths of a yen are rounded down to whole yen, so that
 * too little never counts as the full amount.
 */
export function convertApprovedAmount(amount: number | undefined, money: CurrencyAndScale) {
  const exact = centsFromWireAmount(amount, money);
  const whole = Number.isSafeInteger(amount) ? Number(amount) - (Number(amount) % 100) : undefined;
  const isInexact = amount !== undefined && exact === undefined;
  return { cents: exact ?? centsFromWireAmount(whole, money), isInexact };
}

/** The state of the polls. Times are ms. */
interface PollProgress {
  /** `failures`: failed polls in a row. `missing`: how many of them said that the message does not exist. */
  failures: number;
  missing: number;
  /** Whether the last answer could not be read. */
  isUnreadable: boolean;
  /** Time since the service accepted the request. */
  ageMs: number;
  /** How much longer to wait for a result, at most. */
  leftMs: number;
}

/** Why waiting for a result ends; undefined while it goes on. When the time is over, one or two failed polls still prolong it. */
export function reasonToGiveUp({ missing, failures, isUnreadable, ageMs, leftMs }: PollProgress) {
  if (missing >= 3 && ageMs > newMessageMayBeMissingForMs) return 'gone';
  if (leftMs > 0 || (failures > 0 && failures < 3)) return undefined;
  return isUnreadable ? 'unrecognised-status' : 'max-wait';
}
