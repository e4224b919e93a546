import { closeTerminalBatch } from './batches.ts';
import { stringField } from './bodyFields.ts';
import type { Call } from './call.ts';
import { wireId } from './ids.ts';
import { approvalOf, type Message, replaceMessage } from './messages.ts';
import type { MessageKind, MoneyOperation } from './operations.ts';
import { answered, type FieldError, noContent, refused, refusedFields, type Reply } from './replies.ts';
import { terminalRequestCheck } from './terminalRequestRules.ts';
import type { Provider } from './terminals.ts';
import { planTimeline } from './timeline.ts';
import { brokenRule } from './transactionRules.ts';
import { createTransaction } from './transactions.ts';
import type { World } from './world.ts';

/** What the body asks for, once it is checked. */
interface Wanted {
  terminalId: string;
  amount?: number | undefined;
  pnRefNum?: string | undefined;
  orderNumber?: string | undefined;
}

/** Pay, pre-auth, capture, void, refund and close batch. */
export function handleMoney(world: World, call: Call, operation: MoneyOperation): Reply {
  const [first, ...rest] = terminalRequestCheck(world, operation)(call.body, '');
  if (first) return refusedFields([first, ...rest]);
  const { terminalId = '', amount, orderNumber } = call.entry;
  const wanted: Wanted = { terminalId, amount, orderNumber, pnRefNum: stringField(call.body, 'pnRefNum') };

  const broken = ruleBrokenBy(world, operation, wanted);
  if (broken) return refusedFields([broken]);
  if (world.settings.busyPolicy === 'reject' && busyMessages(world, terminalId).length > 0) {
    return refused(409, 'The terminal is busy with another message.');
  }

  const provider = world.settings.terminals.find(({ id }) => id === terminalId)?.provider ?? 'alpha';
  if (operation !== 'closeBatch') return startMessage(world, call, operation, wanted, provider);
  world.batches.push(closeTerminalBatch(world.transactions, terminalId, world.now()));
  return provider === 'alpha' ? answered({ data: { message: 'Batch closed' } }) : noContent;
}

function ruleBrokenBy(world: World, operation: MoneyOperation, wanted: Wanted): FieldError | undefined {
  if (operation !== 'capture' && operation !== 'void' && operation !== 'refund') return undefined;
  return brokenRule(world, operation, { ...wanted, pnRefNum: wanted.pnRefNum ?? '' });
}

function startMessage(
  world: World,
  call: Call,
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
  const message: Message = {
    ...planTimeline(kind, call.scenario, startsAt, world.random),
    msgIdentifier,
    kind,
    provider,
    scenario: call.scenario,
    terminalId,
    pnRefNum,
    amount,
    ...approvalOf(kind, call.scenario, amount),
    orderNumber,
    operationId: call.operationId,
    hasCharged: false,
    hasToldComplete: false,
  };
  world.messages.set(msgIdentifier, message);
  call.entry.msgIdentifier = msgIdentifier;
  return answered({ data: acceptedData(message) });
}

// contract: pre-auth answers with both ids; with pay, beta tells `pnRefNum` only in the processed message.
function acceptedData({ kind, provider, msgIdentifier, pnRefNum }: Message): object {
  const tellsReference = kind === 'preAuth' || (kind === 'pay' && provider === 'alpha');
  return {
    msgIdentifier: wireId(provider, msgIdentifier),
    ...(tellsReference ? { pnRefNum: wireId(provider, pnRefNum) } : {}),
  };
}

function releasedBy(world: World, pnRefNum: string): number {
  return world.transactions.get(pnRefNum)?.amount ?? 0;
}

function busyMessages(world: World, terminalId: string): Message[] {
  const now = world.now();
  return [...world.messages.values()].filter(
    (message) => message.terminalId === terminalId && message.freesAt > now,
  );
}

/** When the terminal begins, by the busy policy. */
function takeTerminal(world: World, terminalId: string): number {
  const now = world.now();
  const busy = busyMessages(world, terminalId);
  if (world.settings.busyPolicy === 'queue') return Math.max(now, ...busy.map(({ freesAt }) => freesAt));
  for (const message of busy) replaceMessage(message, now);
  return now;
}
