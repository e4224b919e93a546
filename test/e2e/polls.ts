import type { LedgerCharge, LedgerRequest } from 'tillkit/sandbox';

/** The questions among some requests, in the order in which they came. */
export const pollsOf = (requests: readonly LedgerRequest[]): LedgerRequest[] =>
  requests.filter(({ operation }) => operation === 'getProcessedMessage');

export function mostInAnyMinute(polls: readonly Pick<LedgerRequest, 'at'>[]): number {
  const upTo = polls.map(({ at: end }) => polls.filter(({ at }) => at > end - 60_000 && at <= end).length);
  return Math.max(0, ...upTo);
}

/** A time in which a payment waited and was not asked about. */
export interface Silence {
  terminalId: string | undefined;
  from: number;
  until: number;
}

/** All of them, from acceptance to the first question that could bring the result. */
export function silencesOf(
  requests: readonly LedgerRequest[],
  charges: readonly LedgerCharge[],
  endedAt: number,
): Silence[] {
  const polls = pollsOf(requests);
  return requests
    .filter(({ operation }) => operation === 'pay')
    .flatMap(({ at, terminalId, msgIdentifier = '' }) => {
      const asked = polls.filter(({ path }) => path.endsWith(`/${encodeURIComponent(msgIdentifier)}`));
      const chargedAt = charges.find((charge) => charge.msgIdentifier === msgIdentifier)?.at ?? Infinity;
      const heardAt = asked.find((poll) => poll.at >= chargedAt)?.at ?? endedAt;
      const times = [at, ...asked.map((poll) => poll.at).filter((time) => time < heardAt), heardAt];
      return times.slice(1).map((until, index) => ({ terminalId, from: times[index] ?? at, until }));
    });
}
