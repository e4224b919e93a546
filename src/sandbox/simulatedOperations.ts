import type { MoneyOperation } from '../core/wire/routes.ts';
import type { FieldError } from './replies.ts';
import {
  boolean,
  type FindFieldErrors,
  customValues,
  type FieldRules,
  nonEmptyString,
  strictObjectOf,
  optional,
  ownField,
  positiveCents,
  required,
  string,
} from './requests.ts';

/** A sale or pre-authorization and its state. Amounts are cents. */
export interface SandboxTransaction {
  pnRefNum: string;
  kind: 'pay' | 'preAuth';
  terminalId: string;
  /** The requested amount until completion, then the approved one. */
  amount: number;
  isComplete: boolean;
  isVoided: boolean;
  captured: number;
  settled: number;
  refunded: number;
}

export function createSandboxTransaction(
  base: Pick<SandboxTransaction, 'pnRefNum' | 'kind' | 'terminalId' | 'amount'>,
): SandboxTransaction {
  return { ...base, isComplete: false, isVoided: false, captured: 0, settled: 0, refunded: 0 };
}

/** The operations that a terminal processes as a message. */
export type MessageKind = Exclude<MoneyOperation, 'closeBatch'>;

/** What other requests are doing at this moment to the transaction that a request names. */
interface OtherRequests {
  /** The requested amounts of all operations of this kind that are under way (cents). */
  centsUnderWay: (kind: MessageKind) => number;
  /** Whether the transaction is in a closed batch that is not settled yet. */
  isBeingSettled: boolean;
}

/** What the service does with an operation that moves money or starts settlement. */
interface SimulatedOperation {
  path: string;
  /** The summary in OpenAPI documents. */
  summary: string;
  /** Creates the check of the body. `base` has the fields that every body has. */
  check: (base: FieldRules) => FindFieldErrors;
  /** The service's sentence if the issuer declines. */
  declined?: string;
  /** Only for an operation on an earlier transaction: the rule that the request breaks. */
  brokenRule?: (
    transaction: SandboxTransaction,
    amount: number,
    others: OtherRequests,
  ) => FieldError | undefined;
  /** Changes the transaction once the operation is complete. */
  apply?: (transaction: SandboxTransaction, approved: number) => void;
}

export const simulatedOperations: Readonly<Record<MoneyOperation, SimulatedOperation>> = {
  pay: {
    path: '/pay',
    summary: 'Starts a sale on a terminal.',
    check: cardCheck,
    declined: 'The card issuer refused the payment.',
    apply(transaction, approved) {
      transaction.isComplete = true;
      transaction.amount = approved;
      transaction.captured = approved;
    },
  },
  preAuth: {
    path: '/pre-auth',
    summary: 'Starts a pre-authorization on a terminal: the amount is held, to be captured later.',
    check: cardCheck,
    declined: 'The card issuer refused the authorization.',
    apply(transaction, approved) {
      transaction.isComplete = true;
      transaction.amount = approved;
    },
  },
  capture: {
    path: '/capture',
    summary: 'Captures what a pre-authorization holds, or less.',
    check: amountReferenceCheck,
    declined: 'The card issuer refused the capture.',
    brokenRule({ kind, amount: held, captured }, amount, { centsUnderWay }) {
      if (kind !== 'preAuth') {
        return fieldError('pnRefNum', 'Only a pre-authorization can be captured, and this is a sale.');
      }
      const left = held - captured - centsUnderWay('capture');
      return amount > left
        ? fieldError('amount', `No more than ${left} cents are left to capture.`)
        : undefined;
    },
    apply(transaction, approved) {
      transaction.captured += approved;
    },
  },
  void: {
    path: '/void',
    summary: 'Voids a transaction that is not settled yet.',
    check: (base: FieldRules): FindFieldErrors => strictObjectOf({ ...base, ...referenceFields }),
    declined: 'The card issuer refused the void.',
    brokenRule({ settled }, _, { centsUnderWay, isBeingSettled }) {
      if (settled > 0) return fieldError('pnRefNum', 'The transaction is settled: refund it instead.');
      if (centsUnderWay('capture') > 0) return fieldError('pnRefNum', 'The transaction is being captured.');
      return isBeingSettled ? fieldError('pnRefNum', 'The transaction is being settled.') : undefined;
    },
    apply(transaction) {
      transaction.isVoided = true;
    },
  },
  refund: {
    path: '/refund',
    summary: 'Refunds a settled transaction, or a part of it.',
    check: amountReferenceCheck,
    declined: 'The card issuer refused the refund.',
    brokenRule({ settled, refunded }, amount, { centsUnderWay }) {
      if (settled === 0) {
        return fieldError(
          'pnRefNum',
          'The transaction is not settled: void it instead, or close the batch first.',
        );
      }
      const left = settled - refunded - centsUnderWay('refund');
      return amount > left
        ? fieldError('amount', `No more than ${left} cents are left to refund.`)
        : undefined;
    },
    apply(transaction, approved) {
      transaction.refunded += approved;
    },
  },
  closeBatch: {
    path: '/close-batch',
    summary:
      'Starts the settlement of what the terminal has captured. Any 2xx means that the batch is closed.',
    check: strictObjectOf,
  },
};

function cardCheck(base: FieldRules): FindFieldErrors {
  const check = strictObjectOf({
    ...base,
    amount: required(positiveCents),
    receipt: required(boolean),
    orderNumber: optional(nonEmptyString),
    email: optional(nonEmptyString),
    phone: optional(nonEmptyString),
    customValues: optional(customValues(string)),
  });
  // E-mail and phone are taken only with `receipt: true`.
  return (value, field) => {
    const errors = check(value, field);
    if (errors.length > 0 || ownField(value, 'receipt') === true) return errors;
    return ['email', 'phone']
      .filter((name) => ownField(value, name) !== undefined)
      .map((name) => fieldError(name, 'is taken only with receipt: true.'));
  };
}

const referenceFields: FieldRules = { pnRefNum: required(nonEmptyString) };

function amountReferenceCheck(base: FieldRules): FindFieldErrors {
  return strictObjectOf({ ...base, ...referenceFields, amount: required(positiveCents) });
}

export function fieldError(field: string, message: string): FieldError {
  return { field, message };
}
