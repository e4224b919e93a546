import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { useOperation, useOperations, useTerminalPayment } from 'tillkit';
import { allowConsole } from '../console.ts';
import { createHarness, type HarnessOptions } from '../harness.tsx';

function mount(options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const view = renderHook(() => useTerminalPayment(), { wrapper: harness.wrapper });
  const terminalId = harness.sandbox.terminals[0]!.id;
  return {
    ...harness,
    view,
    current: () => view.result.current,
    press: () =>
      act(async () => void view.result.current.start({ terminalId, amount: 1250, receipt: false })),
    pass: (ms: number) => act(() => harness.advance(ms)),
    pays: () => harness.sandbox.ledger.requests.filter(({ operation }) => operation === 'pay'),
  };
}

describe('useTerminalPayment', () => {
  it('F41: goes from idle to complete with one request and one poll stream, in StrictMode', async () => {
    const { current, press, pass, pays, sandbox } = mount();
    expect(current().phase).toBe('idle');
    await press();
    expect(current()).toMatchObject({ phase: 'sending', operation: { amountCents: 1250 } });
    await pass(2000);
    expect(current().phase).toBe('waiting');
    expect(sandbox.ledger.polls.length).toBeLessThanOrEqual(3);
    await pass(10_000);
    expect(current().phase).toBe('complete');
    expect(pays()).toHaveLength(1);
  });

  it('F60: sends once on twenty presses in one tick, and shows no refusal for it', async () => {
    const { current, view, pass, pays, sandbox } = mount();
    const request = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
    await act(async () => {
      for (let press = 0; press < 20; press += 1) void view.result.current.start(request);
    });
    await pass(500);
    expect(pays()).toHaveLength(1);
    expect(current().refusal).toBeUndefined();
  });

  it('F42: shows the same operation after it was unmounted and mounted again, with one poller', async () => {
    const { view, press, pass, wrapper, pays, sandbox } = mount({ scenario: 'slow' });
    await press();
    await pass(3000);
    const id = view.result.current.operation!.id;
    view.unmount();
    await pass(3000);
    const polls = sandbox.ledger.polls.length;
    const again = renderHook(() => useTerminalPayment(), { wrapper });
    expect(again.result.current).toMatchObject({ phase: 'waiting', operation: { id } });
    await pass(3000);
    expect(sandbox.ledger.polls.length - polls).toBeLessThanOrEqual(4);
    expect(pays()).toHaveLength(1);
  });

  it('F15: goes on when it is unmounted while sending', async () => {
    const { view, press, pass, pays, operations } = mount({ latencyMs: 3000 });
    await press();
    view.unmount();
    await pass(20_000);
    expect(operations.list()[0]).toMatchObject({ phase: 'complete' });
    expect(pays()).toHaveLength(1);
  });

  it('keeps showing an outcome until it is reset, which only detaches', async () => {
    const { current, press, pass, operations } = mount({ scenario: 'lost-answer' });
    await press();
    await pass(1000);
    expect(current()).toMatchObject({ phase: 'unknown' });
    act(() => current().reset());
    expect(current().phase).toBe('idle');
    expect(operations.list({ open: true })).toHaveLength(1);
    await press();
    expect(current()).toMatchObject({ phase: 'refused', refusal: { code: 'terminal-busy' } });
  });

  it('does what a person can do about it', async () => {
    const { current, press, pass } = mount({ scenario: 'stuck-received' });
    expect(current().checkNow().asked).toBe(false);
    await press();
    await pass(1000);
    expect(current().checkNow().nextAllowedAt).toBeLessThan(Infinity);
    act(() => current().stopWaiting());
    expect(current()).toMatchObject({ phase: 'unknown', operation: { reason: 'stopped' } });
    act(() => current().resolveUnknown({ charged: true, basis: 'receipt' }));
    expect(current()).toMatchObject({ phase: 'resolved', operation: { resolution: { charged: true } } });
  });

  it('shows the next payment of its key, wherever it was started, once the last one is taken note of', async () => {
    const { wrapper, advance } = createHarness();
    const { result } = renderHook(() => [useTerminalPayment(), useTerminalPayment()] as const, { wrapper });
    const sell = (amount: number) =>
      act(() => result.current[0].start({ terminalId: 'terminal-1', amount, receipt: false }));
    const shown = () => result.current.map(({ phase, operation }) => [phase, operation?.amountCents]);
    await sell(1250);
    await act(() => advance(20_000));
    act(() => result.current[0].reset());
    expect(shown()).toEqual([
      ['idle', undefined],
      ['complete', 1250],
    ]);
    await sell(2000);
    expect(shown()).toEqual([
      ['sending', 2000],
      ['sending', 2000],
    ]);
  });

  it('tells flows of one kind apart by their key', async () => {
    const harness = createHarness();
    const { result } = renderHook(
      () => [useTerminalPayment({ flowKey: 'a' }), useTerminalPayment({ flowKey: 'b' })] as const,
      {
        wrapper: harness.wrapper,
      },
    );
    await act(
      async () =>
        void result.current[1].start({
          terminalId: harness.sandbox.terminals[0]!.id,
          amount: 5,
          receipt: false,
        }),
    );
    expect(result.current.map(({ phase }) => phase)).toEqual(['idle', 'sending']);
  });

  it('F55, F56: is not changed by a hostile query client', async () => {
    const queryClient = new QueryClient({
      defaultOptions: {
        queries: { retry: true, networkMode: 'offlineFirst', gcTime: 0 },
        mutations: { retry: 3, networkMode: 'offlineFirst', gcTime: 0 },
      },
    });
    const harness = createHarness();
    const wrapper = ({ children }: { children?: React.ReactNode }) => (
      <QueryClientProvider client={queryClient}>{harness.wrapper({ children })}</QueryClientProvider>
    );
    const { result } = renderHook(() => useTerminalPayment(), { wrapper });
    await act(
      async () =>
        void result.current.start({
          terminalId: harness.sandbox.terminals[0]!.id,
          amount: 1250,
          receipt: false,
        }),
    );
    await act(() => harness.advance(1000));
    queryClient.clear();
    await act(() => queryClient.invalidateQueries());
    await act(() => harness.advance(20_000));
    expect(result.current.phase).toBe('complete');
    expect(harness.sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toHaveLength(1);
  });
});

describe('a page around a payment', () => {
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('F65: is asked about before it is left while a payment is being sent, and only then', async () => {
    const { press, pass, view } = mount({ scenario: 'slow' });
    expect(leaving()).toBe(false);
    await press();
    expect(leaving()).toBe(true);
    await pass(2000);
    expect(leaving()).toBe(false);
    await press();
    view.unmount();
    expect(leaving()).toBe(false);
  });

  it('F69: sends once where two buttons stand for one intent', async () => {
    const harness = createHarness();
    const { result } = renderHook(() => [useTerminalPayment(), useTerminalPayment()] as const, {
      wrapper: harness.wrapper,
    });
    const request = { terminalId: harness.sandbox.terminals[0]!.id, amount: 1250, receipt: false };
    await act(async () => {
      for (const flow of result.current) void flow.start(request);
    });
    await act(() => harness.advance(20_000));
    expect(result.current.map(({ phase }) => phase)).toEqual(['complete', 'complete']);
    expect(harness.sandbox.ledger.charges).toHaveLength(1);
  });

  it('F54: breaks without breaking the payment', async () => {
    allowConsole(/host is broken|error occurred|Error:/);
    const harness = createHarness();
    function Fragile() {
      const { phase, start } = useTerminalPayment();
      if (phase === 'waiting') throw new Error('The host is broken.');
      const request = { terminalId: harness.sandbox.terminals[0]!.id, amount: 1250, receipt: false };
      return <button onClick={() => void start(request)}>{phase}</button>;
    }
    render(
      <Boundary>
        <Fragile />
      </Boundary>,
      { wrapper: harness.wrapper },
    );
    await act(async () => screen.getByRole('button').click());
    await act(() => harness.advance(1000));
    await act(() => harness.advance(20_000));
    expect(screen.getByText('broken')).toBeVisible();
    expect(harness.operations.list()[0]).toMatchObject({ phase: 'complete' });
    expect(harness.sandbox.ledger.charges).toHaveLength(1);
  });
});

class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError = () => ({ isBroken: true });
  override render() {
    return this.state.isBroken ? 'broken' : this.props.children;
  }
}

describe('useOperation and useOperations', () => {
  it('show an operation anywhere on the page', async () => {
    const harness = createHarness();
    function Tracker({ id }: { id: string | undefined }) {
      const operation = useOperation(id);
      const open = useOperations({ open: true });
      return <p>{`${operation?.phase ?? 'none'}, ${open.length} open`}</p>;
    }
    const view = render(<Tracker id={undefined} />, { wrapper: harness.wrapper });
    expect(screen.getByText('none, 0 open')).toBeVisible();
    const started = await harness.operations.start('pay', {
      terminalId: harness.sandbox.terminals[0]!.id,
      amount: 1250,
      receipt: false,
    });
    if (!started.started) throw new Error('not started');
    view.rerender(<Tracker id={started.operation.id} />);
    expect(screen.getByText('sending, 1 open')).toBeVisible();
    await act(() => harness.advance(20_000));
    expect(screen.getByText('complete, 0 open')).toBeVisible();
  });

  it('renders a list again only when something in it changed', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    let renders = 0;
    const { result } = renderHook(
      () => {
        renders += 1;
        return useOperations({ open: false });
      },
      { wrapper: harness.wrapper },
    );
    const before = renders;
    await act(async () => {
      await harness.operations.start('pay', {
        terminalId: harness.sandbox.terminals[0]!.id,
        amount: 1250,
        receipt: false,
      });
    });
    await act(() => harness.advance(5000));
    expect(result.current).toEqual([]);
    expect(renders).toBe(before);
  });
});
