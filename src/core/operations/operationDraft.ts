import type { TerminalRequests } from '../wire/requests.ts';
import { ConfigurationError, InvalidInputError, createOneOfGuard } from '../errors.ts';
import { hasCurrencyCodeForm } from '../money/currency.ts';
import { type AmountScale, centsFromAmount } from '../money/wireAmount.ts';
import { strictObjectOf, boolean, checkThat, isId, optional, string, parseInput } from '../wire/check.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { OperationDraft } from './startGuard.ts';
import type { Transaction } from './transactions.ts';
import { type Resolution, resolutionBases, type TerminalOperation } from './terminalOperation.ts';

/** The longest text that a stored record may hold (characters). A longer one counts as unreadable. */
export const mostCharactersOfStoredText = 1000;

/** The currency and unit of wire amounts, to convert them into cents. */
export interface CurrencyAndScale {
  currency: string | undefined;
  amountScale: AmountScale | undefined;
}

/** Makes a draft: the fields of a request that the guards compare, with the amount in cents. Throws `invalid-input`. */
export function createOperationDraft(
  kind: MoneyOperation,
  request: TerminalRequests[MoneyOperation],
  {
    currency,
    amountCents,
    orderTotalCents,
    flowKey = '',
  }: Pick<OperationDraft, 'currency' | 'amountCents' | 'orderTotalCents'> & { flowKey?: string | undefined },
): OperationDraft {
  const orderNumber = 'orderNumber' in request ? request.orderNumber : undefined;
  checkCurrency('currency', currency);
  // A longer key could not be read from the journal after a reload, and its operation would become `unknown`.
  if (typeof flowKey !== 'string' || flowKey.length > mostCharactersOfStoredText)
    throw new InvalidInputError(
      'flowKey',
      `must be a text of at most ${mostCharactersOfStoredText} characters.`,
    );
  if (orderTotalCents !== undefined) {
    if (!isId(orderNumber))
      throw new InvalidInputError('orderNumber', 'is required if orderTotalCents is given.');
    if (!Number.isSafeInteger(orderTotalCents) || orderTotalCents < 1)
      throw new InvalidInputError('orderTotalCents', 'must be an integer number of cents from 1 on.');
  }
  return {
    kind,
    terminalId: request.terminalId,
    provider: request.provider,
    currency,
    amountCents,
    orderNumber,
    orderTotalCents,
    pnRefNum: 'pnRefNum' in request ? request.pnRefNum : undefined,
  };
}

/** A wire amount in cents. Undefined if the unit is unknown, or if the amount is no exact number of cents. */
export function centsFromWireAmount(amount: number | undefined, money: CurrencyAndScale): number | undefined {
  if (amount === undefined || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  const { currency, amountScale } = money;
  if (currency === undefined) return amountScale === 'hundredths' ? undefined : amount;
  const read = centsFromAmount(amount, { currency, amountScale });
  return read.ok ? read.cents : undefined;
}

/** The amount of a request in cents. Throws `invalid-input` or `configuration` if the amount cannot be converted. */
export function centsFromRequestAmount(amount: number, { currency, amountScale }: CurrencyAndScale): number {
  const cents = centsFromWireAmount(amount, { currency, amountScale });
  if (cents !== undefined) return cents;
  if (currency === undefined) {
    throw new InvalidInputError(
      'currency',
      "is required with amountScale 'hundredths': the cents depend on it.",
    );
  }
  if (amountScale !== undefined)
    throw new InvalidInputError('amount', `must be a whole number of the smallest unit of ${currency}.`);
  throw new ConfigurationError(
    'amountScale',
    `${currency} does not have two decimals. Set amountScale of defineService to 'iso' or 'hundredths'.`,
  );
}

function checkCurrency(field: string, currency: string | undefined): void {
  if (currency !== undefined && !hasCurrencyCodeForm(currency))
    throw new InvalidInputError(field, 'must be a code of ISO 4217, as USD.');
}

/** Throws `invalid-input` for an amount or currency in a host's transaction that cannot serve as a limit. */
export function checkTransaction(transaction: Transaction | undefined): void {
  if (!transaction) return;
  checkCurrency('transaction.currency', transaction.currency);
  for (const name of ['authorizedCents', 'capturedCents', 'refundedCents'] as const) {
    if (!(Number.isSafeInteger(transaction[name]) && transaction[name] >= 0))
      throw new InvalidInputError(`transaction.${name}`, 'must be an integer number of cents.');
  }
}

export function operationFromDraft(
  { repeats: _, orderTotalCents: __, ...draft }: OperationDraft,
  about: Pick<TerminalOperation, 'id' | 'flowKey' | 'scope' | 'account' | 'createdAt'>,
): TerminalOperation {
  return {
    ...about,
    ...draft,
    phase: 'sending',
    anomalies: [],
    connection: 'ok',
    seenProcessing: false,
  };
}

const checkResolutionFields = /*#__PURE__*/ strictObjectOf<Resolution>({
  charged: boolean,
  basis: checkThat(createOneOfGuard(resolutionBases), `must be one of ${resolutionBases.join(', ')}.`),
  note: optional(string()),
});

/** Checks what a person says about an unknown operation. Throws `invalid-input`. */
export function checkResolution(given: unknown): Resolution {
  const resolution = parseInput(checkResolutionFields, given, 'resolveUnknown');
  if (resolution.basis === 'other' && !resolution.note?.trim()) {
    throw new InvalidInputError('note', "must say where the outcome was seen if the basis is 'other'.");
  }
  return resolution;
}
