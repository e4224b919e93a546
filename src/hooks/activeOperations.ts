import { runHostCallback } from '../core/errors.ts';
import { createListeners } from '../core/listeners.ts';
import type {
  OrderFigures,
  PaymentsEvent,
  PaymentsEventListener,
} from '../core/operations/terminalOperation.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { ActiveOperations, PaymentsContextValue } from './usePaymentsContext.ts';

interface HostSettings {
  onEvent?: PaymentsEventListener | undefined;
  onOrderPaid?: ((order: OrderFigures) => void) | undefined;
  warnOnLeave?: boolean | undefined;
}

/** While this page is sending a payment, makes the browser ask before the page is left. */
function warnOfLeaving(operations: TerminalOperations, isWanted: () => boolean) {
  // Each provider has an object of its own: if two shared one, removing it for one would remove both.
  const askToStay = { handleEvent: (event: Event) => event.preventDefault() };
  // Listens only while a payment is sent: browsers keep pages with this listener out of the back-forward cache.
  const listen = (isSending: boolean) => {
    if (isSending) window.addEventListener('beforeunload', askToStay);
    else window.removeEventListener('beforeunload', askToStay);
  };
  const update = () =>
    listen(
      isWanted() &&
        operations.list({ open: true }).some(({ id, phase }) => phase === 'sending' && operations.isOwn(id)),
    );
  update();
  const leave = operations.subscribe(update);
  return {
    update,
    stop: () => {
      leave();
      listen(false);
    },
  };
}

/**
 * Forwards the events of the active operations to the host until the provider unmounts. If the operations of another
 * operator become active, still forwards the events of payments that this page started before, until those end.
 */
export function createActiveOperations(announcers: PaymentsContextValue['announcers']) {
  let host: HostSettings = {};
  let current: TerminalOperations | undefined;
  /** The operations whose events are forwarded, by their promise `ready`, which clients with the same options share. */
  const heard = new Map<object, ReturnType<typeof hear>>();
  const { add: subscribe, notify } = createListeners();
  const switchTo = (operations: TerminalOperations | undefined) => {
    if (operations === current) return;
    current = operations;
    if (operations) {
      heard.get(operations.ready)?.stop();
      heard.set(operations.ready, hear(operations));
    }
    leaveOthers();
    notify();
  };
  const leaveOthers = () => {
    for (const [ready, { operations, stop }] of heard) {
      if (operations === current || (current && hasOwnOpen(operations))) continue;
      stop();
      heard.delete(ready);
    }
  };
  const hear = (operations: TerminalOperations) => {
    const isCurrent = () => operations === current;
    const warning = warnOfLeaving(operations, () => host.warnOnLeave !== false);
    const leaves = [
      warning.stop,
      operations.listen((event) => {
        const { id } = event.operation ?? {};
        if (isCurrent() || (id !== undefined && operations.isOwn(id))) host.onEvent?.(event);
      }),
      operations.listen((event) => {
        if (event.type === 'order-paid' && isCurrent()) host.onOrderPaid?.(event.order);
      }),
      operations.subscribe(() => {
        // The event of this change is sent later in this task. So the listening ends in a microtask.
        if (!isCurrent()) return queueMicrotask(leaveOthers);
        for (const [id, announce] of announcers) {
          const operation = operations.get(id);
          if (operation) announce(operation);
        }
      }),
    ];
    return { operations, update: warning.update, stop: () => leaves.forEach((leave) => leave()) };
  };
  const activeOperations: ActiveOperations = { activate: switchTo, current: () => current, subscribe };
  return {
    activeOperations,
    deactivate: () => switchTo(undefined),
    setHost: (props: HostSettings) => {
      host = props;
      heard.forEach(({ update }) => update());
    },
    emit: (event: PaymentsEvent) => runHostCallback(() => host.onEvent?.(event)),
  };
}

const hasOwnOpen = (operations: TerminalOperations) =>
  operations.list({ open: true }).some(({ id }) => operations.isOwn(id));
