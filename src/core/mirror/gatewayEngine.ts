import type { ClientContext } from '../client/clientContext.ts';
import {
  acknowledgeOperation,
  closeDay,
  closeOperation,
  exportOperations,
  getClosing,
  getOperation,
  getOrder,
  getReport,
  getTransaction,
  listClosings,
  listOperations,
  listTransactions,
  recordLeg,
  resolveOperation,
} from './recordCalls.ts';
import { createGatewayOperations } from './createGatewayOperations.ts';
import type { GatewayClient, RecordCall } from './gatewayClient.ts';
import { streamOperations } from './streamOperations.ts';

type RecordCalls = {
  [Name in RecordCall]: (
    context: ClientContext,
    ...input: Parameters<GatewayClient[Name]>
  ) => ReturnType<GatewayClient[Name]>;
};

/** The record calls and the operations built on them: one chunk, because a page needs both or neither. */
export const gatewayEngine = {
  acknowledgeOperation,
  closeDay,
  closeOperation,
  createGatewayOperations,
  exportOperations,
  getClosing,
  getOperation,
  getOrder,
  getReport,
  getTransaction,
  listClosings,
  listOperations,
  listTransactions,
  recordLeg,
  resolveOperation,
  streamOperations,
} satisfies RecordCalls & { createGatewayOperations: unknown };
