import type { TerminalOperation } from './terminalOperation.ts';

/** A short name for an operator that tells nothing of the key itself. (Not a secret: it only tells scopes apart.) */
export function scopeName(scopeKey: string | undefined): string | undefined {
  if (scopeKey === undefined) return undefined;
  let hash = 0x811c9dc5; // FNV-1a
  for (const char of scopeKey) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Shows operations of other scopes without amounts, order number and sentence; the same object as long as nothing changed. */
export function createScopeView(scope: string | undefined) {
  const hidden = new WeakMap<TerminalOperation, TerminalOperation>();
  return (operation: TerminalOperation): TerminalOperation => {
    if (operation.scope === scope) return operation;
    const known = hidden.get(operation);
    if (known) return known;
    const none = { amountCents: undefined, confirmedCents: undefined, tipCents: undefined };
    const shown = { ...operation, ...none, orderNumber: undefined, message: undefined };
    hidden.set(operation, shown);
    return shown;
  };
}
