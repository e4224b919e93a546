import { createListeners } from '../listeners.ts';
import {
  eventsBetween,
  type OrderFigures,
  type PaymentsEvent,
  type PaymentsEventDetail,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { Clock } from '../time.ts';

export function createMirrorEvents(clock: Clock) {
  const { add: listen, notify } = createListeners<[event: PaymentsEvent]>();
  let connectionEvents = 0;
  const paidOrders = new Set<string>();

  /** The last part of an event's id. All pages give the same change the same id. An event about the connection gets a new number. */
  const nameOf = (detail: PaymentsEventDetail) => {
    if (detail.type === 'operation') return detail.to;
    if (detail.type === 'anomaly') return detail.kind;
    // Not `resolved`: that is the name of the change to the phase `resolved`.
    if (detail.type === 'resolved') return 'resolution';
    return detail.type === 'needs-auth' || detail.type === 'slowed'
      ? `${detail.type}.${(connectionEvents += 1)}`
      : detail.type;
  };

  return {
    /** Emits what changed from `before` to `operation`, then `more`. `version` gives the events the same ids on all pages. */
    emitChange: (
      before: TerminalOperation | undefined,
      operation: TerminalOperation,
      version: string | number,
      more: readonly PaymentsEventDetail[] = [],
    ) => {
      const found = [
        ...eventsBetween(before, operation),
        ...resolvedBetween(before, operation, more),
        ...more,
      ];
      for (const detail of found) {
        const eventId = `${operation.id}:${version}.${nameOf(detail)}`;
        notify({ ...detail, eventId, at: clock.now(), operation });
      }
    },
    /** Emits one event for a paid order, even if a new stream reports again that the order is paid. */
    orderPaid: (order: OrderFigures) => {
      const eventId = `order ${order.number}:paid.${order.paidAt}`;
      if (paidOrders.has(eventId)) return;
      paidOrders.add(eventId);
      notify({ type: 'order-paid', order, eventId, at: clock.now() });
    },
    listen,
  };
}

/** The `resolved` event, if another till resolved the operation. If this browser did, `more` has the event already. */
function resolvedBetween(
  before: TerminalOperation | undefined,
  { phase, resolution }: TerminalOperation,
  more: readonly PaymentsEventDetail[],
): PaymentsEventDetail[] {
  const isNew = phase === 'resolved' && before?.phase !== 'resolved' && resolution !== undefined;
  return isNew && !more.some(({ type }) => type === 'resolved') ? [{ type: 'resolved', ...resolution }] : [];
}
