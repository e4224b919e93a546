import type { PaymentsClient } from '../client/paymentsClient.ts';
import { shortHash } from '../operations/operationId.ts';
import { isOpen, type PaymentsEvent, type TerminalOperation } from '../operations/terminalOperation.ts';
import type { OperationRecord } from './journal.ts';

/** Returns a function that gives the name of the client's account. All spellings of a base URL give the same name. */
function createAccountName(client: PaymentsClient): () => string {
  let known: { origin: string; name: string } | undefined;
  return () => {
    const origin = client.origin();
    if (known?.origin === origin) return known.name;
    const { baseUrl, clientId, budgetKey } = client.options;
    const address = new URL(baseUrl, origin).href.replace(/\/+$/, '');
    known = { origin, name: shortHash(JSON.stringify([address, clientId, budgetKey])) };
    return known.name;
  };
}

export type OwnershipAndRedaction = ReturnType<typeof createOwnershipAndRedaction>;

/** Tells who owns an operation, and hides amounts, order number and message of other owners' operations. */
export function createOwnershipAndRedaction(client: PaymentsClient, scopeKey: string | undefined) {
  const scope = scopeKey === undefined ? undefined : shortHash(scopeKey);
  const account = createAccountName(client);
  const hidden = new WeakMap<TerminalOperation, TerminalOperation>();
  // An operation without an account was recorded by an older build and counts as own.
  const isOfAccount = ({ account: of }: TerminalOperation) => of === undefined || of === account();
  const isOwn = (operation: TerminalOperation) => operation.scope === scope && isOfAccount(operation);
  /** Hides what only the owner may see. Gives the same object until the operation changes. */
  const redacted = (operation: TerminalOperation): TerminalOperation => {
    if (isOwn(operation)) return operation;
    const known = hidden.get(operation);
    if (known) return known;
    const none = { amountCents: undefined, confirmedCents: undefined, tipCents: undefined };
    // Callers compare owners by `scope` only. So an operation of another account has that account as its scope.
    const by = isOfAccount(operation) ? operation.scope : operation.account;
    const cut = { ...operation, ...none, orderNumber: undefined, message: undefined, scope: by };
    hidden.set(operation, cut);
    return cut;
  };
  return {
    scope,
    /** The owner that a new operation gets: this page's operator and account. */
    owner: () => ({ scope, account: account() }),
    /** The lock of a terminal: the service's origin and the terminal's id. */
    lockOf: ({ terminalId }: Pick<TerminalOperation, 'terminalId'>) => `${client.origin()} ${terminalId}`,
    isOurs: () => {
      const origin = client.origin();
      return ({ lock }: OperationRecord) => lock === '' || lock.startsWith(`${origin} `);
    },
    isOfAccount,
    /** Another account's operation matters only while it is open: it may hold a terminal. */
    isRelevant: (operation: TerminalOperation) => isOfAccount(operation) || isOpen(operation),
    /** Whether `standing` lists may have an operation: it is open, of this owner, or its result contradicts a person. */
    mayStand: (operation: TerminalOperation) =>
      isOpen(operation) || isOwn(operation) || operation.anomalies.includes('contradicts-operator'),
    redacted,
    redactedEvent: (event: PaymentsEvent): PaymentsEvent =>
      event.operation ? { ...event, operation: redacted(event.operation) } : event,
  };
}
