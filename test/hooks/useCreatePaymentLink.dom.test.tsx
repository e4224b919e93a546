import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import {
  PaymentsProvider,
  useCreatePaymentLink,
  type UseCreatePaymentLinkOptions,
  usePaymentLinks,
} from 'tillkit';
import {
  createPaymentsClient,
  createVirtualClock,
  defineService,
  getTerminalOperations,
  type PaymentsEvent,
  type ServiceDescription,
} from 'tillkit/core';
import { expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

async function render(
  options: UseCreatePaymentLinkOptions = {},
  links: ServiceDescription['paymentLinks'] = {},
) {
  const events: PaymentsEvent[] = [];
  const { sandbox, client: base } = createHarness({ latencyMs: 0 });
  const client = createPaymentsClient({
    ...base.options,
    service: defineService({ paymentLinks: { amountUnit: 'minor', ...links } }),
  });
  const { wrapper } = createHarness({
    provider: { client, onEvent: (event) => void events.push(event) },
  });
  const open = () => renderHook(() => useCreatePaymentLink(options), { wrapper });
  const view = open();
  const sent = (operation: string) => sandbox.ledger.requests.filter((call) => call.operation === operation);
  await waitFor(() => expect(sent('listPaymentLinks')).toHaveLength(1));
  return { ...view, sandbox, events, open, sent };
}

test.each<NonNullable<ServiceDescription['paymentLinks']>>([{ version: '202104' }, { version: 'v1' }])(
  'F38: %j gives the same shape: a phase and a link with its address',
  async (links) => {
    const { result, sent, events } = await render({}, links);
    await act(async () => void (await result.current.create({ amount: 1250 })));
    const phase = links.version === 'v1' ? 'created-unconfirmed' : 'created';
    const address = expect.stringMatching(/^https:\/\/pay\.sandbox\.test\/l\//);
    expect(result.current).toMatchObject({ phase, link: { amountCents: 1250, paymentLink: address } });
    expect(sent('createPaymentLink')).toHaveLength(1);
    expect(events).toMatchObject([{ type: 'link-created', link: { amountCents: 1250 } }]);
  },
);

test('is pending until the service has answered, or the outcome is unknown', async () => {
  const { result, sandbox } = await render();
  expect(result.current.isPending).toBe(false);
  let created: Promise<unknown> | undefined;
  act(() => void (created = result.current.create({ amount: 1250 })));
  expect(result.current).toMatchObject({ phase: 'sending', isPending: true });
  await act(() => created);
  expect(result.current).toMatchObject({ phase: 'created', isPending: false });
  sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
  await act(async () => void (await result.current.create({ amount: 1250 })));
  expect(result.current).toMatchObject({ phase: 'unknown', isPending: false });
});

test('F38: the outcome says what the hook says', async () => {
  const { result } = await render({}, { version: 'v1' });
  let outcome: unknown;
  await act(async () => void (outcome = await result.current.create({ amount: 1250 })));
  expect(outcome).toEqual({
    phase: 'created-unconfirmed',
    link: result.current.link,
    sentAmountCents: 1250,
    currency: 'USD',
  });
});

test('F38: of a bare answer the host hears the amount that was sent, as sent', async () => {
  const { result, sandbox, events } = await render({}, { version: 'v1' });
  sandbox.setScenario('server-error', { operation: 'listPaymentLinks' });
  await act(async () => void (await result.current.create({ amount: 1250 })));
  expect(events).toMatchObject([{ type: 'link-created', link: null, sentAmountCents: 1250 }]);
  expect(result.current).toMatchObject({ phase: 'created-unconfirmed', sentAmountCents: 1250 });
});

test('F101: what a customer is called goes to the service, and into no event', async () => {
  const { result, events, sent } = await render();
  const customValues = [{ key: 'customer-reference', value: 'ada@example.com' }];
  await act(async () => void (await result.current.create({ amount: 1250, customValues })));
  expect(JSON.stringify(sent('createPaymentLink')[0]?.body)).toContain('ada@example.com');
  expect(result.current.link?.customValues).toMatchObject(customValues);
  expect(events).toMatchObject([{ type: 'link-created', link: { id: result.current.link?.id } }]);
  expect(JSON.stringify(events)).not.toContain('ada@example.com');
});

test('F92: what a person found in the list becomes the link, and the host is told', async () => {
  const { result, sandbox, events, sent } = await render();
  sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
  await act(async () => void (await result.current.create({ amount: 1250 })));
  expect(result.current).toMatchObject({ phase: 'unknown', error: { code: 'unanswered' } });
  await act(async () => void (await result.current.look()));
  const { search } = result.current;
  const [found] = search?.status === 'read' ? search.candidates : [];
  act(() => result.current.confirm(found!));
  expect(result.current).toMatchObject({ phase: 'created', link: { reference: 'PL-1004' } });
  expect(events.map(({ type }) => type)).toEqual(['link-unknown', 'link-created']);
  expect(sent('createPaymentLink')).toHaveLength(1);
});

test('two presses of components that share a flow send one', async () => {
  const { result, open, sent } = await render({ flowKey: 'links' });
  const other = open();
  await act(async () => {
    await Promise.all([result.current.create({ amount: 100 }), other.result.current.create({ amount: 100 })]);
  });
  expect([result.current.phase, other.result.current.phase]).toEqual(['created', 'created']);
  expect(sent('createPaymentLink')).toHaveLength(1);
});

test('without a flow each has its own', async () => {
  const { result, open } = await render();
  const other = open();
  await act(async () => void (await result.current.create({ amount: 100 })));
  expect([result.current.phase, other.result.current.phase]).toEqual(['created', 'idle']);
});

test.each([
  [{}, 'the provider’s operations'],
  [{ flowKey: 'links' }, 'the provider’s operations'],
  [{}, 'operations of the host'],
  [{ flowKey: 'links' }, 'operations of the host'],
])(
  'a new client with the same options, as for a new token, keeps the outcome of the press under way: %j, with %s',
  async (options, whose) => {
    const posts: { token: string | null; answer: () => void }[] = [];
    const clock = createVirtualClock(0);
    const clientOf = (token: string, clientId = 'shop') =>
      createPaymentsClient({
        baseUrl: 'https://links.example',
        clientId,
        clock,
        headers: { authorization: token },
        fetcher: ({ method, headers }) => {
          if (method === 'GET') return Promise.resolve(Response.json({ items: [], total: 0 }));
          return new Promise((resolve) => {
            const answer = () =>
              resolve(Response.json({ data: { id: `link-${posts.length}`, amount: 1250 } }));
            posts.push({ token: headers.get('authorization'), answer });
          });
        },
      });
    let client = clientOf('old');
    const wrapper = ({ children }: { children: ReactNode }) => (
      <PaymentsProvider
        client={client}
        operations={whose === 'operations of the host' ? getTerminalOperations(client) : undefined}
        currency="USD"
        timeZone="UTC"
      >
        {children}
      </PaymentsProvider>
    );
    const { result, rerender } = renderHook(() => useCreatePaymentLink(options), { wrapper });
    const changeClient = (...next: Parameters<typeof clientOf>) => {
      client = clientOf(...next);
      rerender();
    };
    let pressed: Promise<unknown> | undefined;
    act(() => void (pressed = result.current.create({ amount: 1250 })));
    changeClient('new');
    expect(result.current.phase).toBe('sending');
    await act(async () => expect(await result.current.create({ amount: 1250 })).toBeUndefined());
    expect(posts.map(({ token }) => token)).toEqual(['old']);
    posts[0]?.answer();
    await act(() => pressed);
    expect(result.current).toMatchObject({ phase: 'created', link: { id: 'link-1' } });

    act(() => void (pressed = result.current.create({ amount: 1250 })));
    await waitFor(() => expect(posts).toHaveLength(2));
    posts[1]?.answer();
    await act(() => pressed);
    expect(posts.map(({ token }) => token)).toEqual(['old', 'new']);
    changeClient('other', 'another-shop');
    expect(result.current.phase).toBe('idle');
  },
);

test('F38: a link that is found when it is looked for again stands in the list at once', async () => {
  const listed: object[] = [];
  const record = {
    id: 'late',
    amount: 1250,
    createdAt: new Date(Date.UTC(2026, 0, 15, 9, 30)).toISOString(),
  };
  let reads = 0;
  const client = createPaymentsClient({
    ...createHarness().client.options,
    fetcher: ({ method }) => {
      if (method === 'POST') return Promise.resolve(new Response(null, { status: 204 }));
      reads += 1;
      return Promise.resolve(Response.json({ items: listed, total: listed.length }));
    },
  });
  const { wrapper } = createHarness({ provider: { client } });
  const { result } = renderHook(() => ({ creation: useCreatePaymentLink(), list: usePaymentLinks() }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  await act(async () => void (await result.current.creation.create({ amount: 1250 })));
  expect(result.current.creation.link).toBeUndefined();
  await waitFor(() => expect(reads).toBe(3));

  listed.push(record);
  await act(async () => void (await result.current.creation.look()));
  expect(result.current.creation.link).toMatchObject({ id: 'late' });
  await waitFor(() => expect(result.current.list.data?.items).toMatchObject([{ id: 'late' }]));
});

test('F38: a link that another form was given is not taken for the one of this form', async () => {
  const { sandbox, client: base } = createHarness({ latencyMs: 0 });
  const client = createPaymentsClient({
    ...base.options,
    service: defineService({ paymentLinks: { amountUnit: 'minor', version: 'v1' } }),
  });
  const { wrapper } = createHarness({ provider: { client } });
  const { result } = renderHook(() => [useCreatePaymentLink(), useCreatePaymentLink()], { wrapper });
  await waitFor(() => expect(sandbox.ledger.requests).toHaveLength(1));
  await act(() => Promise.resolve());
  for (const at of [0, 1]) {
    await act(async () => void (await result.current[at]?.create({ amount: 1250 })));
  }
  const addresses = sandbox.ledger.links.map(
    (link) => `https://${(link as { paymentLink: string }).paymentLink}`,
  );
  expect(addresses).toHaveLength(2);
  expect(result.current.map(({ link }) => link?.paymentLink)).toEqual(addresses);
});
