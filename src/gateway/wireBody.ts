import { parseInput, parseTerminalRequest } from '../core/client/terminalOperations.ts';
import { checkAttachment, checkCustomValues, transactionBody } from '../core/wire/requests.ts';
import { type Check, checkId, fields, flag, is, listOf, optional } from '../core/wire/check.ts';
import { type MoneyOperation, moneyOperations, type OperationName } from '../core/wire/routes.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { PaymentsError } from '../core/errors.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';

const amount = is(
  (value): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  'must be a number.',
);
const taxIds = listOf(checkId);

/** As the client writes it: its amounts may be in the main unit. */
const checkLinkBody: Check<JsonObject> = fields({
  amount,
  taxes: optional((value, field, refuse) => (Array.isArray(value) ? taxIds : amount)(value, field, refuse)),
  showBilling: optional(flag),
  showShipping: optional(flag),
  customValues: optional(checkCustomValues),
  attachments: optional(listOf(checkAttachment)),
  applyDiscount: optional(flag),
  clientId: optional(checkId),
});

export function isMoneyOperation(operation: string): operation is MoneyOperation {
  return (moneyOperations as readonly string[]).includes(operation);
}

/**
 * The body as it goes to the service: written anew from what was read, so that nobody reads it differently than `authorize`
 * did. It is checked against the contract. Throws a refusal that names the field.
 */
export function wireBody(operation: OperationName, body: JsonObject): JsonObject {
  try {
    if (!isMoneyOperation(operation)) return parseInput(checkLinkBody, body, operation);
    const { provider: _, ...request } = parseTerminalRequest(operation, body, undefined);
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
