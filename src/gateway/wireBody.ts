import { parseTerminalRequest, type TerminalRequests } from '../core/client/terminalOperations.ts';
import { type MoneyOperation, moneyOperations, type OperationName } from '../core/contract/operationName.ts';
import type { JsonObject } from '../core/contract/reading.ts';
import { transactionBody } from '../core/contract/transactionRequest.ts';
import { PaymentsError } from '../core/errors/PaymentsError.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';

export function isMoneyOperation(operation: string): operation is MoneyOperation {
  return (moneyOperations as readonly string[]).includes(operation);
}

/**
 * The body as it goes to the service: written anew from what was read, so that nobody reads it differently than `authorize`
 * did. A payment is checked against the contract. Throws a refusal that names the field.
 */
export function wireBody(operation: OperationName, body: JsonObject): JsonObject {
  if (!isMoneyOperation(operation)) return body;
  try {
    const input = body as unknown as TerminalRequests[typeof operation];
    const { provider: _, ...request } = parseTerminalRequest(operation, input, undefined);
    const wire = 'receipt' in request ? transactionBody(request) : request;
    return JSON.parse(JSON.stringify(wire)) as JsonObject; // what was left out is not there
  } catch (cause) {
    if (!(cause instanceof PaymentsError)) throw cause;
    throw new GatewayRefusal(400, 'invalid-input', `${cause.shortMessage} Nothing was sent.`, {
      field: cause.field,
      cause,
    });
  }
}
