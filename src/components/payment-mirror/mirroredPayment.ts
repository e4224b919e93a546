import {
  approvedCents,
  isFailedOrRejected,
  isPartlyApproved,
  isProvenNotCharged,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';

/**
 * The state of the customer's screen. `away`: the page gets no news of a payment under way. `checking`: the payment's
 * outcome is not known.
 */
export type MirrorState =
  'idle' | 'link' | 'sending' | 'waiting' | 'complete' | 'partial' | 'failed' | 'checking' | 'away';

/** After this long without news (ms), a payment under way may have ended. A gateway sends a heartbeat every 15 s. */
const freshMs = 25_000;
/** After this long without news of a payment (ms), its customer has probably left. */
const leftMs = 5 * 60_000;
/** A time that is further in the future than this (ms) is wrong: this machine's clock was set back, for example. */
const skewMs = 5000;

interface MirrorTimes {
  now: number;
  /** How long an outcome is shown (ms). */
  outcomeMs: number;
  /** When the page last came back from the background or from sleep (epoch ms); `-Infinity` if it never was away. */
  awakeSince: number;
}

interface MirroredPayment {
  state: Exclude<MirrorState, 'link'>;
  /** When the state changes even if no news arrives (epoch ms). */
  until: number;
}

const idle: MirroredPayment = { state: 'idle', until: Infinity };

/** The operation that the screen follows: a `waiting` one, else a `sending` one, else the newest one. */
export function followedOperation(operations: readonly TerminalOperation[]): TerminalOperation | undefined {
  return operations.reduce<TerminalOperation | undefined>((best, next) => {
    if (!best) return next;
    const rank = rankOf(next) - rankOf(best);
    return rank > 0 || (rank === 0 && next.createdAt > best.createdAt) ? next : best;
  }, undefined);
}

const rankOf = ({ phase }: TerminalOperation) => (phase === 'waiting' ? 2 : phase === 'sending' ? 1 : 0);

/** What a customer may see of an operation now. An outcome that comes after the customer has left is not shown. */
export function mirroredPayment(operation: TerminalOperation, times: MirrorTimes): MirroredPayment {
  const { kind, phase, connection, createdAt, unknownAt, endedAt } = operation;
  const { now, outcomeMs, awakeSince } = times;
  const isWithin = (ms: number, since: number) => now < since + ms && now > since - skewMs;
  const show = (state: MirroredPayment['state'], since: number, ms: number): MirroredPayment =>
    isWithin(ms, since) ? { state, until: since + ms } : idle;
  if (kind === 'closeBatch') return idle;
  const isConnected = connection !== 'degraded' && connection !== 'needs-auth';
  if (phase === 'sending' || phase === 'waiting') {
    const { acceptedAt = 0, lastCheckedAt = 0 } = operation;
    const heardAt = Math.max(createdAt, acceptedAt, lastCheckedAt);
    const isCurrent = isConnected && heardAt >= awakeSince && isWithin(freshMs, heardAt);
    return isCurrent ? show(phase, heardAt, freshMs) : show('away', heardAt, leftMs);
  }
  if (phase === 'unknown') return show(isConnected ? 'checking' : 'away', unknownAt ?? createdAt, leftMs);
  if (endedAt === undefined || endedAt - (unknownAt ?? endedAt) > leftMs) return idle;
  return show(outcomeOf(operation), endedAt, outcomeMs);
}

/** Returns `failed` only if it is proven, or a person recorded, that nothing was charged. */
function outcomeOf(operation: TerminalOperation): 'complete' | 'partial' | 'failed' | 'checking' {
  const { phase, resolution, anomalies } = operation;
  // Any anomaly puts the outcome in doubt, except `amount-mismatch`: there the approved amount is certain.
  if (anomalies.some((anomaly) => anomaly !== 'amount-mismatch')) return 'checking';
  if (isFailedOrRejected(operation)) return isProvenNotCharged(operation) ? 'failed' : 'checking';
  if (phase === 'resolved' && !resolution?.charged) return 'failed';
  if (phase === 'partial' && approvedCents(operation) === 0) return 'failed';
  return isPartlyApproved(operation) ? 'partial' : 'complete';
}
