import type { HeldOperation, OperationEntry } from '../../src/gateway/gatewayStore.ts';
import { operationId } from './gatewayTill.ts';

export const startedAt = Date.UTC(2026, 10, 22, 12);

export const entryOf = (number: number, changes: Partial<OperationEntry> = {}): OperationEntry => ({
  id: operationId(number),
  state: 'sent',
  operation: 'pay',
  bodyHash: 'b0d7',
  subject: '5ab1ec7',
  claimedBy: 'copy-1',
  answerWithinMs: 90_000,
  ...changes,
});

/** As a store hands it out that was told of it a while ago. */
export const heldOf = (number: number, changes: Partial<HeldOperation> = {}): HeldOperation => ({
  ...entryOf(number),
  ageMs: 0,
  ...changes,
});

export const approved = { status: 200, body: '{"data":{"msgIdentifier":"m-1"}}' };
