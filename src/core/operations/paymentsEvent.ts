import type { PaymentLink } from '../contract/paymentLink.ts';
import type { Phase, ResolutionBasis, TerminalOperation } from './terminalOperation.ts';

interface EventBase {
  /** Stable: the same event told twice has the same id. */
  eventId: string;
  /** Epoch ms. */
  at: number;
  operation?: TerminalOperation | undefined;
}

/** A link without what may be a customer's: the custom values, and the service's answer as it came (faults F101). */
export type ToldLink = Omit<PaymentLink, 'customValues' | 'raw'>;

export function toldLink({ customValues: _values, raw: _raw, ...told }: PaymentLink): ToldLink {
  return told;
}

/** What the kit tells the host, at least once each. Nothing personal and no secret is in it. */
export type PaymentsEvent = EventBase &
  (
    | { type: 'operation'; from?: Phase | undefined; to: Phase }
    | { type: 'anomaly'; kind: string }
    | { type: 'unresolved' }
    | { type: 'resolved'; charged: boolean; basis: ResolutionBasis; note?: string | undefined }
    | { type: 'needs-auth' }
    | { type: 'slowed'; until?: number | undefined }
    | { type: 'link-created'; link: ToldLink | null; sentAmountCents?: number | undefined }
    | { type: 'link-unknown' }
  );

export type PaymentsEventListener = (event: PaymentsEvent) => void;

type Detail<Event> = Event extends unknown ? Omit<Event, 'eventId' | 'at' | 'operation'> : never;
export type PaymentsEventDetail = Detail<PaymentsEvent>;

/** What changed between two states of an operation, as events. */
export function eventsBetween(
  before: TerminalOperation | undefined,
  after: TerminalOperation,
): PaymentsEventDetail[] {
  const events: PaymentsEventDetail[] = [];
  if (before?.phase !== after.phase) {
    events.push({ type: 'operation', from: before?.phase, to: after.phase });
    if (after.phase === 'unknown') events.push({ type: 'unresolved' });
  }
  for (const kind of after.anomalies) {
    if (!before?.anomalies.includes(kind)) events.push({ type: 'anomaly', kind });
  }
  if (before?.connection !== after.connection) {
    if (after.connection === 'needs-auth') events.push({ type: 'needs-auth' });
    if (after.connection === 'slowed') events.push({ type: 'slowed', until: after.nextCheckAt });
  }
  return events;
}
