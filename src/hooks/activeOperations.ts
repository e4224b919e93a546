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
  // A new object for each provider: if two providers shared a listener, removing it for one would remove both.
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

/** Forwards the events of the active operations to the host, from their activation until the provider unmounts. */
export function createActiveOperations(announcers: PaymentsContextValue['announcers']) {
  let host: HostSettings = {};
  let current: TerminalOperations | undefined;
  let unsubscribes: (() => void)[] = [];
  let warning: ReturnType<typeof warnOfLeaving> | undefined;
  const { add: subscribe, notify } = createListeners();
  const switchTo = (operations: TerminalOperations | undefined) => {
    if (operations === current) return;
    unsubscribes.forEach((unsubscribe) => unsubscribe());
    warning?.stop();
    current = operations;
    unsubscribes = operations ? attach(operations) : [];
    warning = operations && warnOfLeaving(operations, () => host.warnOnLeave !== false);
    notify();
  };
  const attach = (operations: TerminalOperations) => [
    operations.listen((event) => host.onEvent?.(event)),
    operations.listen((event) => {
      if (event.type === 'order-paid') host.onOrderPaid?.(event.order);
    }),
    operations.subscribe(() => {
      for (const [id, announce] of announcers) {
        const operation = operations.get(id);
        if (operation) announce(operation);
      }
    }),
  ];
  const activeOperations: ActiveOperations = { activate: switchTo, current: () => current, subscribe };
  return {
    activeOperations,
    deactivate: () => switchTo(undefined),
    setHost: (props: HostSettings) => {
      host = props;
      warning?.update();
    },
    emit: (event: PaymentsEvent) => runHostCallback(() => host.onEvent?.(event)),
  };
}
