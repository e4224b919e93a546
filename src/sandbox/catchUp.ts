import { settleBatch } from './batches.ts';
import type { Message } from './messages.ts';
import type { World } from './world.ts';

/** Lets everything happen that was due by now, in its order: no timer runs, so each reader of the world calls this first. */
export function catchUp(world: World): void {
  const now = world.now();
  const dueMessages = [...world.messages.values()].filter((one) => !one.hasCharged && one.chargeAt <= now);
  const dueBatches = world.batches.filter(({ settlesAt }) => settlesAt <= now);
  world.batches = world.batches.filter(({ settlesAt }) => settlesAt > now);

  const due = [
    ...dueMessages.map((message) => ({ at: message.chargeAt, run: () => charge(world, message) })),
    ...dueBatches.map((batch) => ({
      at: batch.settlesAt,
      run: () => settleBatch(world.transactions, batch),
    })),
  ];
  for (const { run } of due.toSorted((a, b) => a.at - b.at)) run();
}

function charge(world: World, message: Message): void {
  const { kind, approved, terminalId, pnRefNum, msgIdentifier, orderNumber, operationId } = message;
  message.hasCharged = true;
  applyToTransaction(world, message);
  world.charges.push({
    at: message.chargeAt,
    kind,
    amount: approved,
    terminalId,
    pnRefNum,
    msgIdentifier,
    orderNumber,
    operationId,
  });
}

function applyToTransaction(world: World, { kind, pnRefNum, approved }: Message): void {
  const transaction = world.transactions.get(pnRefNum);
  if (!transaction) return;
  switch (kind) {
    case 'pay':
      transaction.isComplete = true;
      transaction.amount = approved;
      transaction.captured = approved;
      return;
    case 'preAuth':
      transaction.isComplete = true;
      transaction.amount = approved;
      return;
    case 'capture':
      transaction.captured += approved;
      return;
    case 'void':
      transaction.isVoided = true;
      return;
    case 'refund':
      transaction.refunded += approved;
  }
}
