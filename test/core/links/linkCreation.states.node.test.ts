import { createLinkCreation, type Page, type PaymentLink } from 'tillkit/core';
import { describe, expect, it } from 'vitest';

const now = Date.UTC(2026, 0, 15, 9, 30);
const link = (id: string, fields: Partial<PaymentLink> = {}): PaymentLink => ({
  id,
  amountCents: 1250,
  createdAt: new Date(now).toISOString(),
  customValues: [],
  raw: {},
  ...fields,
});

/** A creation whose service answers when the test says so. */
function open() {
  const made: ((answer: PaymentLink | null | Error) => void)[] = [];
  const lists: ((items: PaymentLink[]) => void)[] = [];
  const asked: unknown[] = [];
  let time = now;
  const creation = createLinkCreation(
    {
      options: { baseUrl: 'https://service.test' },
      createPaymentLink: () =>
        new Promise((resolve, reject) => {
          made.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        }),
      listPaymentLinks: (query) => {
        asked.push(query);
        return new Promise<Page<PaymentLink>>((resolve) => {
          lists.push((items) => resolve({ items, total: items.length, page: 1, limit: 25 }));
        });
      },
    },
    { now: () => time },
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    creation,
    asked,
    wait: (ms: number) => (time += ms),
    answer: async (answer: PaymentLink | null | Error, index = made.length - 1) => {
      made[index]!(answer);
      await turn();
    },
    list: async (items: PaymentLink[], index = lists.length - 1) => {
      lists[index]!(items);
      await turn();
    },
    sent: () => made.length,
  };
}

describe('the creation of a link', () => {
  it('begins idle, and is told step by step to who listens', async () => {
    const { creation, answer } = open();
    const phases: string[] = [];
    const leave = creation.subscribe(() => phases.push(creation.getSnapshot().phase));
    expect(creation.getSnapshot()).toEqual({ phase: 'idle' });
    void creation.create({ amount: 1250 });
    await answer(link('a'));
    creation.reset();
    expect(phases).toEqual(['sending', 'created', 'idle']);
    leave();
    void creation.create({ amount: 1250 });
    expect(phases).toHaveLength(3);
  });

  it('F69: is neither begun again nor taken back while it is under way', async () => {
    const { creation, answer, sent } = open();
    void creation.create({ amount: 1250 });
    const sending = creation.getSnapshot();
    expect(await creation.create({ amount: 900 })).toBeUndefined();
    creation.reset();
    expect(creation.getSnapshot()).toBe(sending);
    await answer(link('a'));
    expect([creation.getSnapshot().phase, sent()]).toEqual(['created', 1]);
  });

  it('that lost its answer is looked for one list at a time, and shows that it is', async () => {
    const { creation, answer, list, asked } = open();
    creation.remember([]);
    void creation.create({ amount: 1250 });
    await answer(new TypeError('lost'));
    const first = creation.look();
    expect(creation.getSnapshot()).toMatchObject({ phase: 'unknown', search: { status: 'reading' } });
    expect(await creation.look()).toBeUndefined();
    await list([link('new')]);
    expect(await first).toMatchObject({ status: 'read', candidates: [{ id: 'new' }] });
    expect(creation.getSnapshot()).toMatchObject({ phase: 'unknown', error: { code: 'unanswered' } });
    expect(asked).toEqual([{ page: 1, limit: 25 }]);
  });

  it('is not changed by a list that comes after somebody went on', async () => {
    const { creation, answer, list } = open();
    creation.remember([]);
    void creation.create({ amount: 1250 });
    await answer(new TypeError('lost'));
    const looked = creation.look();
    creation.confirm(link('seen'));
    await list([link('new')]);
    expect(await looked).toBeUndefined();
    expect(creation.getSnapshot()).toEqual({
      phase: 'created',
      link: link('seen'),
      sentAmountCents: 1250,
    });
  });

  it.each([
    [240_000, undefined],
    [240_001, 'second'],
  ])('of the same amount %i ms after one that was never found gets the address of %s', async (ms, id) => {
    const { creation, answer, list, wait } = open();
    creation.remember([]);
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([]);
    wait(ms);
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([link('second', { createdAt: new Date(now + ms).toISOString() })]);
    const { phase, link: found, search } = creation.getSnapshot();
    expect([phase, found?.id]).toEqual(['created-unconfirmed', id]);
    expect(search?.status).toBe(id ? 'read' : 'not-read');
  });

  it('remembers every list that was seen, not only the last', async () => {
    const { creation, answer, list } = open();
    creation.remember([link('old')]);
    creation.remember([link('older')]);
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([link('new'), link('old'), link('older')]);
    expect(creation.getSnapshot()).toMatchObject({ link: { id: 'new' } });
  });

  it('is known by any of its names: the answer and the list need not say the same', async () => {
    const { creation, answer, list } = open();
    creation.remember([]);
    void creation.create({ amount: 1250 });
    await answer(link('a', { paymentRequestId: 'req-a' }));
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([link('b'), link('listed under another id', { paymentRequestId: 'req-a' })]);
    expect(creation.getSnapshot()).toMatchObject({ link: { id: 'b' } });
  });
});
