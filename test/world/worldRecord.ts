import { hasServiceResult } from '../../src/core/operations/terminalOperation.ts';
import type { StoreSteps, StoreTransaction } from '../../src/gateway/gatewayStore.ts';
import type {
  ClosingRow,
  DeliveryRow,
  EventRow,
  OperationRow,
  ResolutionRow,
} from '../../src/gateway/recordRows.ts';

/** All of the record that a world is held against. */
export interface WorldRecord {
  operations: readonly OperationRow[];
  events: readonly EventRow[];
  resolutions: readonly ResolutionRow[];
  deliveries: readonly DeliveryRow[];
  closings: readonly ClosingRow[];
}

export function* everything(tx: StoreTransaction): StoreSteps<WorldRecord> {
  return {
    operations: yield* tx.operations.list({}),
    events: yield* tx.events.list({}, { by: ['id'] }),
    resolutions: yield* tx.resolutions.list({}),
    deliveries: yield* tx.deliveries.list({}),
    closings: yield* tx.closings.list({}, { by: ['number'] }),
  };
}

/** Without payment links and ids that were only closed. */
export const known = ({ operations }: WorldRecord) =>
  operations.filter(({ operation }) => operation !== null);

/** Operations that had ended, and are unknown since another one was given their message id. */
export function takenBack({ operations, events }: WorldRecord): ReadonlySet<string> {
  const shared = operations.filter(({ operation }) => operation?.anomalies.includes('duplicate-id'));
  const hadEnded = ({ id }: OperationRow) =>
    events.some(
      ({ operationId, operation }) =>
        operationId === id && 'phase' in operation && hasServiceResult(operation),
    );
  return new Set(shared.filter(hadEnded).map(({ id }) => id));
}
