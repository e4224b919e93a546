import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  OpenOperations,
  PaymentMirror,
  PaymentsProvider,
  type PaymentsProviderProps,
  useCreatePaymentLink,
  useOperations,
  useTerminalPayment,
  useTerminals,
  TerminalPicker,
  useAllTerminals,
  usePaymentLinks,
  useUploadAttachments,
} from 'tillkit';
import {
  createPaymentsClient,
  type PaymentsEvent,
  paymentsKeys,
  type TerminalOperations,
} from 'tillkit/core';
import { es } from 'tillkit/locales/es';
import { allowConsole } from '../console.ts';
import { usePaymentsContext } from '../../src/hooks/usePaymentsContext.ts';
import { createHarness, type Harness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

const saleRequest = { terminalId: 'terminal-1', amount: 1250, receipt: false };

const started = async (operations: TerminalOperations) => {
  const result = await operations.start('pay', saleRequest);
  if (!result.started) throw new Error(result.refusal.message);
  return result.operation.id;
};

/** Whether the browser would ask before the page is left. */
const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('the operator', () => {
  test('does not see what another one on this browser charges', async () => {
    const { client, advance } = createHarness();
    // A service of its own: test files share the browser's storage, and this sale stays open in it.
    const baseUrl = 'https://operators.example';
    const fetcher = () => new Promise<Response>(() => undefined);
    const harness = { advance, client: createPaymentsClient({ ...client.options, baseUrl, fetcher }) };
    const ann = renderHook(() => useTerminalPayment(), {
      wrapper: providerOf({ client: harness.client, scopeKey: 'ann' }),
    });
    await act(() => ann.result.current.start(saleRequest));
    expect(ann.result.current.operation).toMatchObject({ amountCents: 1250 });
    ann.unmount();

    const ben = renderHook(() => [useOperations(), useTerminalPayment()] as const, {
      wrapper: providerOf({ client: harness.client, scopeKey: 'ben' }),
    });
    await act(() => harness.advance(1000));
    const [seen, flow] = ben.result.current;
    expect(seen).toMatchObject([{ terminalId: 'terminal-1' }]);
    expect(seen[0]?.amountCents).toBeUndefined();
    expect(flow.phase).toBe('idle');
  });
});

describe('the time zone', () => {
  const zoneAsked = async (props: Partial<PaymentsProviderProps>) => {
    const harness = createHarness({ latencyMs: 0 });
    const { result } = renderHook(() => useTerminals(), {
      wrapper: providerOf({ client: harness.client, ...props }),
    });
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    return harness.sandbox.ledger.requests.map(({ query }) => query['timezone']);
  };

  test('is the host’s, else the browser’s', async () => {
    expect(await zoneAsked({ timeZone: 'Asia/Tokyo' })).toEqual(['Asia/Tokyo']);
    expect(await zoneAsked({})).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone]);
  });
});

describe('the query client', () => {
  const clientsWithTerminals = async (props: (own: QueryClient) => Partial<PaymentsProviderProps>) => {
    const harness = createHarness({ latencyMs: 0 });
    const nearest = new QueryClient();
    const own = new QueryClient();
    const Provider = providerOf({ client: harness.client, ...props(own) });
    const { result } = renderHook(() => useTerminals(), {
      wrapper: ({ children }) => (
        <QueryClientProvider client={nearest}>
          <Provider>{children}</Provider>
        </QueryClientProvider>
      ),
    });
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    const queryKey = paymentsKeys.terminals(harness.sandbox.baseUrl);
    return { nearest: nearest.getQueriesData({ queryKey }), own: own.getQueriesData({ queryKey }) };
  };

  test('is the one that was given, though the host has another around it', async () => {
    const { nearest, own } = await clientsWithTerminals((queryClient) => ({ queryClient }));
    expect([nearest.length, own.length]).toEqual([0, 1]);
  });

  test('is the nearest where none was given', async () => {
    const { nearest, own } = await clientsWithTerminals(() => ({}));
    expect([nearest.length, own.length]).toEqual([1, 0]);
  });
});

describe('onEvent', () => {
  const phases = (events: readonly PaymentsEvent[]) =>
    events.flatMap((event) => (event.type === 'operation' ? [event.to] : []));

  test('is the newest one, and each event is told once, in StrictMode too', async () => {
    const harness = createHarness();
    const heard: { early: PaymentsEvent[]; late: PaymentsEvent[] } = { early: [], late: [] };
    const page = (into: PaymentsEvent[]) => (
      <PaymentsProvider
        client={harness.client}
        operations={harness.operations}
        currency="USD"
        onEvent={(event) => into.push(event)}
      />
    );
    const { rerender } = render(page(heard.early), { reactStrictMode: true });
    await act(() => started(harness.operations));
    rerender(page(heard.late));
    await act(() => harness.advance(20_000));
    expect(phases(heard.early)).toEqual(['sending']);
    expect(phases(heard.late)).toEqual(['waiting', 'complete']);
  });

  test('hears of the operations that are given now, and of none once it is gone', async () => {
    const harness = createHarness();
    const other = createHarness();
    const heard: PaymentsEvent[] = [];
    const page = ({ client, operations }: Harness) => (
      <PaymentsProvider
        client={client}
        operations={operations}
        currency="USD"
        onEvent={(event) => heard.push(event)}
      />
    );
    const { rerender, unmount } = render(page(harness));
    rerender(page(other));
    await act(() => started(harness.operations));
    expect(heard).toEqual([]);
    await act(() => started(other.operations));
    expect(phases(heard)).toEqual(['sending']);
    unmount();
    await act(() => other.advance(20_000));
    expect(phases(heard)).toEqual(['sending']);
  });

  test('hears how a payment ends that was sent before other operations were given, as to the next operator', async () => {
    const harness = createHarness();
    const other = createHarness();
    const heard: PaymentsEvent[] = [];
    const page = ({ operations }: Harness) => (
      <PaymentsProvider
        client={harness.client}
        operations={operations}
        currency="USD"
        onEvent={(event) => heard.push(event)}
      />
    );
    const { rerender } = render(page(harness));
    await act(() => started(harness.operations));
    rerender(page(other));
    expect(leaving()).toBe(true);
    await act(() => harness.advance(20_000));
    expect(phases(heard)).toEqual(['sending', 'waiting', 'complete']);
    expect(leaving()).toBe(false);
    await act(() => harness.operations.start('pay', { ...saleRequest, amount: 2000 }));
    expect(phases(heard)).toEqual(['sending', 'waiting', 'complete']);
  });

  test('that throws takes nothing from a link that was created', async () => {
    allowConsole(/host is broken/);
    const harness = createHarness({ latencyMs: 0 });
    const onEvent = vi.fn<(event: PaymentsEvent) => void>(() => {
      throw new Error('The host is broken.');
    });
    const { result } = renderHook(() => useCreatePaymentLink(), {
      wrapper: providerOf({ client: harness.client, onEvent }),
    });
    await waitFor(() => expect(harness.sandbox.ledger.requests).toHaveLength(1));
    await act(async () =>
      expect(await result.current.create({ amount: 1250 })).toMatchObject({ phase: 'created' }),
    );
    expect(onEvent).toHaveBeenCalledOnce();
    // The lists are asked anew all the same.
    await waitFor(() => expect(result.current.phase).toBe('created'));
  });
});

describe('warnOnLeave', () => {
  test('asks while a payment is being sent that began before the provider came, until it is not wanted', async () => {
    const harness = createHarness();
    await started(harness.operations);
    const page = (warnOnLeave: boolean) => (
      <PaymentsProvider
        client={harness.client}
        operations={harness.operations}
        currency="USD"
        warnOnLeave={warnOnLeave}
      />
    );
    const { rerender } = render(page(true));
    expect(leaving()).toBe(true);
    rerender(page(false));
    expect(leaving()).toBe(false);
  });

  test('F65: asks while one of two providers sends, though the other has its answer', async () => {
    const [slow, quick] = [createHarness(), createHarness({ latencyMs: 0 })];
    render(slow.wrapper({ children: quick.wrapper({ children: null }) }));
    await act(() => Promise.all([started(slow.operations), started(quick.operations)]));
    await act(() => quick.advance(1000));
    expect(quick.operations.list()).toMatchObject([{ phase: 'waiting' }]);
    expect(leaving()).toBe(true);
    await act(() => slow.advance(1000));
    expect(leaving()).toBe(false);
  });

  test('does not ask for what another tab sends', async () => {
    const harness = createHarness({ latencyMs: 5000 });
    const tab = harness.openTab();
    const { wrapper } = harness;
    const { result } = renderHook(() => useOperations({ open: true }), { wrapper });
    await act(() => started(tab));
    await act(() => harness.advance(1000));
    await waitFor(() => expect(result.current).toMatchObject([{ phase: 'sending' }]));
    expect(leaving()).toBe(false);
  });
});

test('a currency in small letters is read as its code', () => {
  const harness = createHarness();
  const { result } = renderHook(() => usePaymentsContext().currency, {
    wrapper: providerOf({ client: harness.client, currency: 'usd', operations: harness.operations }),
  });
  expect(result.current).toBe('USD');
});

test('words are the provider’s, and English again without them', async () => {
  const harness = createHarness();
  const page = (labels: PaymentsProviderProps['labels']) => (
    <PaymentsProvider client={harness.client} operations={harness.operations} currency="USD" labels={labels}>
      <OpenOperations />
    </PaymentsProvider>
  );
  const { rerender } = render(page(es));
  expect(screen.getByRole('region', { name: es.openOperations.title })).toBeInTheDocument();
  rerender(page(undefined));
  expect(screen.getByRole('region', { name: 'Open payments' })).toBeInTheDocument();
});

test('a sentence is spoken once, however often a host renders with words that it writes anew', async () => {
  const harness = createHarness();
  const page = () => (
    <PaymentsProvider client={harness.client} operations={harness.operations} currency="USD" labels={{}}>
      <PaymentMirror terminalId="terminal-1" />
    </PaymentsProvider>
  );
  const { rerender, container } = render(page());
  await act(() => started(harness.operations));
  const spoken = () => container.querySelector('[data-tillkit=live-region] output')?.firstElementChild;
  const sentence = spoken();
  expect(sentence).toHaveTextContent('12.50');
  rerender(page());
  expect(spoken()).toBe(sentence);
});

/** Two merchants of one service, one page and one query client: who is signed in changes. */
function open() {
  const account = (merchant: string) => {
    const harness = createHarness({ latencyMs: 0 });
    const uploads: string[] = [];
    const answerTo = ({ url, method }: Request) => {
      if (method === 'GET') return { items: [{ id: `of ${merchant}`, amount: 100 }], total: 1 };
      if (!url.includes('upload')) return { data: { id: `new of ${merchant}`, amount: 100 } };
      uploads.push(merchant);
      return { data: [{ path: `${merchant}/${uploads.length}` }] };
    };
    const client = createPaymentsClient({
      ...harness.client.options,
      headers: { authorization: merchant },
      fetcher: (request) => Promise.resolve(Response.json(answerTo(request))),
    });
    return { client, operations: harness.operations, uploads };
  };
  const accounts = { ada: account('ada'), grace: account('grace') };
  const queryClient = new QueryClient();
  let signedIn: keyof typeof accounts = 'ada';
  const wrapper = ({ children }: { children: ReactNode }) => {
    const { client, operations } = accounts[signedIn];
    return (
      <PaymentsProvider client={client} operations={operations} queryClient={queryClient} currency="USD">
        {children}
      </PaymentsProvider>
    );
  };
  const view = renderHook(
    () => ({
      list: usePaymentLinks(),
      creation: useCreatePaymentLink({ flowKey: 'links' }),
      upload: useUploadAttachments(),
    }),
    { wrapper },
  );
  const ids = () => view.result.current.list.data?.items.map(({ id }) => id);
  const signIn = (who: typeof signedIn) => {
    signedIn = who;
    view.rerender();
  };
  return { ...view, accounts, ids, signIn };
}

test('the links of one account are not shown to another', async () => {
  const { result, ids, signIn } = open();
  await waitFor(() => expect(ids()).toEqual(['of ada']));
  await act(async () => void (await result.current.creation.create({ amount: 100 })));
  await waitFor(() => expect(ids()).toEqual(['new of ada', 'of ada']));

  signIn('grace');
  expect(ids()).toBeUndefined();
  expect(result.current.creation.phase).toBe('idle');
  await waitFor(() => expect(ids()).toEqual(['of grace']));
  await act(async () => void (await result.current.creation.create({ amount: 100 })));
  await waitFor(() => expect(ids()).toEqual(['new of grace', 'of grace']));

  signIn('ada');
  expect(ids()).toEqual(['new of ada', 'of ada']);
});

test('the files of one account do not go with the link of another', async () => {
  const { result, accounts, signIn } = open();
  act(() => result.current.upload.add([new File(['one'], 'one.txt')]));
  await waitFor(() => expect(result.current.upload.attachments).toEqual([{ path: 'ada/1' }]));

  signIn('grace');
  expect(result.current.upload.files).toEqual([]);
  act(() => result.current.upload.add([new File(['two'], 'two.txt')]));
  await waitFor(() => expect(result.current.upload.attachments).toEqual([{ path: 'grace/1' }]));
  expect(accounts.ada.uploads).toHaveLength(1);
});

test('the terminals of one account are not offered to another', async () => {
  const queryClient = new QueryClient();
  const clientOf = (merchant: string) => {
    const terminal = { id: merchant, name: `Till of ${merchant}` };
    return createPaymentsClient({
      ...createHarness().client.options,
      headers: { authorization: merchant },
      fetcher: () => Promise.resolve(Response.json({ items: [terminal], total: 1 })),
    });
  };
  const clients = { ada: clientOf('ada'), grace: clientOf('grace') };
  const { operations } = createHarness();
  const page = (merchant: keyof typeof clients, child: ReactNode) => (
    <PaymentsProvider
      client={clients[merchant]}
      operations={operations}
      queryClient={queryClient}
      currency="USD"
    >
      {child}
    </PaymentsProvider>
  );
  function Names() {
    const ids = [useTerminals().data?.items, useAllTerminals().data].map((list) => list?.[0]?.id ?? 'none');
    return <p>{ids.join(' ')}</p>;
  }
  const both = (
    <>
      <Names />
      <TerminalPicker remembers={false} />
    </>
  );
  const { rerender } = render(page('ada', both));
  expect(await screen.findByText('ada ada')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('Till of ada'));

  rerender(page('grace', both));
  expect(screen.getByText('none none')).toBeVisible();
  expect(await screen.findByText('grace grace')).toBeVisible();
  screen.getByRole('combobox').click();
  expect(await screen.findByRole('option', { name: /Till of grace/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Till of ada/ })).toBeNull();
});

describe('a page of lists', () => {
  /** A service of its own: what a page takes up is shared by all clients of one. */
  const lone = (baseUrl: string) => {
    const { client } = createHarness({ virtual: false });
    const base = client.options.baseUrl;
    const { fetcher } = client.options;
    return createPaymentsClient({
      ...client.options,
      baseUrl,
      fetcher: (request, init) => fetcher!(new Request(request.url.replace(baseUrl, base), request), init),
    });
  };

  test('activates no operations until something that needs them is mounted', async () => {
    const client = lone('https://lists.example');
    const active: (TerminalOperations | undefined)[] = [];
    const Seen = () => {
      active.push(usePaymentsContext().activeOperations.current());
      return null;
    };
    const Till = () => <p>{useOperations({ open: true }).length} open</p>;
    const events: PaymentsEvent['type'][] = [];
    const page = (till: ReactNode) => (
      <PaymentsProvider client={client} currency="USD" onEvent={({ type }) => void events.push(type)}>
        <TerminalPicker />
        <Seen />
        {till}
      </PaymentsProvider>
    );
    const { rerender } = render(page(null));
    await screen.findByRole('combobox', { name: 'Terminal' });
    rerender(page(null));
    expect(active.at(-1)).toBeUndefined();
    rerender(page(<Till />));
    rerender(page(<Till />));
    const operations = active.at(-1)!;
    await act(async () => {
      await operations.ready;
      await operations.start('pay', saleRequest);
    });
    expect(screen.getByText('1 open')).toBeVisible();
    expect(events).toContain('operation');
    // And goes on where the list alone is left.
    rerender(page(null));
    expect(operations.list({ open: true })).toHaveLength(1);
    expect(active.at(-1)).toBe(operations);
    operations.dispose();
  });
});
