import { act, render, renderHook, screen } from '@testing-library/react';
import { memo, Profiler, type ReactNode, StrictMode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  PaymentsProvider,
  PaymentStatus,
  type PaymentStatusProps,
  useOperation,
  useOperations,
  usePollMessage,
  useTerminalPayment,
  type UseTerminalPaymentResult,
} from 'tillkit';
import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  type TerminalOperation,
} from 'tillkit/core';
import { createHarness, type Harness, type HarnessOptions } from '../harness.tsx';

/** A message of a sale that was sent past the operations. */
async function acceptSale({ client, advance }: Harness, terminalId = 'terminal-1'): Promise<string> {
  const accepted = client.pay({ terminalId, amount: 1250, receipt: false });
  await advance(300);
  return (await accepted).msgIdentifier;
}

/** An operation that has just been started. */
async function startSale({ operations }: Harness): Promise<string> {
  const result = await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  if (!result.started) throw new Error(result.refusal.message);
  return result.operation.id;
}

const stepMs = 250;

/** Renders something with its commits counted: StrictMode renders twice, but commits once. */
function mount(harness: Harness, children: ReactNode) {
  let commits = 0;
  const view = render(
    <Profiler id="shown" onRender={() => void (commits += 1)}>
      {children}
    </Profiler>,
    { wrapper: harness.wrapper },
  );
  return {
    ...view,
    commits: () => commits,
    polls: () => harness.sandbox.ledger.polls.filter(({ outcome }) => outcome === 'answered').length,
    // In steps: React 18 commits what happens within one act at its end.
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += stepMs) await act(() => harness.advance(stepMs));
    },
  };
}

async function mountMessage(show: (msgIdentifier: string) => ReactNode, options?: HarnessOptions) {
  const harness = createHarness(options);
  const msgIdentifier = await acceptSale(harness);
  return { ...harness, ...mount(harness, show(msgIdentifier)) };
}

function Status({ id }: { id: string }) {
  return <p title="shown">{usePollMessage(id).status ?? 'nothing'}</p>;
}

function LastChecked({ id }: { id: string }) {
  return <p>{usePollMessage(id).lastCheckedAt}</p>;
}

/** A hundred messages under a budget that lets each be asked about every second; one of them begins. */
async function openHundred() {
  const terminals = Array.from({ length: 100 }, (_, n) => ({
    id: `till-${n}`,
    name: `Till ${n}`,
    provider: 'alpha' as const,
  }));
  const pollLimit = { limit: 10_000, windowMs: 60_000, kind: 'sliding' } as const;
  const harness = createHarness({ terminals, pollLimit, scenario: 'stuck-received' });
  const { sandbox, clock, advance } = harness;
  sandbox.setScenario('approved', { terminalId: 'till-42' });
  const pollBudget = createPollBudget({ limit: 10_000, burst: 10_000, windowMs: 1, clock });
  const client = createPaymentsClient({ ...harness.client.options, pollBudget });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  const accepted = terminals.map(({ id }) => client.pay({ terminalId: id, amount: 1250, receipt: false }));
  await advance(300);
  const ids = (await Promise.all(accepted)).map(({ msgIdentifier }) => msgIdentifier);
  const show = (children: ReactNode) => (
    <StrictMode>
      <PaymentsProvider client={client} operations={operations} currency="USD">
        {children}
      </PaymentsProvider>
    </StrictMode>
  );
  return { show, ids, changing: ids[42]!, sandbox, advance };
}

describe('usePollMessage', () => {
  it('renders once a change where only the status is read, however many polls there are', async () => {
    const { commits, polls, pass } = await mountMessage((id) => <Status id={id} />, { scenario: 'slow' });
    const seen = [screen.getByTitle('shown').textContent];
    for (let second = 0; second < 60; second += 1) {
      await pass(1000);
      const status = screen.getByTitle('shown').textContent;
      if (status !== seen.at(-1)) seen.push(status);
    }
    expect(seen.at(-1)).toBe('complete');
    expect(commits()).toBe(seen.length);
    expect(polls()).toBeGreaterThan(20);
  });

  it('renders with every poll where the time of the last answer is read', async () => {
    const { commits, polls, pass } = await mountMessage((id) => <LastChecked id={id} />, {
      scenario: 'stuck-received',
    });
    await pass(10_000);
    expect(polls()).toBeGreaterThan(5);
    expect(commits()).toBe(1 + polls());
  });

  it('gives the newest to a render that reads a field for the first time', async () => {
    function Tracker({ id }: { id: string }) {
      const [isOpened, setIsOpened] = useState(false);
      const message = usePollMessage(id);
      return (
        <button onClick={() => setIsOpened(true)}>
          {message.status}
          {isOpened && ` at ${message.lastCheckedAt}`}
        </button>
      );
    }
    const harness = createHarness({ scenario: 'stuck-received' });
    const { client, operations, clock, advance } = harness;
    const id = await acceptSale(harness);
    // Not in StrictMode, whose second render would hide an old value.
    render(
      <PaymentsProvider client={client} operations={operations} currency="USD">
        <Tracker id={id} />
      </PaymentsProvider>,
    );
    const shownAge = () => clock.now() - Number(screen.getByRole('button').textContent.split(' at ')[1]);
    await act(() => advance(10_000));
    act(() => screen.getByRole('button').click());
    expect(shownAge()).toBeLessThan(2000);
    await act(() => advance(10_000));
    expect(shownAge()).toBeLessThan(2000);
  });

  it('serves five hooks on one id with one stream, and each shows only what it reads', async () => {
    const one = await mountMessage((id) => <Status id={id} />, { scenario: 'stuck-received' });
    await one.pass(20_000);
    one.unmount();
    const five = await mountMessage((id) => [1, 2, 3, 4, 5].map((key) => <Status key={key} id={id} />), {
      scenario: 'stuck-received',
    });
    await five.pass(20_000);
    expect(screen.getAllByText('received')).toHaveLength(5);
    expect(five.polls()).toBeLessThanOrEqual(one.polls() + 1);
    expect(five.commits()).toBe(2);
  });

  it('renders one of a hundred trackers where one message has changed', async () => {
    const { show, ids, changing, sandbox, advance } = await openHundred();
    const commits = new Map(ids.map((id) => [id, 0]));
    render(
      show(
        ids.map((id) => (
          <Profiler key={id} id={id} onRender={() => void commits.set(id, commits.get(id)! + 1)}>
            <Status id={id} />
          </Profiler>
        )),
      ),
    );
    await act(() => advance(300));
    expect(screen.getAllByText('received')).toHaveLength(100);
    const before = new Map(commits);
    const polls = sandbox.ledger.polls.length;
    await act(() => advance(2000));
    expect(screen.getByText('processing')).toBeVisible();
    expect(sandbox.ledger.polls.length - polls).toBeGreaterThan(100);
    expect(ids.filter((id) => commits.get(id) !== before.get(id))).toEqual([changing]);
    expect(commits.get(changing)! - before.get(changing)!).toBe(1);
  });

  it('gives a result that spreads, destructures and stringifies as any object', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    const msgIdentifier = await acceptSale(harness);
    const { result } = renderHook(() => usePollMessage(msgIdentifier), { wrapper: harness.wrapper });
    await act(() => harness.advance(3000));
    const whole = { ...result.current };
    expect(Object.keys(whole).toSorted()).toEqual([
      'checkNow',
      'connection',
      'error',
      'isFinal',
      'lastCheckedAt',
      'message',
      'nextCheckAt',
      'status',
    ]);
    expect(result.current).toEqual(whole);
    expect(result.current).toMatchObject({ status: 'received', message: { msgIdentifier } });
    expect(JSON.parse(JSON.stringify(result.current))).toMatchObject({ status: 'received', isFinal: false });
    const { lastCheckedAt } = result.current;
    await act(() => harness.advance(5000));
    expect(result.current.lastCheckedAt).toBeGreaterThan(lastCheckedAt!);
    expect(whole.lastCheckedAt).toBe(lastCheckedAt);
  });

  it('F58: hydrates what a server rendered', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    const id = await acceptSale(harness);
    const page = harness.wrapper({ children: <Status id={id} /> });
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page);
    expect(container).toHaveTextContent('nothing');
    const root = await act(async () => hydrateRoot(container, page));
    await act(() => harness.advance(2000));
    expect(container).toHaveTextContent('received');
    act(() => root.unmount());
    container.remove();
  });
});

describe('the operation hooks', () => {
  const shows: Record<string, (id: string) => ReactNode> = {
    useOperation: (id) => <Operation id={id} />,
    useOperations: () => <Operations />,
    useTerminalPayment: () => <Flow />,
  };

  it.each(Object.entries(shows))(
    '%s renders when something it shows changes, and with no poll',
    async (_, show) => {
      const harness = createHarness({ scenario: 'stuck-received' });
      const id = await startSale(harness);
      const { pass, polls, commits } = mount(harness, show(id));
      expect(screen.getByTitle('shown')).toHaveTextContent('sending, goes on');
      await pass(3000);
      expect(screen.getByTitle('shown')).toHaveTextContent('waiting, goes on');
      const before = { commits: commits(), polls: polls() };
      await pass(20_000);
      expect(polls() - before.polls).toBeGreaterThan(10);
      expect(commits()).toBe(before.commits);
      act(() => harness.operations.stopWaiting(id));
      act(() => harness.operations.resolveUnknown(id, { charged: true, basis: 'receipt' }));
      expect(screen.getByTitle('shown')).toHaveTextContent('resolved, over');
      expect(commits()).toBe(before.commits + 2);
    },
  );

  it('a count of the operations renders when one comes or goes, and with no poll', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    const id = await startSale(harness);
    const Count = () => <p title="shown">{useOperations({ open: true }).length}</p>;
    const { pass, polls, commits } = mount(harness, <Count />);
    await pass(3000);
    const before = { commits: commits(), polls: polls() };
    await pass(20_000);
    expect(polls() - before.polls).toBeGreaterThan(10);
    expect(commits()).toBe(before.commits);
    act(() => harness.operations.stopWaiting(id));
    act(() => harness.operations.resolveUnknown(id, { charged: true, basis: 'receipt' }));
    expect(screen.getByTitle('shown')).toHaveTextContent('0');
    expect(commits()).toBe(before.commits + 1);
  });

  it('a list whose rows are not read gives each newest row', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    await startSale(harness);
    const { result } = renderHook(() => useOperations(), { wrapper: harness.wrapper });
    await act(() => harness.advance(10_000));
    expect(harness.clock.now() - result.current[0]!.lastCheckedAt!).toBeLessThan(2000);
  });

  const Later = memo(function Later({ operation }: { operation: TerminalOperation | undefined }) {
    const [isOpened, setIsOpened] = useState(false);
    const seen = isOpened && (operation?.acknowledgedAt === undefined ? 'not seen' : 'seen');
    return (
      <button onClick={() => setIsOpened(true)}>
        {operation?.phase} {seen}
      </button>
    );
  });

  it.each<[string, (id: string) => TerminalOperation | undefined]>([
    ['useOperation', (id) => useOperation(id)],
    ['useOperations', () => useOperations()[0]],
    ['useTerminalPayment', () => useTerminalPayment().operation],
  ])('%s gives the newest to a part that renders alone and reads a field later', async (_, useShown) => {
    const harness = createHarness();
    const id = await startSale(harness);
    const Row = () => <Later operation={useShown(id)} />;
    render(<Row />, { wrapper: harness.wrapper });
    await act(() => harness.advance(30_000));
    expect(screen.getByRole('button')).toHaveTextContent('complete');
    act(() => harness.operations.acknowledge(id));
    await act(() => harness.advance(100));
    act(() => screen.getByRole('button').click());
    expect(screen.getByRole('button')).toHaveTextContent('complete seen');
  });

  it('a flow gives the newest operation to a part that renders alone and reads it later', async () => {
    const Opens = memo(function Opens({ flow }: { flow: UseTerminalPaymentResult }) {
      const [isOpened, setIsOpened] = useState(false);
      const seen = isOpened && (flow.operation?.acknowledgedAt === undefined ? 'not seen' : 'seen');
      return (
        <button onClick={() => setIsOpened(true)}>
          {flow.phase} {seen}
        </button>
      );
    });
    const Till = () => <Opens flow={useTerminalPayment()} />;
    const harness = createHarness();
    const id = await startSale(harness);
    render(<Till />, { wrapper: harness.wrapper });
    await act(() => harness.advance(30_000));
    act(() => harness.operations.acknowledge(id));
    await act(() => harness.advance(100));
    act(() => screen.getByRole('button').click());
    expect(screen.getByRole('button')).toHaveTextContent('complete seen');
  });

  it('a flow whose operation is not read gives the newest', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    await startSale(harness);
    const { result } = renderHook(() => useTerminalPayment(), { wrapper: harness.wrapper });
    await act(() => harness.advance(10_000));
    expect(harness.clock.now() - result.current.operation!.lastCheckedAt!).toBeLessThan(2000);
  });
});

describe('PaymentStatus', () => {
  it('is not rendered by polls, though its host reads the whole operation in a callback', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    const id = await startSale(harness);
    const told: string[] = [];
    let sentences = 0;
    const labels: PaymentStatusProps['labels'] = {
      findInBackOffice: () => `sentence ${(sentences += 1)}`,
    };
    const { pass, polls } = mount(
      harness,
      <PaymentStatus
        operationId={id}
        labels={labels}
        onPaymentUnknown={(operation) => told.push(JSON.stringify(operation))}
      />,
    );
    await pass(3000);
    act(() => harness.operations.stopWaiting(id));
    await screen.findByRole('heading', { name: "We don't know yet if the card was charged" });
    const before = { sentences, polls: polls() };
    await pass(200_000);
    expect(told).toHaveLength(1);
    expect(before.sentences).toBeGreaterThan(0);
    expect(polls() - before.polls).toBeGreaterThan(4);
    expect(sentences).toBe(before.sentences);
  });

  it('is not rendered by polls while the payment is under way', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    const id = await startSale(harness);
    let sentences = 0;
    const labels: PaymentStatusProps['labels'] = { waitingNow: () => `sentence ${(sentences += 1)}` };
    const { pass, polls } = mount(harness, <PaymentStatus operationId={id} labels={labels} />);
    await pass(3000);
    const before = { sentences, polls: polls() };
    await pass(20_000);
    expect(before.sentences).toBeGreaterThan(0);
    expect(polls() - before.polls).toBeGreaterThan(10);
    expect(sentences).toBe(before.sentences);
  });

  it('is drawn once a second while it waits, all that ticks together, however often it is polled', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    const id = await startSale(harness);
    const { pass, polls, commits } = mount(harness, <PaymentStatus operationId={id} />);
    await pass(3000);
    expect(screen.getByText(/Checked|Asked|ago/)).toBeInTheDocument();
    const before = { commits: commits(), polls: polls() };
    await pass(10_000);
    expect(polls() - before.polls).toBeGreaterThan(5);
    expect(commits() - before.commits).toBeGreaterThanOrEqual(10);
    expect(commits() - before.commits).toBeLessThanOrEqual(11);
  });
});

/** What the three hooks show: `endedAt` is read before there is one. */
function Shown({ operation }: { operation: TerminalOperation | undefined }) {
  return (
    <p title="shown">{`${operation?.phase}, ${operation?.endedAt === undefined ? 'goes on' : 'over'}`}</p>
  );
}

function Operation({ id }: { id: string }) {
  return <Shown operation={useOperation(id)} />;
}

function Operations() {
  return <Shown operation={useOperations()[0]} />;
}

function Flow() {
  return <Shown operation={useTerminalPayment().operation} />;
}
