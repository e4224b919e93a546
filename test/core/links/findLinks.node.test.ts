import type { Page, PaymentLink } from 'tillkit/core';
import { describe, expect, it } from 'vitest';
import { createLinkCreator } from '../../../src/core/links/linkCreator.ts';
import { serviceProtocol } from '../../../src/core/client/protocol.ts';
import { contractService } from '../../../src/core/wire/service.ts';
import { link, now } from './link.ts';

interface Call<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** A creation whose service answers when the test says so. Further pages of a list come at once. */
function open() {
  const answers: Call<PaymentLink | null>[] = [];
  const lists: Call<Page<PaymentLink>>[] = [];
  const waiting = <Answer>(calls: Call<Answer>[]) =>
    new Promise<Answer>((resolve, reject) => void calls.push({ resolve, reject }));
  const clock = { now: () => time };
  let time = now;
  let listed: Page<PaymentLink>;
  const creation = createLinkCreator(
    {
      options: { baseUrl: 'https://service.test' },
      ...serviceProtocol(contractService),
      createPaymentLink: () => waiting(answers),
      async listPaymentLinks({ page = 1, limit = 25 } = {}) {
        if (page === 1) listed = await waiting(lists);
        return { ...listed, page, items: listed.items.slice((page - 1) * limit, page * limit) };
      },
    },
    clock,
  );
  return {
    creation,
    wait: (ms: number) => (time += ms),
    accept: (made: PaymentLink | null = null) => answers.at(-1)?.resolve(made),
    lose: () => answers.at(-1)?.reject(new TypeError('no answer')),
    list: (items: PaymentLink[], total = items.length) =>
      lists.at(-1)?.resolve({ items, total, page: 1, limit: 25 }),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A lost answer, and what looking in the list brings then. */
async function lookAfterLoss(form: ReturnType<typeof open>, listed: PaymentLink[], total?: number) {
  const sent = form.creation.create({ amount: 1250 });
  form.lose();
  await sent;
  const looked = form.creation.searchAgain();
  form.list(listed, total);
  const search = await looked;
  return search?.status === 'read' ? search.candidates.map(({ id }) => id) : search?.status;
}

const madeMeanwhile = (count: number) =>
  Array.from({ length: count }, (_, index) => link(`of a colleague ${index}`, { amountCents: 900 }));

describe('F38, F92: a link whose answer was lost is found', () => {
  it('in a list that came while it was sent and held it already', async () => {
    const form = open();
    form.creation.addKnownLinks([link('old')]);
    const sent = form.creation.create({ amount: 1250 });
    form.creation.addKnownLinks([link('old'), link('new')]);
    form.lose();
    await sent;
    const looked = form.creation.searchAgain();
    form.list([link('new'), link('old')]);
    expect(await looked).toMatchObject({ candidates: [{ id: 'new' }] });
  });

  it.each<[string, Partial<PaymentLink>]>([
    ['by a till whose clock is ten minutes fast', { createdAt: new Date(now - 600_000).toISOString() }],
    ['with a time without its zone', { createdAt: new Date(now - 7_200_000).toISOString() }],
    ['without a time', { createdAt: undefined }],
    ['without an amount', { amountCents: undefined }],
  ])('%s', async (_, fields) => {
    const form = open();
    form.creation.addKnownLinks([link('old')]);
    expect(await lookAfterLoss(form, [link('new', fields), link('old')])).toEqual(['new']);
  });

  it('though the service took the spaces around a custom value away', async () => {
    const { creation, accept, list } = open();
    creation.addKnownLinks([]);
    const sent = creation.create({ amount: 1250, customValues: [{ key: 'table', value: ' 7 ' }] });
    accept();
    await turn();
    list([link('new', { customValues: [{ key: 'table', value: '7' }] })]);
    expect((await sent)?.link).toMatchObject({ id: 'new' });
  });

  it('or nothing is said where it is not known which links are new', async () => {
    expect(await lookAfterLoss(open(), [link('a', { createdAt: undefined })])).toBe('not-read');
  });

  it('or nothing is said where the list begins with the oldest and has more pages', async () => {
    const form = open();
    const oldest = [2, 1].map((days) =>
      link(`old ${days}`, { createdAt: new Date(now - days * 86_400_000).toISOString() }),
    );
    form.creation.addKnownLinks(oldest);
    expect(await lookAfterLoss(form, oldest, 40)).toBe('not-read');
    expect(await lookAfterLoss(form, oldest.toReversed(), 40)).toEqual([]);
  });

  it('though more links than one page shows were made meanwhile', async () => {
    const form = open();
    form.creation.addKnownLinks([link('old')]);
    const list = [...madeMeanwhile(60), link('new'), link('old')];
    expect(await lookAfterLoss(form, list)).toEqual(['new']);
  });

  it('or nothing is said where too many were made meanwhile to read them all', async () => {
    const form = open();
    form.creation.addKnownLinks([link('old')]);
    expect(await lookAfterLoss(form, [...madeMeanwhile(999), link('new'), link('old')])).toBe('not-read');
  });

  it('once only, though a link that is made while the pages are read shows it on two of them', async () => {
    const form = open();
    form.creation.addKnownLinks([link('old')]);
    const list = [...madeMeanwhile(24), link('new'), link('new'), link('old')];
    expect(await lookAfterLoss(form, list)).toEqual(['new']);
  });

  it('but not one of another amount, of other custom values, or of another day', async () => {
    const form = open();
    form.creation.addKnownLinks([link('old')]);
    const others = [
      link('dearer', { amountCents: 1300 }),
      link('table', { customValues: [{ key: 'table', value: '7' }] }),
      link('yesterday', { createdAt: new Date(now - 90_000_000).toISOString() }),
    ];
    expect(await lookAfterLoss(form, others)).toEqual([]);
  });
});

describe('F38: a link that was accepted without data', () => {
  it('is none of another till, though a list that came while it was sent held it already', async () => {
    const form = open();
    form.creation.addKnownLinks([link('old')]);
    const sent = form.creation.create({ amount: 1250 });
    form.creation.addKnownLinks([link('own'), link('old')]);
    form.accept();
    await turn();
    form.list([link('of a colleague'), link('own'), link('old')]);
    expect(await sent).toMatchObject({ phase: 'created-unconfirmed', link: undefined });
    expect(form.creation.getSnapshot().search).toMatchObject({
      candidates: [{ id: 'of a colleague' }, { id: 'own' }],
    });
  });
});

describe('F38: one creation after another', () => {
  it('the first does not get the address of the second', async () => {
    const { creation, accept, list } = open();
    creation.addKnownLinks([]);
    const first = creation.create({ amount: 1250 });
    accept();
    await turn();
    creation.reset();
    const second = creation.create({ amount: 900 });
    accept(link('second', { amountCents: 900 }));
    await second;
    list([]);
    expect(await first).toMatchObject({ phase: 'created-unconfirmed', link: undefined });
    expect(creation.getSnapshot()).toMatchObject({ phase: 'created', link: { id: 'second' } });
  });

  it('the second does not get the address of the first, which came late into the list', async () => {
    const { creation, accept, list, wait } = open();
    creation.addKnownLinks([]);
    const first = creation.create({ amount: 1250 });
    accept();
    await turn();
    list([]);
    await first;
    creation.reset();
    wait(30_000);
    const second = creation.create({ amount: 1250 });
    accept();
    await turn();
    list([link('first')]);
    expect((await second)?.link).toBeUndefined();
    expect(creation.getSnapshot().link).toBeUndefined();
  });

  it('one of another amount gets its own all the same', async () => {
    const { creation, accept, list } = open();
    creation.addKnownLinks([]);
    const first = creation.create({ amount: 1250 });
    accept();
    await turn();
    list([]);
    await first;
    creation.reset();
    const second = creation.create({ amount: 900 });
    accept();
    await turn();
    list([link('second', { amountCents: 900 }), link('first')]);
    expect((await second)?.link).toMatchObject({ id: 'second' });
  });

  it('what was made here does not tell what was in a list that was never read', async () => {
    const { creation, accept, list } = open();
    const first = creation.create({ amount: 1250 });
    accept(link('first'));
    await first;
    const second = creation.create({ amount: 900 });
    accept();
    await turn();
    list([link('of a colleague', { amountCents: 900 }), link('first')]);
    expect((await second)?.link).toBeUndefined();
  });

  it('what was made here is never offered again', async () => {
    const form = open();
    const first = form.creation.create({ amount: 1250 });
    form.accept(link('first'));
    await first;
    expect(await lookAfterLoss(form, [link('second'), link('first')])).toEqual(['second']);
  });
});
