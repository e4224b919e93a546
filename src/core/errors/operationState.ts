/** What a gateway knows of an operation id. `unanswered`: it was sent, and no answer proves what became of it. */
const operationStates = ['not-seen', 'sent', 'accepted', 'refused', 'unanswered'] as const;
export type OperationState = (typeof operationStates)[number];

export function isOperationState(value: unknown): value is OperationState {
  return (operationStates as readonly unknown[]).includes(value);
}
