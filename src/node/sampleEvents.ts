import { createOperationId } from '../core/operations/operationId.ts';
import { eventsBetween } from '../core/operations/operationEvents.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { EventRow } from '../gateway/recordRows.ts';
import { createGatewayEvent, type GatewayEvent, type OrderPaidEvent } from '../gateway/webhooks.ts';

export type WebhookEvent = GatewayEvent | OrderPaidEvent;

type Change = Partial<TerminalOperation>;

/** An event of each type as a gateway sends it. All order numbers begin with `TEST-`. */
export async function sampleEvents(now: number): Promise<WebhookEvent[]> {
  const sale = () => ({ acceptedAt: now - 5000, msgIdentifier: digits() });
  const ended = (change: Change): Change => ({ endedAt: now, pnRefNum: digits(), ...change });
  const approved = { phase: 'complete', status: 'complete', confirmedCents: 1250 } as const;
  const order = { number: 'TEST-1', currency: 'USD', totalCents: 1250, paidCents: 1250 };
  const figures = { ...order, pendingCents: 0, dueCents: 0, paidAt: now };
  const stories: Change[][] = [
    [{ phase: 'waiting', ...sale() }, ended(approved)],
    [{ ...sale(), ...ended(approved), phase: 'partial', confirmedCents: 1000 }],
    [{ ...sale(), phase: 'failed', status: 'failed', endedAt: now }],
    [{ phase: 'rejected', error: { code: 'http', status: 422, shortMessage: '' }, endedAt: now }],
    [
      { phase: 'unknown', reason: 'no-response', unknownAt: now },
      { phase: 'resolved', resolution: { charged: true, basis: 'terminal-screen' }, endedAt: now },
    ],
    [{ ...sale(), ...ended(approved), confirmedCents: 1500, anomalies: ['amount-mismatch'] }],
  ];
  const rows = stories.flatMap((changes, at) => rowsOf(`TEST-${at + 1}`, now, [{}, ...changes]));
  rows.push(rowOf(now, 1, { type: 'order-paid', order: figures }, { order: figures }));
  const secret = createOperationId();
  const events = await Promise.all(rows.map((row) => createGatewayEvent(row, secret)));
  return events.filter(({ type }, at) => events.findIndex((event) => event.type === type) === at);
}

/** The events that a gateway records while a sale goes through these changes. */
function rowsOf(orderNumber: string, now: number, changes: readonly Change[]): EventRow[] {
  let before: TerminalOperation | undefined;
  let next: TerminalOperation = {
    id: createOperationId(),
    kind: 'pay',
    phase: 'sending',
    terminalId: 'terminal-1',
    currency: 'USD',
    amountCents: 1250,
    orderNumber,
    anomalies: [],
    connection: 'ok',
    seenProcessing: false,
    flowKey: '',
    createdAt: now - 6000,
  };
  return changes.flatMap((change, at) => {
    const after = { ...next, ...change };
    const details = eventsBetween(before, after);
    before = after;
    next = after;
    return details
      .filter(({ type }) => type === 'operation' || type === 'anomaly')
      .map((detail) => rowOf(now, at + 1, detail, after));
  });
}

function rowOf(
  now: number,
  seq: number,
  detail: EventRow['detail'],
  operation: EventRow['operation'],
): EventRow {
  const operationId = 'order' in operation ? operation.order.number : operation.id;
  return {
    id: seq,
    account: '',
    operationId,
    seq,
    at: now,
    detail,
    operation,
    subject: '',
    terminalId: 'terminal-1',
    isDispatched: true,
  };
}

/** An id like those of a service: a number with more digits than a JavaScript number can hold. */
const digits = () => `9007199${Math.trunc(Math.random() * 1e10)}`.padEnd(17, '0');
