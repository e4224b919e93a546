import { createListeners } from '../listeners.ts';
import type { OrderFigures } from '../operations/orderFigures.ts';
import type {
  PaymentsEvent,
  PaymentsEventDetail,
  TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { Clock } from '../time.ts';

/** Emits the events of a page to its listeners. `seq` is the row's. */
export function createMirrorEvents(clock: Clock) {
  const { add: listen, notify } = createListeners<[event: PaymentsEvent]>();
  let connectionEvents = 0;
  const paidOrders = new Set<string>();

  /** A change has the same id in all tabs and after a reload; an event about the connection has a new one each time. */
  const nameOf = (detail: PaymentsEventDetail) => {
    if (detail.type === 'operation') return detail.to;
    if (detail.type === 'anomaly') return detail.kind;
    return detail.type === 'needs-auth' || detail.type === 'slowed'
      ? `${detail.type}.${(connectionEvents += 1)}`
      : detail.type;
  };

  return {
    emit: (operation: TerminalOperation, seq: number, details: readonly PaymentsEventDetail[]) => {
      for (const detail of details) {
        const eventId = `${operation.id}:${seq}.${nameOf(detail)}`;
        notify({ ...detail, eventId, at: clock.now(), operation });
      }
    },
    /** A stream that begins anew may bring an order again. */
    orderPaid: (order: OrderFigures) => {
      const eventId = `order ${order.number}:paid.${order.paidAt}`;
      if (paidOrders.has(eventId)) return;
      paidOrders.add(eventId);
      notify({ type: 'order-paid', order, eventId, at: clock.now() });
    },
    listen,
  };
}
