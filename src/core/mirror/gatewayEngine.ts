import { createGatewayOperations } from './createGatewayOperations.ts';
import { createRecordCalls } from './recordCalls.ts';

/** The record calls and the operations built on them: one chunk, because a page needs both or neither. */
export const gatewayEngine = { createGatewayOperations, createRecordCalls };
