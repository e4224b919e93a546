import { amountText } from '../../src/components/kit/useMoney.ts';
import { createViewOf } from '../../src/components/payment-status/useViewOf.ts';
import { receiptSlip } from '../../src/components/receipt/receiptSlip.ts';
import { formatCentsToParts } from '../../src/core/money/formatCents.ts';
import type { OperationRow } from '../../src/gateway/recordRows.ts';
import { paymentStatus } from '../../src/words/enOutcomes.ts';
import { receipt } from '../../src/words/enReceipt.ts';
import { openOperations } from '../../src/words/enTitles.ts';
import { countIn } from '../../src/words/plural.ts';
import type { ShiftLog } from './acts.ts';
import type { WorldPage } from './browsers.ts';
import { known, type WorldRecord } from './worldRecord.ts';
import type { World } from './world.ts';

const format = { locale: 'en', currency: 'USD' };
const viewOf = createViewOf({
  labels: paymentStatus,
  terminal: 'T',
  currency: format.currency,
  count: countIn(format.locale),
  locale: format.locale,
  timeZone: undefined,
});
const pending = (phase: string | null) => phase === 'sending' || phase === 'waiting' || phase === 'unknown';

/** The report, the slips and the orders say what the ledger has. */
export async function checkFigures(world: World, log: ShiftLog, record: WorldRecord): Promise<void> {
  const office = world.pages().find(({ session }) => session.sees === 'all');
  if (!office?.client) return;
  checkSlips(world, office);
  await checkReport(world, office, record);
  await checkOrders(world, office, log, record);
}

/** Lets time pass until a question is answered. */
async function answered<Value>({ clock }: World, question: Promise<Value>): Promise<Value> {
  const state = { isOver: false };
  const over = () => void (state.isOver = true);
  question.then(over, over);
  for (let turns = 0; !state.isOver && turns < 200; turns += 1) await clock.advance(turns < 5 ? 0 : 100);
  return question;
}

const ofAccount = ({ session }: WorldPage, record: WorldRecord) =>
  known(record).filter((row) => row.account === session.account);

async function checkReport(world: World, office: WorldPage, record: WorldRecord): Promise<void> {
  const report = await answered(
    world,
    office.operations.record.getReport({ from: 0, to: world.clock.now() * 2 }),
  );
  const left = new Map<string, number>();
  const add = (name: string, by: number) => left.set(name, (left.get(name) ?? 0) + by);
  const { charges } = world.service.sandbox.ledger;
  const { lies } = world.service;
  const rows = ofAccount(office, record);
  for (const { kind, phase, terminalId } of rows) add(`${kind} ${phase} at ${terminalId}`, 1);
  for (const { id, kind, phase, movedCents } of rows)
    if (
      (kind === 'pay' || kind === 'refund' || kind === 'capture') &&
      (phase === 'complete' || phase === 'partial')
    ) {
      const own = charges.filter(({ operationId }) => operationId === id);
      const cents = own.reduce((sum, { amount }) => sum + amount, 0);
      add(`cents of ${kind} ${phase}`, lies.has(id) ? (movedCents ?? 0) : cents);
    }
  for (const { kind, phase, terminalId, count, movedCents } of report.rows) {
    add(`${kind} ${phase} at ${terminalId}`, -count);
    if (
      (kind === 'pay' || kind === 'refund' || kind === 'capture') &&
      (phase === 'complete' || phase === 'partial')
    )
      add(`cents of ${kind} ${phase}`, -movedCents);
  }
  for (const [name, by] of left) if (by !== 0) world.find('report', `the report lacks ${by} of ${name}`);
}

/** The slip of each ending says all, part or nothing of what the ledger has. */
function checkSlips({ service, find }: World, { operations }: WorldPage): void {
  const charges = new Map(
    service.sandbox.ledger.charges.map((charge) => [charge.operationId, charge.amount]),
  );
  for (const operation of operations.list()) {
    const { id, kind, phase, amountCents = 0 } = operation;
    if (kind === 'closeBatch' || phase === 'resolved' || service.lies.has(id)) continue;
    const slip = receiptSlip(viewOf(operation), receipt, openOperations.kind);
    const charged = charges.get(id);
    const part = kind !== 'void' && charged !== undefined && charged < amountCents;
    const moved = pending(phase) ? undefined : charged === undefined ? 'none' : part ? 'part' : 'all';
    if (slip.moved !== moved) find('slips', `the slip of ${kind} ${id} says ${slip.moved} for ${moved}`);
    if (moved !== 'all' && moved !== 'part') continue;
    const text = slip.figures[0]?.text;
    if (kind !== 'void' && text !== amountText(formatCentsToParts(charged ?? 0, format)))
      find('slips', `the slip of ${kind} ${id} says ${text}, and ${charged} was charged`);
  }
}

async function checkOrders(
  world: World,
  office: WorldPage,
  { orders }: ShiftLog,
  record: WorldRecord,
): Promise<void> {
  const { lies } = world.service;
  const { charges } = world.service.sandbox.ledger;
  const rows = ofAccount(office, record);
  const chargeOf = ({ id }: OperationRow) => charges.find(({ operationId }) => operationId === id);
  const judged = new Set(record.resolutions.map(({ operationId }) => operationId));
  const isDoubted = ({ id }: OperationRow) => judged.has(id) || world.stores.forgotten.has(id);
  for (const [number, { account, totalCents, isMoreAgreed }] of orders) {
    if (account !== office.session.account) continue;
    const parts = rows.filter((row) => row.orderNumber === number && row.kind === 'pay');
    const references = new Set(parts.map(({ pnRefNum }) => pnRefNum));
    const followed = rows.filter(({ kind, pnRefNum }) => kind !== 'pay' && references.has(pnRefNum));
    // A person's word may be wrong, and what is not known is not counted.
    if (
      [...parts, ...followed].some(({ phase, id }) => pending(phase) || phase === 'resolved' || lies.has(id))
    )
      continue;
    let paid = 0;
    for (const part of parts) {
      const cents = chargeOf(part)?.amount ?? 0;
      const own = followed.filter(({ pnRefNum }) => pnRefNum === part.pnRefNum && pnRefNum !== null);
      const back = own.reduce(
        (sum, row) => sum + (row.kind === 'refund' ? (chargeOf(row)?.amount ?? 0) : 0),
        0,
      );
      const isVoided = own.some((row) => row.kind === 'void' && chargeOf(row));
      paid += isVoided ? 0 : Math.max(0, Math.min(cents - (part.tipCents ?? 0), cents - back));
    }
    const order = { number, totalCents, currency: 'USD' };
    const { paidCents } = await answered(world, office.operations.record.getOrder(order));
    if (paidCents !== paid)
      world.find('orders', `order ${number} has ${paidCents} paid, and the ledger ${paid}`);
    const told = record.events.filter(
      ({ detail }) => detail?.type === 'order-paid' && detail.order.number === number,
    ).length;
    const isPaid = paid >= totalCents && parts.every((part) => !isDoubted(part));
    if (!world.stores.isRestored() && (told > 1 || (told === 0 && isPaid)))
      world.find('paid', `${told} times it was told that order ${number} is paid, of which ${paid} is`);
    if (paid > totalCents && !isMoreAgreed && !parts.some(isDoubted))
      world.find('orders', `of order ${number} ${paid} was taken for ${totalCents}, and no person agreed`);
  }
}
