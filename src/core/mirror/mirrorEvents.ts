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

  /** The end of an event's id. It is the same in all tabs for the same change, but new for each event of the connection. */
  const nameOf = (detail: PaymentsEventDetail) => {
    if (detail.type === 'operation') return detail.to;
    if (detail.type === 'anomaly') return detail.kind;
    return detail.type === 'needs-auth' || detail.type === 'slowed'
      ? `${detail.type}.${(connectionEvents += 1)}`
      : detail.type;
  };

  return {
    /** Emits the events of the change from `before` to `operation`, then those in `more`. `seq`: the row's; 0 without a row. */
    emitChange: (
      before: TerminalOperation | undefined,
      operation: TerminalOperation,
      seq: number,
      more: readonly PaymentsEventDetail[] = [],
    ) => {
      const found = [
        ...eventsBetween(before, operation),
        ...resolvedBetween(before, operation, more),
        ...more,
      ];
      for (const detail of found) {
        const eventId = `${operation.id}:${seq}.${nameOf(detail)}`;
        notify({ ...detail, eventId, at: clock.now(), operation });
      }
    },
    /** Emits once that an order is paid, even if a new stream sends this again. */
    orderPaid: (order: OrderFigures) => {
      const eventId = `order ${order.number}:paid.${order.paidAt}`;
      if (paidOrders.has(eventId)) return;
      paidOrders.add(eventId);
      notify({ type: 'order-paid', order, eventId, at: clock.now() });
    },
    listen,
  };
}

/** The event of a resolution that was made at another till. If this browser made the resolution, `more` has the event. */
function resolvedBetween(
  before: TerminalOperation | undefined,
  { phase, resolution }: TerminalOperation,
  more: readonly PaymentsEventDetail[],
): PaymentsEventDetail[] {
  const isNew = phase === 'resolved' && before?.phase !== 'resolved' && resolution !== undefined;
  return isNew && !more.some(({ type }) => type === 'resolved') ? [{ type: 'resolved', ...resolution }] : [];
}
