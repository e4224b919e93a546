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
