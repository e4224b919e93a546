import type { MoneyOperation } from '../core/wire/routes.ts';
import {
  planApprovedAndTip,
  mayStillMoveMoney,
  type SandboxMessage,
  planMessageTimeline,
  endReplacedMessage,
} from './messages.ts';
import {
  okReply,
  type FieldError,
  noContentReply,
  errorReply,
  fieldErrorReply,
  type Reply,
} from './replies.ts';
import { oneOf, nonEmptyString, optional, required, stringField } from './requests.ts';
import { type AuthorizedSandboxRequest, createBatchToSettle, type SandboxState } from './sandboxState.ts';
import {
  fieldError,
  createSandboxTransaction,
  type MessageKind,
  simulatedOperations,
} from './simulatedOperations.ts';
import { type Provider, idInProviderJson } from './terminals.ts';

interface Wanted {
  terminalId: string;
  amount?: number | undefined;
  pnRefNum?: string | undefined;
  orderNumber?: string | undefined;
}

export function handleMoneyRequest(
  state: SandboxState,
  call: AuthorizedSandboxRequest,
  operation: MoneyOperation,
): Reply {
  const terminalIds = state.settings.terminals.map(({ id }) => id);
  const check = simulatedOperations[operation].check({
    clientId: optional(nonEmptyString),
    terminalId: required(oneOf(terminalIds, 'is not a terminal of this merchant.')),
  });
  const [first, ...rest] = check(call.body, '');
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
  state.batches.push(createBatchToSettle(state.transactions, terminalId, state.now()));
  return provider === 'alpha' ? okReply({ data: { message: 'Batch closed' } }) : noContentReply;
}

/** The rule that a capture, void or refund would break; undefined if none. */
function ruleBrokenBy(
  state: SandboxState,
  operation: MoneyOperation,
  { terminalId, pnRefNum = '', amount = 0 }: Wanted,
): FieldError | undefined {
  const { brokenRule } = simulatedOperations[operation];
  if (!brokenRule) return undefined;
  const transaction = state.transactions.get(pnRefNum);
  if (!transaction) return fieldError('pnRefNum', 'There is no transaction with this reference.');
  if (transaction.terminalId !== terminalId) {
    return fieldError('terminalId', 'The transaction was made on another terminal.');
  }
  if (!transaction.isComplete) return fieldError('pnRefNum', 'The transaction is not complete.');
  if (transaction.isVoided) return fieldError('pnRefNum', 'The transaction is voided.');
  const now = state.now();
  const underWay = [...state.messages.values()].filter(
    (message) => message.pnRefNum === pnRefNum && mayStillMoveMoney(message, now),
  );
  if (underWay.some(({ kind }) => kind === 'void')) {
    return fieldError('pnRefNum', 'The transaction is being voided.');
  }
  return brokenRule(transaction, amount, {
    // Adds up requested amounts, because an approved amount is known only when its message ends.
    centsUnderWay: (kind) =>
      underWay.reduce((sum, message) => sum + (message.kind === kind ? message.amount : 0), 0),
    isBeingSettled: state.batches.some(({ captured }) => captured.has(pnRefNum)),
  });
}

function startMessage(
  state: SandboxState,
  call: AuthorizedSandboxRequest,
  kind: MessageKind,
  wanted: Wanted,
  provider: Provider,
): Reply {
  const { terminalId, orderNumber } = wanted;
  const scenario = state.unplugged.has(terminalId) ? 'stuck-received' : call.scenario;
  const msgIdentifier = state.ids.message(provider);
  const pnRefNum = wanted.pnRefNum ?? state.ids.transaction(provider);
  const amount = wanted.amount ?? state.transactions.get(pnRefNum)?.amount ?? 0;
  const startsAt = takeTerminal(state, terminalId);
  if (kind === 'pay' || kind === 'preAuth') {
    state.transactions.set(pnRefNum, createSandboxTransaction({ pnRefNum, kind, terminalId, amount }));
  }
  const message: SandboxMessage = {
    ...planMessageTimeline(kind, scenario, startsAt, state.random),
    msgIdentifier,
    kind,
    provider,
    scenario,
    terminalId,
    pnRefNum,
    amount,
    ...planApprovedAndTip(kind, scenario, amount),
    orderNumber,
    operationId: call.entry.operationId,
    hasCharged: false,
    hasReportedComplete: false,
    isPressed: false,
    isCutOff: false,
  };
  state.messages.set(msgIdentifier, message);
  call.entry.msgIdentifier = msgIdentifier;
  return okReply({ data: acceptedData(message) });
}

// The answer to an accepted request. It has `pnRefNum` for a pre-authorization, and for a sale at the provider alpha.
function acceptedData({ kind, provider, msgIdentifier, pnRefNum }: SandboxMessage): object {
  const tellsReference = kind === 'preAuth' || (kind === 'pay' && provider === 'alpha');
  return {
    msgIdentifier: idInProviderJson(provider, msgIdentifier),
    ...(tellsReference ? { pnRefNum: idInProviderJson(provider, pnRefNum) } : {}),
  };
}

function busyMessages(state: SandboxState, terminalId: string): SandboxMessage[] {
  const now = state.now();
  return [...state.messages.values()].filter(
    (message) => message.terminalId === terminalId && message.freesAt > now,
  );
}

/**
 * Returns when the terminal starts a new message: now, or with the busy policy `queue` after the earlier ones. With
 * `replace`, ends the earlier ones.
 */
function takeTerminal(state: SandboxState, terminalId: string): number {
  const now = state.now();
  const busy = busyMessages(state, terminalId);
  if (state.settings.busyPolicy === 'queue') return Math.max(now, ...busy.map(({ freesAt }) => freesAt));
  for (const message of busy) endReplacedMessage(message, now);
  return now;
}
