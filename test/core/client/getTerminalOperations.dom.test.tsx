import 'fake-indexeddb/auto';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PaymentsProvider, useTerminalPayment } from 'tillkit';
import {
  createGatewayClient,
  createPaymentsClient,
  defineService,
  getTerminalOperations,
  type PaymentsClient,
  type PaymentsClientOptions,
} from 'tillkit/core';
import { isOutcomeDecisionPostponed, postponeDecision } from '../../../src/core/operations/flowView.ts';
import { createSandbox, createVirtualClock } from 'tillkit/sandbox';
import { createScriptedStream } from '../mirror/scriptedRecord.ts';

afterEach(() => vi.unstubAllEnvs());

const sale = { terminalId: 'terminal-1', amount: 1250, receipt: false };
let services = 0;

/** A service of its own, as a module or a component makes clients of it; and whose client each request came from. */
function service() {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const baseUrl = `https://pay-${(services += 1)}.test`;
  const made: string[] = [];
  const sent: { by: string; method: string }[] = [];
  const newClient = (more: Partial<PaymentsClientOptions> = {}): PaymentsClient => {
    const by = `client ${made.push(baseUrl)}`;
    return createPaymentsClient({
      baseUrl,
      clientId: 'web-1',
      headers: { authorization: 'sandbox' },
      clock,
      fetcher: async (request) => {
        sent.push({ by, method: request.method });
        const { method, headers } = request;
        const body = method === 'POST' ? await request.text() : null;
        const url = request.url.replace(baseUrl, sandbox.baseUrl);
        return sandbox.fetch(new Request(url, { method, headers, body }));
      },
      ...more,
    });
  };
  onTestFinished(async () => {
    await act(() => clock.advance(10_000));
    getTerminalOperations(newClient()).dispose();
  });
  const senders = (method: string) => [
    ...new Set(sent.filter((one) => one.method === method).map(({ by }) => by)),
  ];
  const posts = () => sent.filter(({ method }) => method === 'POST').length;
  const patient = { timeout: 20_000, interval: 1 };
  /** Time passes until something is settled, or so. The browser's database is not on the clock. */
  const settled = async <Value,>(value: PromiseLike<Value>): Promise<Value> => {
    const state = { isSettled: false };
    const settle = () => void (state.isSettled = true);
    value.then(settle, settle);
    while (!state.isSettled) await clock.advance(10);
    return value;
  };
  const passUntil = (check: () => void) =>
    vi.waitFor(async () => {
      await clock.advance(100);
      check();
    }, patient);
  /** As `passUntil`, for what a page shows. */
  const shows = (text: string | RegExp) =>
    waitFor(async () => {
      await clock.advance(10);
      expect(screen.getByText(text)).toBeVisible();
    }, patient);
  return { settled, passUntil, shows, clock, sandbox, baseUrl, newClient, made, senders, posts };
}

function Till() {
  const { phase, refusal, start } = useTerminalPayment();
  return (
    <>
      <output>{[phase, refusal?.code].join(' ')}</output>
      <button onClick={() => void start(sale)}>Charge</button>
    </>
  );
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Charge' }));

describe.each<[string, (client: () => PaymentsClient) => (props: { render: number }) => ReactNode]>([
  [
    'made inside a component',
    (newClient) =>
      function Page() {
        return (
          <PaymentsProvider client={newClient()} currency="USD">
            <Till />
          </PaymentsProvider>
        );
      },
  ],
  [
    'kept in the state of a component that comes and goes',
    (newClient) => {
      function Host() {
        const [client] = useState(newClient);
        return (
          <PaymentsProvider client={client} currency="USD">
            <Till />
          </PaymentsProvider>
        );
      }
      return ({ render: key }) => <Host key={key} />;
    },
  ],
  [
    'of a module that is loaded again',
    (newClient) => {
      const load = () => {
        const client = newClient();
        return () => (
          <PaymentsProvider client={client} currency="USD">
            <Till />
          </PaymentsProvider>
        );
      };
      const modules = new Map<number, () => ReactNode>();
      return ({ render: version }) => {
        const Module = modules.get(version) ?? load();
        modules.set(version, Module);
        return <Module />;
      };
    },
  ],
])('F61, F64: a client %s', (_, pageOf) => {
  test('keeps showing the running sale and its ending, and nothing goes out twice unasked', async () => {
    const { clock, shows, sandbox, newClient, made, posts } = service();
    const Page = pageOf(newClient);
    const { rerender } = render(<Page render={1} />);
    await press();
    await shows('waiting');
    const before = made.length;
    rerender(<Page render={2} />);
    expect(made.length).toBeGreaterThan(before);
    expect(screen.getByText('waiting')).toBeVisible();
    await press();
    await shows('waiting terminal-busy');
    rerender(<Page render={3} />);
    await act(() => clock.advance(10_000));
    await shows(/^complete/);
    rerender(<Page render={4} />);
    expect(screen.getByText(/^complete/)).toBeVisible();
    await press();
    await shows('complete needs-confirmation');
    expect([posts(), sandbox.ledger.charges.length]).toEqual([1, 1]);
  });
});

describe('a flow, when the page makes a new client of the same options', () => {
  const flow = async () => {
    const { newClient, ...shop } = service();
    let client = newClient();
    const view = renderHook(() => useTerminalPayment(), {
      wrapper: ({ children }) => (
        <PaymentsProvider client={client} currency="USD">
          {children}
        </PaymentsProvider>
      ),
    });
    const renew = () => {
      client = newClient();
      view.rerender();
    };
    const shown = () => [view.result.current.phase, view.result.current.refusal?.code];
    const passUntil = (phase: string) =>
      waitFor(
        async () => {
          await act(() => shop.clock.advance(100));
          expect(shown()[0]).toBe(phase);
        },
        { timeout: 20_000, interval: 1 },
      );
    const pay = (more = {}) => view.result.current.start({ ...sale, ...more });
    await shop.settled(pay());
    await passUntil('complete');
    return { ...view, renew, shown, pay, operations: () => getTerminalOperations(client) };
  };

  test('does not show again what a person has left', async () => {
    const { result, renew, shown } = await flow();
    act(() => result.current.leave());
    renew();
    expect(shown()).toEqual(['idle', undefined]);
  });

  test('does not show again what a person has put off', async () => {
    const { result, renew, operations } = await flow();
    const { id } = result.current.operation!;
    postponeDecision(operations(), id);
    renew();
    expect(isOutcomeDecisionPostponed(operations(), id)).toBe(true);
  });

  test('shows the refusal of a press that was under way', async () => {
    const { renew, shown, pay } = await flow();
    const pressed = pay({ amount: 0 });
    renew();
    await act(() => pressed);
    expect(shown()).toEqual(['complete', 'invalid-request']);
  });
});

describe('operations of clients that are made of the same options', () => {
  test('are the same ones; each payment goes out by the client of the page that pressed, results come by the newest', async () => {
    const { clock, settled, passUntil, newClient, senders, sandbox } = service();
    const [first, second] = [newClient(), newClient()].map((client) => getTerminalOperations(client));
    expect(first!.ready).toBe(second!.ready);
    await settled(first!.ready);
    expect(await settled(second!.start('pay', sale))).toMatchObject({ started: true });
    expect(await settled(first!.start('pay', { ...sale, amount: 800 }))).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
    await passUntil(() => expect(senders('POST')).toEqual(['client 2']));
    expect(await settled(first!.start('pay', { ...sale, terminalId: 'terminal-2' }))).toMatchObject({
      started: true,
    });
    await passUntil(() => expect(senders('POST')).toEqual(['client 2', 'client 1']));
    await clock.advance(10_000);
    await passUntil(() => expect(second!.list().map(({ phase }) => phase)).toEqual(['complete', 'complete']));
    expect(first!.list()).toEqual(second!.list());
    expect(senders('GET')).toEqual(['client 2']);
    expect(sandbox.ledger.charges).toHaveLength(2);
  });

  test.each<[string, Partial<PaymentsClientOptions>, string?]>([
    ['client', { clientId: 'web-2' }],
    ['budget', { budgetKey: 'night' }],
    ['address', { baseUrl: 'https://another.test' }],
    ['operator', {}, 'ann'],
  ])('are others for another %s', async (_, more, scopeKey) => {
    const { newClient, settled } = service();
    const one = getTerminalOperations(newClient());
    const other = getTerminalOperations(newClient(more), { scopeKey });
    onTestFinished(() => other.dispose());
    expect(other.ready).not.toBe(one.ready);
    await settled(Promise.all([one.ready, other.ready]));
    const started = await settled(one.start('pay', sale));
    if (!started.started) throw new Error(started.refusal.message);
    expect([one.isOwn(started.operation.id), other.isOwn(started.operation.id)]).toEqual([true, false]);
  });

  test('go on as long as a newer client has them, and begin anew where no client has them', async () => {
    const { clock, settled, passUntil, newClient } = service();
    const clients = [newClient(), newClient()];
    const [older, newer] = clients.map((client) => getTerminalOperations(client));
    await settled(older!.ready);
    await settled(newer!.start('pay', sale));
    older!.dispose();
    await clock.advance(10_000);
    await passUntil(() => expect(newer!.list()).toMatchObject([{ phase: 'complete' }]));
    newer!.dispose();
    const last = getTerminalOperations(clients[1]!);
    expect(last.ready).not.toBe(newer!.ready);
    await settled(last.ready);
    await settled(last.start('pay', { ...sale, terminalId: 'terminal-2' }));
    await passUntil(() => expect(last.list()[0]).toMatchObject({ phase: 'waiting' }));
    await clock.advance(10_000);
    await passUntil(() => expect(last.list()[0]).toMatchObject({ phase: 'complete' }));
  });

  test('are others for another clock: a test does not hear of the one before it', () => {
    const { newClient } = service();
    const [one, other] = [newClient({ clock: createVirtualClock(0) }), newClient()];
    expect(getTerminalOperations(one).ready).not.toBe(getTerminalOperations(other).ready);
    getTerminalOperations(one).dispose();
  });

  test('are others before a gateway', () => {
    const { baseUrl, newClient } = service();
    const one = getTerminalOperations(newClient());
    const other = getTerminalOperations(createGatewayClient({ baseUrl, clientId: 'web-1' }));
    onTestFinished(() => other.dispose());
    expect(other.ready).not.toBe(one.ready);
  });

  test('hear the stream of their gateway by the newest client', async () => {
    const { baseUrl } = service();
    const clock = createVirtualClock(Date.UTC(2026, 0, 15));
    const stream = createScriptedStream();
    const before = (authorization: string) =>
      createGatewayClient({
        baseUrl,
        clock,
        fetcher: async (request, init) =>
          request.url.endsWith('/stream') ? stream.connect(request, init) : Response.json({ items: [] }),
        headers: { authorization },
      });
    const authorizations = () =>
      stream.connections.map(({ request }) => request.headers.get('authorization'));
    const older = getTerminalOperations(before('old'), { scopeKey: 'ann' });
    older.subscribe(() => undefined);
    await vi.waitFor(() => expect(authorizations()).toEqual(['old']), 20_000);
    const newer = getTerminalOperations(before('new'), { scopeKey: 'ann' });
    onTestFinished(() => newer.dispose());
    stream.last().break();
    await clock.advance(3000);
    await vi.waitFor(() => expect(authorizations()).toEqual(['old', 'new']), 20_000);
  });

  test.each([
    ['development', 1],
    ['production', 0],
  ])('in %s are warned of %i times', (mode, times) => {
    vi.stubEnv('NODE_ENV', mode);
    const { newClient, baseUrl } = service();
    const described = defineService({ paymentLinks: { amountUnit: 'minor' } }); // or it would warn of that
    const warned: unknown[] = [];
    console.warn = (line) => void warned.push(line); // put back as for every test
    const first = newClient({ service: described });
    getTerminalOperations(first);
    getTerminalOperations(first);
    getTerminalOperations(first, { scopeKey: 'ann' });
    expect(warned).toEqual([]);
    for (let made = 0; made < 3; made += 1) getTerminalOperations(newClient({ service: described }));
    expect(warned).toEqual(
      Array.from({ length: times }, () =>
        expect.stringContaining(`a second client was made for ${baseUrl}.`),
      ),
    );
  });
});
