import {
  approvedAmount,
  mayStillCharge,
  type SandboxMessage,
  planTimeline,
  replaceMessage,
} from './messages.ts';
import { okReply, type FieldError, noContent, errorReply, fieldErrorReply, type Reply } from './replies.ts';
import {
  cents,
  type Check,
  customValues,
  fieldOf,
  type FieldRules,
  fields,
  filledString,
  flag,
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
  type HandlerCall,
  closeTerminalBatch,
  createTransaction,
  type SandboxTransaction,
  type World,
} from './world.ts';

/** The check of each terminal operation's body. */
function terminalRequestCheck(world: World, operation: MoneyOperation): Check {
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

interface Reference {
  terminalId: string;
  pnRefNum: string;
  amount?: number | undefined;
}

/** The rule of transactions that a capture, void or refund breaks; undefined if none. */
function brokenRule(
  world: World,
  kind: 'capture' | 'void' | 'refund',
  { terminalId, pnRefNum, amount = 0 }: Reference,
): FieldError | undefined {
  const transaction = world.transactions.get(pnRefNum);
  if (!transaction) return about('pnRefNum', 'There is no transaction with this reference.');
  if (transaction.terminalId !== terminalId) {
    return about('terminalId', 'The transaction was made on another terminal.');
  }
  if (!transaction.isComplete) return about('pnRefNum', 'The transaction is not complete.');
  if (transaction.isVoided) return about('pnRefNum', 'The transaction is voided.');
  if (underWay(world, 'void', pnRefNum).length > 0) {
    return about('pnRefNum', 'The transaction is being voided.');
  }
  return rules[kind](world, transaction, amount);
}

const rules = { capture: captureRule, void: voidRule, refund: refundRule };

function captureRule(world: World, transaction: SandboxTransaction, amount: number): FieldError | undefined {
  if (transaction.kind !== 'preAuth') {
    return about('pnRefNum', 'Only a pre-authorization can be captured, and this is a sale.');
  }
  const left =
    transaction.amount - transaction.captured - centsUnderWay(world, 'capture', transaction.pnRefNum);
  if (amount > left) return about('amount', `No more than ${left} cents are left to capture.`);
  return undefined;
}

function voidRule(world: World, { settled, pnRefNum }: SandboxTransaction): FieldError | undefined {
  if (settled > 0) return about('pnRefNum', 'The transaction is settled: refund it instead.');
  if (underWay(world, 'capture', pnRefNum).length > 0) {
    return about('pnRefNum', 'The transaction is being captured.');
  }
  if (world.batches.some(({ captured }) => captured.has(pnRefNum))) {
    return about('pnRefNum', 'The transaction is being settled.');
  }
  return undefined;
}

function refundRule(world: World, transaction: SandboxTransaction, amount: number): FieldError | undefined {
  if (transaction.settled === 0) {
    return about('pnRefNum', 'The transaction is not settled: void it instead, or close the batch first.');
  }
  const left =
    transaction.settled - transaction.refunded - centsUnderWay(world, 'refund', transaction.pnRefNum);
  if (amount > left) return about('amount', `No more than ${left} cents are left to refund.`);
  return undefined;
}

function underWay(world: World, kind: MessageKind, pnRefNum: string) {
  const now = world.now();
  return [...world.messages.values()].filter(
    (message) => message.kind === kind && message.pnRefNum === pnRefNum && mayStillCharge(message, now),
  );
}

// The requested amounts: a smaller approval shows only at the end.
function centsUnderWay(world: World, kind: MessageKind, pnRefNum: string): number {
  return underWay(world, kind, pnRefNum).reduce((sum, { amount }) => sum + amount, 0);
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
export function handleMoneyRequest(world: World, call: HandlerCall, operation: MoneyOperation): Reply {
  const [first, ...rest] = terminalRequestCheck(world, operation)(call.body, '');
  if (first) return fieldErrorReply([first, ...rest]);
  const { terminalId = '', amount, orderNumber } = call.entry;
  const wanted: Wanted = { terminalId, amount, orderNumber, pnRefNum: stringField(call.body, 'pnRefNum') };

  const broken = ruleBrokenBy(world, operation, wanted);
  if (broken) return fieldErrorReply([broken]);
  if (world.settings.busyPolicy === 'reject' && busyMessages(world, terminalId).length > 0) {
    return errorReply(409, 'The terminal is busy with another message.');
  }

  const provider = world.settings.terminals.find(({ id }) => id === terminalId)?.provider ?? 'alpha';
  if (operation !== 'closeBatch') return startMessage(world, call, operation, wanted, provider);
  world.batches.push(closeTerminalBatch(world.transactions, terminalId, world.now()));
  return provider === 'alpha' ? okReply({ data: { message: 'Batch closed' } }) : noContent;
}

function ruleBrokenBy(world: World, operation: MoneyOperation, wanted: Wanted): FieldError | undefined {
  if (operation !== 'capture' && operation !== 'void' && operation !== 'refund') return undefined;
  return brokenRule(world, operation, { ...wanted, pnRefNum: wanted.pnRefNum ?? '' });
}

function startMessage(
  world: World,
  call: HandlerCall,
  kind: MessageKind,
  wanted: Wanted,
  provider: Provider,
): Reply {
  const { terminalId, orderNumber } = wanted;
  const msgIdentifier = world.ids.message(provider);
  const pnRefNum = wanted.pnRefNum ?? world.ids.transaction(provider);
  const amount = wanted.amount ?? releasedBy(world, pnRefNum);
  const startsAt = takeTerminal(world, terminalId);
  if (kind === 'pay' || kind === 'preAuth') {
    world.transactions.set(pnRefNum, createTransaction({ pnRefNum, kind, terminalId, amount }));
  }
  const message: SandboxMessage = {
    ...planTimeline(kind, call.scenario, startsAt, world.random),
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
  world.messages.set(msgIdentifier, message);
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

function releasedBy(world: World, pnRefNum: string): number {
  return world.transactions.get(pnRefNum)?.amount ?? 0;
}

function busyMessages(world: World, terminalId: string): SandboxMessage[] {
  const now = world.now();
  return [...world.messages.values()].filter(
    (message) => message.terminalId === terminalId && message.freesAt > now,
  );
}

/** When the terminal begins with a new message, by the busy policy. */
function takeTerminal(world: World, terminalId: string): number {
  const now = world.now();
  const busy = busyMessages(world, terminalId);
  if (world.settings.busyPolicy === 'queue') return Math.max(now, ...busy.map(({ freesAt }) => freesAt));
  for (const message of busy) replaceMessage(message, now);
  return now;
}
