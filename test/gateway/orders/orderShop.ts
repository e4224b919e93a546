import { expect } from 'vitest';
import type { RecordedOrder } from '../../../src/core/operations/orders.ts';
import type { Gateway } from '../../../src/gateway/createGateway.ts';
import { ask, post, type TillOptions } from '../gatewayTill.ts';
import { type Answer, as, createShop, messageIn, refusalIn, type Sending, type Who } from '../shop.ts';

export interface Leg {
  name?: string;
  cents: number;
  currency?: string;
  totalCents?: number | undefined;
  id?: string;
}

interface Part extends Sending {
  order?: string;
  /** Null: without a total. */
  total?: number | null;
  terminalId?: string;
  kind?: 'pay' | 'preAuth';
}

/** A shop that takes parts of orders. All is in EUR, at a terminal of its own for each part. */
export function createOrderShop(own: TillOptions = {}) {
  const shop = createShop(own);
  let [terminals, legs] = [0, 0];

  const part = (
    amount: number,
    { order = 'A-1', total = 5000, terminalId, kind = 'pay', ...sending }: Part = {},
  ) => {
    terminals += 1;
    const query = total === null ? '?currency=EUR' : `?currency=EUR&orderTotal=${total}`;
    const body = { amount, orderNumber: order, terminalId: terminalId ?? `T-${terminals}` };
    return shop.send(kind, body, { query, ...sending });
  };

  /** A part that ends as `result` says: approved as asked for if nothing else. */
  const paid = async (amount: number, sending: Part = {}, result: object = {}) => {
    const answer = await part(amount, sending);
    expect([answer.status, answer.text]).toStrictEqual([200, answer.text]);
    shop.results.set(messageIn(answer), result);
    await shop.finish(messageIn(answer), sending.who);
    return { ...answer, pnRefNum: (JSON.parse(answer.text) as { data: { pnRefNum: string } }).data.pnRefNum };
  };

  const follow = async (kind: 'refund' | 'void' | 'capture', body: object, result: object = {}) => {
    terminals += 1;
    const answer = await shop.send(
      kind,
      { terminalId: `T-${terminals}`, ...body },
      { query: '?currency=EUR' },
    );
    expect([answer.status, answer.text]).toStrictEqual([200, answer.text]);
    shop.results.set(messageIn(answer), result);
    await shop.finish(messageIn(answer));
    return answer;
  };

  const leg = async (
    given: Leg,
    { order = 'A-1', by = shop.gateway, who = {}, confirmed }: Part & { by?: Gateway } = {},
  ) => {
    legs += 1;
    const id = given.id ?? `leg-${legs}`.padEnd(20, '_');
    const said = confirmed === undefined ? {} : { 'x-operation-confirmed': encodeURIComponent(confirmed) };
    const body = { name: 'cash', currency: 'EUR', totalCents: 5000, ...given, id };
    const request = post(`/orders/${encodeURIComponent(order)}/legs`, body, { ...as(who), ...said });
    return shop.answerOf(id, by.fetch(request));
  };

  const getOrder = async (
    order = 'A-1',
    { total = 5000, who = {}, by = shop.gateway }: { total?: number | null; who?: Who; by?: Gateway } = {},
  ): Promise<RecordedOrder> => {
    const query = total === null ? '' : `?currency=EUR&orderTotal=${total}`;
    const response = await by.fetch(ask(`/orders/${encodeURIComponent(order)}${query}`, as(who)));
    expect(response.status).toBe(200);
    return (await response.json()) as RecordedOrder;
  };

  /** Paid, pending and due. */
  const figures = async (...given: Parameters<typeof getOrder>) => {
    const { paidCents, pendingCents, dueCents } = await getOrder(...given);
    return [paidCents, pendingCents, dueCents];
  };

  const resolve = async (id: string, charged: boolean) => {
    const body = { charged, basis: 'receipt' };
    const response = await shop.gateway.fetch(post(`/operations/${id}/resolution`, body, as({})));
    expect(response.status).toBe(200);
  };

  return { ...shop, part, paid, follow, leg, getOrder, figures, resolve };
}

export type OrderShop = ReturnType<typeof createOrderShop>;

/** What a refused part is asked before it is sent. */
export function questionOf(answer: Answer) {
  const { refusal, errors } = refusalIn(answer);
  expect([answer.status, refusal.code, errors?.[0]?.field]).toStrictEqual([
    409,
    'needs-confirmation',
    'orderTotal',
  ]);
  return refusal.confirmation ?? '';
}
