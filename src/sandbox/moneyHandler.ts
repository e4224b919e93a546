import {
  approvedAmount,
  mayStillCharge,
  type SandboxMessage,
  planTimeline,
  replaceMessage,
} from './messages.ts';
import { okReply, type FieldError, noContent, errorReply, fieldErrorReply, type Reply } from './replies.ts';
import {
  positiveCents,
  type Check,
  customValues,
  ownField,
  type FieldRules,
  objectOf,
  nonEmptyString,
  boolean,
  hasField,
  oneOf,
  optional,
  required,
  string,
  stringField,
} from './requests.ts';
import type { MessageKind, MoneyOperation } from './scenarios.ts';
import { type Provider, wireId } from './terminals.ts';
import {
  type SandboxRequest,
  closeTerminalBatch,
  createTransaction,
  type SandboxTransaction,
  type SandboxState,
} from './sandboxState.ts';

/** The check of each terminal operation's body. */
function terminalRequestCheck(state: SandboxState, operation: MoneyOperation): Check {
  const terminalIds = state.settings.terminals.map(({ id }) => id);
  const base: FieldRules = {
    clientId: optional(nonEmptyString),
    terminalId: required(oneOf(terminalIds, 'is not a terminal of this merchant.')),
  };
  const transaction = receiptAsked(objectOf({ ...base, ...transactionFields }));
  const reference = { ...base, pnRefNum: required(nonEmptyString) };
  const amountReference = objectOf({ ...reference, amount: required(positiveCents) });
  const checks: Record<MoneyOperation, Check> = {
    pay: transaction,
    preAuth: transaction,
    capture: amountReference,
    void: objectOf(reference),
    refund: amountReference,
    closeBatch: objectOf(base),
  };
  return checks[operation];
}

const transactionFields: FieldRules = {
  amount: required(positiveCents),
  receipt: required(boolean),
  orderNumber: optional(nonEmptyString),
  email: optional(nonEmptyString),
  phone: optional(nonEmptyString),
  customValues: optional(customValues(string)),
};

// contract: e-mail and phone mean something only with `receipt: true`; a client has to leave them out otherwise.
const receiptAsked =
  (check: Check): Check =>
  (value, field) => {
    const errors = check(value, field);
    if (errors.length > 0 || ownField(value, 'receipt') === true) return errors;
    return ['email', 'phone']
      .filter((name) => hasField(value, name))
      .map((name) => ({ field: name, message: 'is taken only with receipt: true.' }));
  };

interface Reference {
  terminalId: string;
  pnRefNum: string;
  amount?: number | undefined;
}

/** The rule of transactions that a capture, void or refund breaks; undefined if none. */
function brokenRule(
  state: SandboxState,
  kind: 'capture' | 'void' | 'refund',
  { terminalId, pnRefNum, amount = 0 }: Reference,
): FieldError | undefined {
  const transaction = state.transactions.get(pnRefNum);
  if (!transaction) return about('pnRefNum', 'There is no transaction with this reference.');
  if (transaction.terminalId !== terminalId) {
    return about('terminalId', 'The transaction was made on another terminal.');
  }
  if (!transaction.isComplete) return about('pnRefNum', 'The transaction is not complete.');
  if (transaction.isVoided) return about('pnRefNum', 'The transaction is voided.');
  if (underWay(state, 'void', pnRefNum).length > 0) {
    return about('pnRefNum', 'The transaction is being voided.');
  }
  return rules[kind](state, transaction, amount);
}

const rules = { capture: captureRule, void: voidRule, refund: refundRule };

function captureRule(
  state: SandboxState,
  transaction: SandboxTransaction,
  amount: number,
): FieldError | undefined {
  if (transaction.kind !== 'preAuth') {
    return about('pnRefNum', 'Only a pre-authorization can be captured, and this is a sale.');
  }
  const left =
    transaction.amount - transaction.captured - centsUnderWay(state, 'capture', transaction.pnRefNum);
  if (amount > left) return about('amount', `No more than ${left} cents are left to capture.`);
  return undefined;
}

function voidRule(state: SandboxState, { settled, pnRefNum }: SandboxTransaction): FieldError | undefined {
  if (settled > 0) return about('pnRefNum', 'The transaction is settled: refund it instead.');
  if (underWay(state, 'capture', pnRefNum).length > 0) {
    return about('pnRefNum', 'The transaction is being captured.');
  }
  if (state.batches.some(({ captured }) => captured.has(pnRefNum))) {
    return about('pnRefNum', 'The transaction is being settled.');
  }
  return undefined;
}

function refundRule(
  state: SandboxState,
  transaction: SandboxTransaction,
  amount: number,
): FieldError | undefined {
  if (transaction.settled === 0) {
    return about('pnRefNum', 'The transaction is not settled: void it instead, or close the batch first.');
  }
  const left =
    transaction.settled - transaction.refunded - centsUnderWay(state, 'refund', transaction.pnRefNum);
  if (amount > left) return about('amount', `No more than ${left} cents are left to refund.`);
  return undefined;
}

function underWay(state: SandboxState, kind: MessageKind, pnRefNum: string) {
  const now = state.now();
  return [...state.messages.values()].filter(
    (message) => message.kind === kind && message.pnRefNum === pnRefNum && mayStillCharge(message, now),
  );
}

// The requested amounts: a smaller approval shows only at the end.
function centsUnderWay(state: SandboxState, kind: MessageKind, pnRefNum: string): number {
  return underWay(state, kind, pnRefNum).reduce((sum, { amount }) => sum + amount, 0);
}

function about(field: string, message: string): FieldError {
  return { field, message };
}

/** The checked values of a body. */
interface Wanted {
  terminalId: string;
  amount?: number | undefined;
  pnRefNum?: string | undefined;
  orderNumber?: string | undefined;
}

/** Handles pay, pre-auth, capture, void, refund and close batch. */
export function handleMoneyRequest(
  state: SandboxState,
  call: SandboxRequest,
  operation: MoneyOperation,
): Reply {
  const [first, ...rest] = terminalRequestCheck(state, operation)(call.body, '');
  if (first) return fieldErrorReply([first, ...rest]);
  const { terminalId = '', amount, orderNumber } = call.entry;
  const wanted: Wanted = { terminalId, amount, orderNumber, pnRefNum: stringField(call.body, 'pnRefNum') };

  const broken = ruleBrokenBy(state, operation, wanted);
  if (broken) return fieldErrorReply([broken]);
  if (state.settings.busyPolicy === 'reject' && busyMessages(state, terminalId).length > 0) {
    return errorReply(409, 'The terminal is busy with another message.');
  }

  const provider = state.settings.terminals.find(({ id }) => id === terminalId)?.provider ?? 'alpha';
  if (operation !== 'closeBatch') return startMessage(state, call, operation, wanted, provider);
  state.batches.push(closeTerminalBatch(state.transactions, terminalId, state.now()));
  return provider === 'alpha' ? okReply({ data: { message: 'Batch closed' } }) : noContent;
}

function ruleBrokenBy(
  state: SandboxState,
  operation: MoneyOperation,
  wanted: Wanted,
): FieldError | undefined {
  if (operation !== 'capture' && operation !== 'void' && operation !== 'refund') return undefined;
  return brokenRule(state, operation, { ...wanted, pnRefNum: wanted.pnRefNum ?? '' });
}

function startMessage(
  state: SandboxState,
  call: SandboxRequest,
  kind: MessageKind,
  wanted: Wanted,
  provider: Provider,
): Reply {
  const { terminalId, orderNumber } = wanted;
  const msgIdentifier = state.ids.message(provider);
  const pnRefNum = wanted.pnRefNum ?? state.ids.transaction(provider);
  const amount = wanted.amount ?? releasedBy(state, pnRefNum);
  const startsAt = takeTerminal(state, terminalId);
  if (kind === 'pay' || kind === 'preAuth') {
    state.transactions.set(pnRefNum, createTransaction({ pnRefNum, kind, terminalId, amount }));
  }
  const message: SandboxMessage = {
    ...planTimeline(kind, call.scenario, startsAt, state.random),
    msgIdentifier,
    kind,
    provider,
    scenario: call.scenario,
    terminalId,
    pnRefNum,
    amount,
    ...approvedAmount(kind, call.scenario, amount),
    orderNumber,
    operationId: call.operationId,
    hasCharged: false,
    hasReportedComplete: false,
  };
  state.messages.set(msgIdentifier, message);
  call.entry.msgIdentifier = msgIdentifier;
  return okReply({ data: acceptedData(message) });
}

// contract: pre-auth answers with both ids; with pay, beta tells `pnRefNum` only in the processed message.
function acceptedData({ kind, provider, msgIdentifier, pnRefNum }: SandboxMessage): object {
  const tellsReference = kind === 'preAuth' || (kind === 'pay' && provider === 'alpha');
  return {
    msgIdentifier: wireId(provider, msgIdentifier),
    ...(tellsReference ? { pnRefNum: wireId(provider, pnRefNum) } : {}),
  };
}

function releasedBy(state: SandboxState, pnRefNum: string): number {
  return state.transactions.get(pnRefNum)?.amount ?? 0;
}

function busyMessages(state: SandboxState, terminalId: string): SandboxMessage[] {
  const now = state.now();
  return [...state.messages.values()].filter(
    (message) => message.terminalId === terminalId && message.freesAt > now,
  );
}

/** When the terminal begins with a new message, by the busy policy. */
function takeTerminal(state: SandboxState, terminalId: string): number {
  const now = state.now();
  const busy = busyMessages(state, terminalId);
  if (state.settings.busyPolicy === 'queue') return Math.max(now, ...busy.map(({ freesAt }) => freesAt));
  for (const message of busy) replaceMessage(message, now);
  return now;
}
