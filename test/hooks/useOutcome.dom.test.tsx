import { act, renderHook, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useTerminalPayment, PaymentStatus, type PaymentStatusProps } from 'tillkit';
import { createMemoryJournal, createTerminalOperations, type TerminalOperation } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';
import type { ScenarioName } from 'tillkit/sandbox';
import { allowConsole } from '../console.ts';

const terminalId = 'terminal-1';
const sale = { terminalId, amount: 1250, receipt: false };

const names = [
  'onPaymentComplete',
  'onPaymentPartial',
  'onPaymentFailed',
  'onPaymentRejected',
  'onPaymentUnknown',
] as const;
type Callbacks = Pick<PaymentStatusProps, (typeof names)[number]>;

/** A sale that has begun, and what its host is told of it. */
async function begin(scenario: ScenarioName) {
  const harness = createHarness({ scenario });
  const started = await harness.operations.start('pay', {
    terminalId: 'terminal-1',
    amount: 1250,
    receipt: false,
  });
  if (!started.started) throw new Error(started.refusal.message);
  const { id } = started.operation;
  const told: string[] = [];
  const operations: TerminalOperation[] = [];
  const callbacks: Callbacks = Object.fromEntries(
    names.map((name) => [
      name,
      (operation: TerminalOperation) => {
        told.push(`${name} ${operation.phase}`);
        operations.push(operation);
      },
    ]),
  );
  const mount = (props: Callbacks = callbacks) =>
    render(<PaymentStatus operationId={id} {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  return { ...harness, id, told, heard: operations, callbacks, mount, pass };
}

/** In steps: React 18 draws once for all that happens in one `act`. */
async function passTwelveMinutes(pass: (ms: number) => Promise<void>) {
  for (let step = 0; step < 72; step += 1) await pass(10_000);
}

test.each<[ScenarioName, string[]]>([
  ['approved', ['onPaymentComplete complete']],
  ['partly-approved', ['onPaymentPartial partial']],
  ['tip', ['onPaymentComplete complete']],
  ['declined', ['onPaymentFailed failed']],
  ['unauthorized', ['onPaymentRejected rejected']],
  ['conflict', ['onPaymentUnknown unknown']],
  ['lost-answer', ['onPaymentUnknown unknown']],
  ['late-result', ['onPaymentUnknown unknown', 'onPaymentComplete complete']],
])('%s is told by the callback of its name, once: %j', async (scenario, expected) => {
  const { mount, pass, told } = await begin(scenario);
  mount();
  await passTwelveMinutes(pass);
  expect(told).toEqual(expected);
});

describe('an outcome', () => {
  test('that was there before the component is told too, and not again when it comes back', async () => {
    const { mount, pass, told } = await begin('approved');
    await pass(20_000);
    mount().unmount();
    mount();
    expect(told).toEqual(['onPaymentComplete complete']);
  });

  test('is told once where two components show it', async () => {
    const { mount, pass, told } = await begin('approved');
    mount();
    mount();
    await pass(20_000);
    expect(told).toEqual(['onPaymentComplete complete']);
  });

  test('waits for a host that has no callback yet', async () => {
    const { mount, pass, told, callbacks } = await begin('approved');
    const first = mount({});
    await pass(20_000);
    first.unmount();
    mount(callbacks);
    expect(told).toEqual(['onPaymentComplete complete']);
  });

  test('is told to the newest callback', async () => {
    const { mount, pass, wrapper: Wrapper, id, told } = await begin('approved');
    const { rerender } = mount();
    const newest = vi.fn<NonNullable<Callbacks['onPaymentComplete']>>();
    rerender(
      <Wrapper>
        <PaymentStatus operationId={id} onPaymentComplete={newest} />
      </Wrapper>,
    );
    await pass(20_000);
    expect(told).toEqual([]);
    expect(newest).toHaveBeenCalledOnce();
  });

  test('comes as a plain object that stays as it is', async () => {
    const { mount, pass, heard } = await begin('late-result');
    mount();
    await passTwelveMinutes(pass);
    const [unknown, complete] = heard;
    expect({ ...unknown }).toMatchObject({ phase: 'unknown', amountCents: 1250 });
    expect(complete?.pnRefNum).toEqual(expect.any(String));
    expect(structuredClone(complete)).toEqual(complete);
  });

  test('is shown though its callback throws, which is reported', async () => {
    allowConsole(/host is broken/);
    const { mount, pass, told, callbacks } = await begin('approved');
    mount({
      ...callbacks,
      onPaymentComplete: () => {
        throw new Error('The host is broken.');
      },
    });
    await pass(20_000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(told).toEqual([]);
  });

  test('that a person recorded is not told as if the service had said it', async () => {
    const { mount, pass, told, operations, id } = await begin('lost-answer');
    mount();
    await pass(1000);
    act(() => operations.resolveUnknown(id, { charged: true, basis: 'receipt' }));
    expect(screen.getByRole('heading', { name: 'Recorded as charged' })).toBeVisible();
    expect(told).toEqual(['onPaymentUnknown unknown']);
  });
});

describe('a flow hook', () => {
  type Options = NonNullable<Parameters<typeof useTerminalPayment>[0]>;
  /** A host whose sale is a hook, and may be shown by a component beside it. */
  async function sell(scenario: ScenarioName, options: Options = {}) {
    const harness = createHarness({ scenario });
    const told: string[] = [];
    const heard = Object.fromEntries(
      names.map((name) => [
        name,
        ({ kind, phase }: TerminalOperation) => void told.push(`${name} ${kind} ${phase}`),
      ]),
    );
    const mount = (given: Options = { ...heard, ...options }, isShown = false) =>
      renderHook(() => useTerminalPayment(given), {
        wrapper: function Page({ children }: { children: ReactNode }) {
          return harness.wrapper({ children: [children, isShown && <Shown key="shown" {...heard} />] });
        },
      });
    const pass = (ms: number) => act(() => harness.advance(ms));
    return { ...harness, told, mount, pass };
  }

  function Shown(callbacks: Callbacks) {
    const { operation } = useTerminalPayment();
    return operation ? <PaymentStatus operationId={operation.id} {...callbacks} /> : null;
  }

  test.each<[ScenarioName, string[]]>([
    ['approved', ['onPaymentComplete pay complete']],
    ['partly-approved', ['onPaymentPartial pay partial']],
    ['declined', ['onPaymentFailed pay failed']],
    ['unauthorized', ['onPaymentRejected pay rejected']],
    ['late-result', ['onPaymentUnknown pay unknown', 'onPaymentComplete pay complete']],
  ])('tells %s by its option, once, also where a component tells it too: %j', async (scenario, expected) => {
    for (const isShown of [false, true]) {
      const { mount, pass, told } = await sell(scenario);
      const { result, unmount } = mount(undefined, isShown);
      await act(async () => void (await result.current.start(sale)));
      await passTwelveMinutes(pass);
      expect(told).toEqual(expected);
      unmount();
    }
  });

  test('tells an ending that was there before it, and not again when it comes back', async () => {
    const { mount, pass, told, operations } = await sell('approved');
    await operations.start('pay', sale);
    await pass(20_000);
    mount().unmount();
    mount();
    expect(told).toEqual(['onPaymentComplete pay complete']);
  });

  test('tells what was taken note of elsewhere, of its kind and key only', async () => {
    const { mount, pass, told, operations } = await sell('approved', { flowKey: 'bar' });
    for (const [kind, flowKey] of [
      ['pay', 'bar'],
      ['pay', 'default'],
      ['preAuth', 'bar'],
    ] as const) {
      await operations.start(kind, sale, { flowKey });
      await pass(20_000);
      operations.acknowledge(operations.list()[0]!.id);
    }
    mount();
    expect(told).toEqual(['onPaymentComplete pay complete']);
  });

  test.each(['reset', 'leave'] as const)(
    'tells how a payment ended after %s, which had left it',
    async (leave) => {
      const { mount, pass, told, operations } = await sell('approved');
      const { result } = mount();
      await act(async () => void (await result.current.start(sale)));
      await pass(2000);
      expect(result.current.phase).toBe('waiting');
      act(() => result.current[leave]());
      await pass(20_000);
      expect(result.current.phase).toBe('idle');
      expect(told).toEqual(['onPaymentComplete pay complete']);
      expect(operations.list({ standing: true })).toHaveLength(1);
    },
  );

  test('tells the late result of a payment about which a person decides later, and that ends it if the host says so', async () => {
    const { mount, pass, told, operations } = await sell('late-result', { acknowledgeOn: 'callback' });
    const { result } = mount();
    await act(async () => void (await result.current.start(sale)));
    while (result.current.phase !== 'unknown') await pass(10_000);
    act(() => result.current.reset());
    await passTwelveMinutes(pass);
    expect(told).toEqual(['onPaymentUnknown pay unknown', 'onPaymentComplete pay complete']);
    expect(operations.list({ standing: true })).toEqual([]);
  });

  test('tells each of two endings that an earlier page left, and none that another tab shows', async () => {
    const { mount, pass, told, openTab, operations } = await sell('approved');
    const tab = openTab();
    await tab.start('pay', sale);
    await pass(20_000);
    await tab.start('pay', { ...sale, amount: 2000 });
    await pass(20_000);
    const { unmount } = mount();
    await pass(1000);
    expect(told).toEqual([]);
    unmount();
    tab.dispose();
    await waitFor(() =>
      expect(operations.list().map(({ id }) => operations.isOrphan(id))).toEqual([true, true]),
    );
    mount();
    expect(told).toEqual(Array(2).fill('onPaymentComplete pay complete'));
  });

  test('takes note of no telling where no listener is there, so that a later listener hears it', async () => {
    const { mount, pass, told, operations } = await sell('approved');
    const { result, unmount } = mount({});
    await act(async () => void (await result.current.start(sale)));
    await pass(20_000);
    expect(operations.list()[0]?.toldPhase).toBeUndefined();
    act(() => result.current.reset());
    unmount();
    mount();
    await pass(0);
    expect(told).toEqual(['onPaymentComplete pay complete']);
    expect(operations.list()[0]?.toldPhase).toBe('complete');
  });

  test('ends with its callback where the host says so, and goes on showing it', async () => {
    const { mount, pass, operations } = await sell('approved', { acknowledgeOn: 'callback' });
    const { result } = mount();
    await act(async () => void (await result.current.start(sale)));
    await pass(20_000);
    expect(operations.list({ standing: true })).toEqual([]);
    expect(result.current.phase).toBe('complete');
  });

  test('takes no note of what became of a payment while its callback for an earlier outcome ran', async () => {
    const { client, clock, advance } = createHarness({ scenario: 'declined' });
    const journal = createMemoryJournal();
    const operations = createTerminalOperations({ client, journal, clock });
    let book = (): void => undefined;
    const booked = new Promise<void>((resolve) => (book = resolve));
    const options: Options = { acknowledgeOn: 'callback', onPaymentFailed: () => booked };
    const { result } = renderHook(() => useTerminalPayment(options), {
      wrapper: createHarness({ provider: { client, operations } }).wrapper,
    });
    await act(async () => void (await result.current.start(sale)));
    await act(() => advance(20_000));
    expect(result.current.phase).toBe('failed');
    const [record] = await journal.list();
    const late = { phase: 'complete', anomalies: ['contradiction'] } as const; // as another tab heard it
    await act(() => journal.update(record!.id, late, record!.seq + 1));
    await act(() => advance(1000));
    expect(result.current.phase).toBe('complete');
    await act(async () => book());
    await act(() => advance(1000));
    expect(operations.list({ standing: true })).toMatchObject([{ phase: 'complete' }]);
    expect(operations.list()[0]?.toldPhase).toBeUndefined();
  });

  test('takes no note of a payment that a person called not charged while its callback ran', async () => {
    let book = (): void => undefined;
    const booked = new Promise<void>((resolve) => (book = resolve));
    const { mount, pass, operations } = await sell('approved', { acknowledgeOn: 'callback' });
    const { result } = mount({ acknowledgeOn: 'callback', onPaymentComplete: () => booked });
    await act(async () => void (await result.current.start(sale)));
    await pass(20_000);
    expect(result.current.phase).toBe('complete');
    // As on a screen that showed it as unknown when the result came.
    act(() => result.current.resolveUnknown({ charged: false, basis: 'terminal-screen' }));
    await act(async () => book());
    await pass(1000);
    const standing = [{ phase: 'complete', toldPhase: 'complete', anomalies: ['contradicts-operator'] }];
    expect(operations.list({ standing: true })).toMatchObject(standing);
  });

  test('tells no refusal: nothing was sent, and `start` says so', async () => {
    const { mount, told } = await sell('approved');
    const { result } = mount();
    await act(async () => void (await result.current.start({ ...sale, amount: 0 })));
    expect(result.current.phase).toBe('refused');
    expect(told).toEqual([]);
  });
});
