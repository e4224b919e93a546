import { act, renderHook } from '@testing-library/react';
import {
  useCloseBatch,
  useTerminalCapture,
  useTerminalPayment,
  useTerminalPreAuth,
  useTerminalRefund,
  useTerminalVoid,
} from 'tillkit';
import type { MoneyOperation, StartResult, TerminalRequests } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createHarness, type Harness, type HarnessOptions } from '../harness.tsx';

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
