import { act, renderHook, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import {
  useCloseBatch,
  useOperations,
  useTerminalCapture,
  useTerminalPayment,
  useTerminalPreAuth,
  useTerminalRefund,
  useTerminalVoid,
  PaymentStatus,
  type PaymentStatusProps,
} from 'tillkit';
import type { MoneyOperation, StartResult, TerminalOperation, TerminalRequests } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type Harness, type HarnessOptions } from '../harness.tsx';
import type { ScenarioName } from 'tillkit/sandbox';
import { allowConsole } from '../console.ts';

const terminalId = 'terminal-1';
const sale = { terminalId, amount: 1250, receipt: false };

/** Every flow of one key, side by side as on one page. */
function useAllFlows(flowKey?: string) {
  const options = flowKey === undefined ? undefined : { flowKey };
  return {
    pay: useTerminalPayment(options),
    preAuth: useTerminalPreAuth(options),
    capture: useTerminalCapture(options),
    void: useTerminalVoid(options),
    refund: useTerminalRefund(options),
    closeBatch: useCloseBatch(options),
  };
}

/** What the terminal did before, so that something can follow. */
const before: Record<MoneyOperation, (till: Harness) => Promise<string>> = {
  pay: () => Promise.resolve(''),
  preAuth: () => Promise.resolve(''),
  capture: (till) => done(till, 'preAuth'),
  void: (till) => done(till, 'pay'),
  refund: async (till) => {
    const reference = await done(till, 'pay');
    await till.operations.start('closeBatch', { terminalId });
    await till.advance(3000);
    till.operations.list().forEach(({ id }) => till.operations.acknowledge(id));
    return reference;
  },
  closeBatch: () => Promise.resolve(''),
};

async function done(till: Harness, kind: 'pay' | 'preAuth'): Promise<string> {
  await till.operations.start(kind, sale, { flowKey: 'before' });
  await till.advance(9000);
  return till.operations.list()[0]?.pnRefNum ?? '';
}

const requests = (pnRefNum: string): TerminalRequests => ({
  pay: sale,
  preAuth: sale,
  capture: { terminalId, pnRefNum, amount: 1250 },
  void: { terminalId, pnRefNum },
  refund: { terminalId, pnRefNum, amount: 500 },
  closeBatch: { terminalId },
});

async function mountFlow(kind: MoneyOperation = 'pay', options?: HarnessOptions) {
  const harness = createHarness(options);
  const reference = await before[kind](harness);
  const view = renderHook(({ flowKey }) => useAllFlows(flowKey), {
    wrapper: harness.wrapper,
    initialProps: { flowKey: undefined as string | undefined },
  });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const sent = (operation: MoneyOperation) =>
    harness.sandbox.ledger.requests.filter((request) => request.operation === operation);
  return { ...harness, ...view, pass, sent, reference, flows: () => view.result.current };
}

const kinds = Object.keys(before) as MoneyOperation[];

describe.each(kinds)('%s', (kind) => {
  test('sends its own request, once, and no flow beside it takes it for its own', async () => {
    const { flows, reference, pass, sent } = await mountFlow(kind);
    const earlier = sent(kind).length;
    const start = flows()[kind].start as (request: object) => Promise<StartResult>;
    let result: StartResult | undefined;
    await act(async () => void (result = await start(requests(reference)[kind])));
    const id = flows()[kind].operation?.id;
    expect(result).toMatchObject({ started: true, operation: { id, kind } });
    expect(flows()[kind]).toMatchObject({
      phase: 'sending',
      isPending: true,
      operation: { kind, terminalId },
    });
    await pass(9000);
    expect(flows()[kind]).toMatchObject({ phase: 'complete', isPending: false, operation: { kind } });
    expect(sent(kind)).toHaveLength(earlier + 1);
    expect(sent(kind).at(-1)?.body).toMatchObject(requests(reference)[kind]);
    for (const other of kinds) if (other !== kind) expect(flows()[other].phase).toBe('idle');
  });

  test('says what is wrong with the request before anything is sent', async () => {
    const { flows, reference, sent } = await mountFlow(kind);
    const earlier = sent(kind).length;
    const start = flows()[kind].start as (request: object) => Promise<StartResult>;
    const refusal = { code: 'invalid-request', field: 'terminalId' };
    let result: StartResult | undefined;
    await act(async () => void (result = await start({ ...requests(reference)[kind], terminalId: '..' })));
    expect(result).toMatchObject({ started: false, refusal });
    expect(flows()[kind]).toMatchObject({ phase: 'refused', isPending: false, refusal });
    act(() => flows()[kind].reset());
    expect(flows()[kind]).toMatchObject({ phase: 'idle', refusal: undefined });
    expect(sent(kind)).toHaveLength(earlier);
  });
});

describe('before anything was started', () => {
  test('there is nothing to ask, to stop or to resolve, and trying it throws nothing', async () => {
    const { flows, sandbox } = await mountFlow();
    expect(flows().pay.checkNow()).toEqual({ asked: false, nextAllowedAt: Infinity });
    act(() => flows().pay.stopWaiting());
    act(() => flows().pay.resolveUnknown({ charged: false, basis: 'receipt' }));
    act(() => flows().pay.reset());
    expect(flows().pay).toMatchObject({ phase: 'idle' });
    expect(sandbox.ledger.requests).toEqual([]);
  });
});

describe('the key', () => {
  test('is `default` where none is given', async () => {
    const { flows, rerender, operations } = await mountFlow();
    await act(() => flows().pay.start(sale));
    rerender({ flowKey: 'default' });
    expect(flows().pay.phase).toBe('sending');
    expect(operations.list()[0]?.flowKey).toBe('default');
  });

  test('leads to another flow when it changes, and back to the same one', async () => {
    const { flows, rerender } = await mountFlow('pay', { scenario: 'slow' });
    await act(() => flows().pay.start(sale));
    rerender({ flowKey: 'bar' });
    expect(flows().pay.phase).toBe('idle');
    expect(flows().pay.checkNow().nextAllowedAt).toBe(Infinity);
    act(() => flows().pay.stopWaiting());
    rerender({ flowKey: undefined });
    expect(flows().pay.phase).toBe('sending');
  });
});

describe('the same amount again after a doubt', () => {
  const inDoubt = async () => {
    const till = await mountFlow('pay', { scenario: 'lost-request' });
    await act(() => till.flows().pay.start(sale));
    await till.pass(500);
    act(() => till.flows().pay.resolveUnknown({ charged: false, basis: 'receipt' }));
    till.sandbox.setScenario(undefined);
    await act(() => till.flows().pay.start(sale));
    return till;
  };

  test('is refused until the caller repeats what the refusal says', async () => {
    const till = await inDoubt();
    const { phase, refusal, operation } = till.flows().pay;
    expect(phase).toBe('resolved');
    expect(refusal).toMatchObject({ code: 'needs-confirmation', operationId: operation?.id });
    expect(till.sent('pay')).toHaveLength(1);
    await act(() => till.flows().pay.start(sale, { confirmed: 'yes' }));
    expect(till.sent('pay')).toHaveLength(1);
    await act(() => till.flows().pay.start(sale, { confirmed: refusal?.confirmation }));
    await till.pass(9000);
    expect(till.flows().pay).toMatchObject({ phase: 'complete', refusal: undefined });
    expect(till.sent('pay')).toHaveLength(2);
  });

  test('keeps showing the first one while it is refused', async () => {
    const { flows } = await inDoubt();
    expect(flows().pay.operation).toMatchObject({ resolution: { charged: false, basis: 'receipt' } });
  });
});

describe('what a transaction allows', () => {
  test('is checked with what the host knows of it', async () => {
    const { flows, reference, sent } = await mountFlow('void');
    const transaction = {
      pnRefNum: reference,
      kind: 'pay',
      terminalId,
      status: 'complete',
      authorizedCents: 1250,
      capturedCents: 1250,
      refundedCents: 0,
      settled: true,
    } as const;
    await act(() => flows().void.start({ terminalId, pnRefNum: reference }, { transaction }));
    expect(flows().void).toMatchObject({ phase: 'refused', refusal: { code: 'not-allowed' } });
    expect(sent('void')).toEqual([]);
  });
});

test('a flow keeps its functions while it is asked about, so that a host’s effects stand still', async () => {
  const { flows, pass } = await mountFlow('pay', { scenario: 'stuck-received' });
  await act(() => flows().pay.start(sale));
  await pass(3000);
  const { start, checkNow, stopWaiting, resolveUnknown, reset } = flows().pay;
  void flows().pay.operation?.lastCheckedAt;
  await pass(10_000);
  expect(flows().pay).toMatchObject({ start, checkNow, stopWaiting, resolveUnknown, reset });
  expect(flows().pay.start).toBe(start);
});

test('a flow that is spread shows all that a poll changed', async () => {
  const { flows, pass, clock } = await mountFlow('pay', { scenario: 'stuck-received' });
  await act(() => flows().pay.start(sale));
  await pass(3000);
  const shown = { ...flows().pay };
  expect(Object.keys(shown).toSorted()).toEqual([
    'checkNow',
    'isPending',
    'leave',
    'operation',
    'phase',
    'refusal',
    'reset',
    'resolveUnknown',
    'start',
    'stopWaiting',
  ]);
  expect(JSON.parse(JSON.stringify(shown.operation))).toMatchObject({ phase: 'waiting', kind: 'pay' });
  await pass(10_000);
  expect(clock.now() - Number(flows().pay.operation?.lastCheckedAt)).toBeLessThan(2000);
});

describe('useOperations', () => {
  const open = (options?: Parameters<typeof useOperations>[0]) => {
    const harness = createHarness({ scenario: 'slow' });
    const start = (terminal: string, amount = 1250) =>
      act(async () => {
        await harness.operations.start('pay', { ...sale, terminalId: terminal, amount });
      });
    const view = renderHook(({ filter }) => useOperations(filter), {
      wrapper: harness.wrapper,
      initialProps: { filter: options },
    });
    const terminals = () => view.result.current.map((operation) => operation.terminalId);
    return { ...harness, ...view, start, terminals };
  };

  test('has the newest first, and a new list where one has come', async () => {
    const { start, terminals, advance } = open();
    expect(terminals()).toEqual([]);
    await start('terminal-1');
    await act(() => advance(1000));
    await start('terminal-2');
    expect(terminals()).toEqual(['terminal-2', 'terminal-1']);
  });

  test('has those of one terminal, and of another when that is asked for', async () => {
    const { start, terminals, rerender } = open({ terminalId: 'terminal-1' });
    await start('terminal-1');
    await start('terminal-2');
    expect(terminals()).toEqual(['terminal-1']);
    rerender({ filter: { terminalId: 'terminal-2' } });
    expect(terminals()).toEqual(['terminal-2']);
    rerender({ filter: undefined });
    expect(terminals()).toHaveLength(2);
  });

  test('has what is open, or what is over', async () => {
    const { start, terminals, rerender, advance } = open({ open: true });
    await start('terminal-1');
    expect(terminals()).toEqual(['terminal-1']);
    await act(() => advance(90_000));
    expect(terminals()).toEqual([]);
    rerender({ filter: { open: false } });
    expect(terminals()).toEqual(['terminal-1']);
  });

  test('keeps a row as it is while another changes', async () => {
    const { start, result, sandbox, advance } = open();
    sandbox.setScenario('lost-request', { next: true });
    await start('terminal-1');
    await act(() => advance(1000));
    await start('terminal-2', 500);
    const [changing, kept] = result.current;
    expect([changing?.phase, kept?.phase]).toEqual(['sending', 'unknown']);
    await act(() => advance(1000));
    expect(result.current[0]?.phase).toBe('waiting');
    expect(result.current[1]).toBe(kept);
  });
});

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

  test('tells no refusal: nothing was sent, and `start` says so', async () => {
    const { mount, told } = await sell('approved');
    const { result } = mount();
    await act(async () => void (await result.current.start({ ...sale, amount: 0 })));
    expect(result.current.phase).toBe('refused');
    expect(told).toEqual([]);
  });
});
