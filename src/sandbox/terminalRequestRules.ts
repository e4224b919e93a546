import { fieldOf, hasField } from './bodyFields.ts';
import {
  cents,
  type Check,
  customValues,
  type FieldRules,
  fields,
  filledString,
  flag,
  oneOf,
  optional,
  required,
  string,
} from './checks.ts';
import type { MoneyOperation } from './operations.ts';
import type { World } from './world.ts';

/** The body of each terminal operation. */
export function terminalRequestCheck(world: World, operation: MoneyOperation): Check {
  const terminalIds = world.settings.terminals.map(({ id }) => id);
  const base: FieldRules = {
    clientId: optional(filledString),
    terminalId: required(oneOf(terminalIds, 'is not a terminal of this merchant.')),
  };
  const transaction = receiptAsked(fields({ ...base, ...transactionFields }));
  const reference = { ...base, pnRefNum: required(filledString) };
  const amountReference = fields({ ...reference, amount: required(cents) });
  const checks: Record<MoneyOperation, Check> = {
    pay: transaction,
    preAuth: transaction,
    capture: amountReference,
    void: fields(reference),
    refund: amountReference,
    closeBatch: fields(base),
  };
  return checks[operation];
}

const transactionFields: FieldRules = {
  amount: required(cents),
  receipt: required(flag),
  orderNumber: optional(filledString),
  email: optional(filledString),
  phone: optional(filledString),
  customValues: optional(customValues(string)),
};

// contract: e-mail and phone mean something only with `receipt: true`; a client has to leave them out otherwise.
const receiptAsked =
  (check: Check): Check =>
  (value, field) => {
    const errors = check(value, field);
    if (errors.length > 0 || fieldOf(value, 'receipt') === true) return errors;
    return ['email', 'phone']
      .filter((name) => hasField(value, name))
      .map((name) => ({ field: name, message: 'is taken only with receipt: true.' }));
  };
