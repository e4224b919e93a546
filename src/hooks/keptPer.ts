import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';

/** Something that a page keeps once for its operations, through whichever client they are seen. */
export function keptPer<Value>(create: () => Value): (operations: TerminalOperations) => Value {
  const kept = new WeakMap<object, Value>();
  return ({ ready }) => {
    const value = kept.get(ready) ?? create();
    kept.set(ready, value);
    return value;
  };
}
