import type { TerminalOperation } from './terminalOperation.ts';

/** A short name for an operator that tells nothing of the key itself. (Not a secret: it only tells scopes apart.) */
export function scopeName(scopeKey: string | undefined): string | undefined {
  if (scopeKey === undefined) return undefined;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const char of scopeKey) {
    const code = char.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return ((high >>> 0) * 2 ** 20 + (low >>> 12)).toString(36);
}

/** Shows operations of other scopes without amount, order number and sentence; the same object as long as nothing changed. */
export function createScopeView(scope: string | undefined) {
  const hidden = new WeakMap<TerminalOperation, TerminalOperation>();
  return (operation: TerminalOperation): TerminalOperation => {
    if (operation.scope === scope) return operation;
    const known = hidden.get(operation);
    if (known) return known;
    const shown = { ...operation, amountCents: undefined, orderNumber: undefined, message: undefined };
    hidden.set(operation, shown);
    return shown;
  };
}
