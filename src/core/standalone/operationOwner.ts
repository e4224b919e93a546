import type { PaymentsClient } from '../client/paymentsClient.ts';
import { hashName, type TerminalOperation } from '../operations/terminalOperation.ts';

/** Names the account of a client: the same however the address of its service is written. */
export function createAccountName(client: PaymentsClient): () => string {
  let known: { origin: string; name: string } | undefined;
  return () => {
    const origin = client.origin();
    if (known?.origin === origin) return known.name;
    const { baseUrl, clientId, budgetKey } = client.options;
    const address = new URL(baseUrl, origin).href.replace(/\/+$/, '');
    known = { origin, name: hashName(JSON.stringify([address, clientId, budgetKey])) };
    return known.name;
  };
}

/** Whose an operation is. Those of others are shown without amounts, order number and sentence. */
export function createOwnerView(scope: string | undefined, account: () => string) {
  const hidden = new WeakMap<TerminalOperation, TerminalOperation>();
  // One that an older build recorded is taken for one's own.
  const isOfAccount = ({ account: of }: TerminalOperation) => of === undefined || of === account();
  const isOwn = (operation: TerminalOperation) => operation.scope === scope && isOfAccount(operation);
  /** The same object as long as nothing changed. */
  const redacted = (operation: TerminalOperation): TerminalOperation => {
    if (isOwn(operation)) return operation;
    const known = hidden.get(operation);
    if (known) return known;
    const none = { amountCents: undefined, confirmedCents: undefined, tipCents: undefined };
    // For whoever compares scopes another account's is another operator's.
    const by = isOfAccount(operation) ? operation.scope : operation.account;
    const cut = { ...operation, ...none, orderNumber: undefined, message: undefined, scope: by };
    hidden.set(operation, cut);
    return cut;
  };
  return { isOfAccount, isOwn, redacted };
}
