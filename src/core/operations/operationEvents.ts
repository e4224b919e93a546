import type { PaymentsEventDetail, TerminalOperation } from './terminalOperation.ts';

/** The events of a change of an operation from `before` to `after`, except `resolved`: see `resolvedEventsBetween`. */
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

/** The `resolved` event, if a person resolved the operation between two of its states. */
export function resolvedEventsBetween(
  before: TerminalOperation | undefined,
  { phase, resolution }: TerminalOperation,
): PaymentsEventDetail[] {
  const isNew = phase === 'resolved' && before?.phase !== 'resolved' && resolution !== undefined;
  return isNew ? [{ type: 'resolved', ...resolution }] : [];
}

/**
 * The last part of an event's id. It is the same on all pages for the same change, and differs between changes, because
 * two pages may change the same state at the same time. `at`: when the event happened (epoch ms).
 */
export function eventIdSuffix(detail: PaymentsEventDetail, at: number): string {
  switch (detail.type) {
    case 'operation':
      return detail.to;
    case 'anomaly':
      return detail.kind;
    case 'resolved':
      return `charged-${detail.charged}`;
    case 'needs-auth':
    case 'slowed':
      return `${detail.type}-${at}`;
    default:
      return detail.type;
  }
}
