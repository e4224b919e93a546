import { createListeners } from '../listeners.ts';
import { eventIdSuffix, eventsBetween, resolvedEventsBetween } from '../operations/operationEvents.ts';
import type {
  OrderFigures,
  PaymentsEvent,
  PaymentsEventDetail,
  TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { Clock } from '../time.ts';

export function createMirrorEvents(clock: Clock) {
  const { add: listen, notify } = createListeners<[event: PaymentsEvent]>();
  const paidOrders = new Set<string>();

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
        // If this browser resolved the operation, `more` already has the `resolved` event.
        ...(more.some(({ type }) => type === 'resolved') ? [] : resolvedEventsBetween(before, operation)),
        ...more,
      ];
      for (const detail of found) {
        const at = clock.now();
        const eventId = `${operation.id}:${version}.${doubtBefore(detail)}${eventIdSuffix(detail, at)}`;
        notify({ ...detail, eventId, at, operation });
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

/**
 * The phase that an ending follows, if that is `unknown` or `resolved`: a part of the event's id. Another page may have
 * told the host of the ending before this page told of the doubt. Then the host must hear of the ending again.
 */
function doubtBefore(detail: PaymentsEventDetail): string {
  if (detail.type !== 'operation' || detail.to === 'resolved') return '';
  return detail.from === 'unknown' || detail.from === 'resolved' ? `${detail.from}.` : '';
}
