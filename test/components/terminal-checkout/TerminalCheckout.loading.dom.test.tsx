import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { PaymentsProvider, TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import * as Parts from 'tillkit/parts';
import { createMemoryJournal, createTerminalOperations, type TerminalOperations } from 'tillkit/core';
import { expect, test } from 'vitest';
import { TerminalCheckout as OwnTerminalCheckout } from '../../../examples/own/terminal-checkout.tsx';
import { outcomeParts } from '../../../src/components/terminal-checkout/TerminalCheckoutOutcome.tsx';
import { createChunkLoader } from '../../../src/components/kit/Chunk.tsx';
import { OutcomeLoaderContext } from '../../../src/components/terminal-checkout/useOutcomeParts.ts';
import { whenOver } from '../../cleanups.ts';
import { createHarness, type Harness, type HarnessOptions } from '../../harness.tsx';

/** Something that is loaded when the test says so, and how often it was asked for. */
function held<Loaded>(loaded: Loaded) {
  const asked: { arrive: () => void; fail: () => void }[] = [];
  const load = () =>
    new Promise<Loaded>((resolve, reject) =>
      asked.push({
        arrive: () => resolve(loaded),
        fail: () => reject(new TypeError('Failed to fetch dynamically imported module')),
      }),
    );
  return { asked, load, last: () => asked.at(-1)! };
}

const filled: TerminalCheckoutProps = { defaultTerminalId: 'terminal-1', defaultAmountCents: 1250 };

async function show(props: TerminalCheckoutProps = filled, options: HarnessOptions = {}, count = 1) {
  const harness = createHarness(options);
  const chunk = held(outcomeParts);
  const loader = createChunkLoader(chunk.load);
  const checkouts = Array.from({ length: count }, (_, index) => (
    <TerminalCheckout key={index} flowKey={`till-${index}`} {...props} />
  ));
  const view = render(
    <OutcomeLoaderContext.Provider value={loader}>{checkouts}</OutcomeLoaderContext.Provider>,
    { wrapper: harness.wrapper },
  );
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(200);
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull());
  return { ...harness, ...view, chunk, pass, user: userEvent.setup(), settle: () => pass(0) };
}

const paid = ({ sandbox }: Pick<Harness, 'sandbox'>) =>
  sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
const waiting = () => screen.getByRole('button', { name: 'One moment…' });
const failed = () => screen.findByRole('button', { name: 'Not loaded. Try again' });
const charge = () => screen.findByRole('button', { name: 'Charge $12.50 on Front counter' });
const status = () => screen.findByRole('region', { name: 'Payment status' });

test('Charge says that it waits for what shows an outcome, and takes no press until that is there', async () => {
  const till = await show();
  const { user, chunk } = till;
  expect(waiting()).toHaveAttribute('aria-disabled', 'true');
  await user.click(waiting());
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '{Enter}');
  await till.pass(3000);
  expect(paid(till)).toEqual([]);
  chunk.last().arrive();
  expect(await charge()).not.toHaveAttribute('aria-disabled');
  await till.pass(3000);
  expect(paid(till)).toEqual([]); // the press before was none
  await user.click(await charge());
  await status();
  await till.pass(9000);
  expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
  expect(paid(till)).toHaveLength(1);
});

test('what is typed while it waits is still there afterwards', async () => {
  const { user, chunk } = await show({ defaultTerminalId: 'terminal-1' });
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '12.50');
  expect(waiting()).toBeVisible();
  chunk.last().arrive();
  expect(await charge()).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
});

test('several checkouts in StrictMode ask for it once, and a press asks for nothing', async () => {
  const till = await show(filled, {}, 2);
  expect(till.chunk.asked).toHaveLength(1);
  till.chunk.last().arrive();
  const [first] = await screen.findAllByRole('button', { name: /^Charge \$12\.50/ });
  await till.user.click(first!);
  await status();
  await till.pass(9000);
  await screen.findByRole('heading', { name: 'Approved' });
  expect(till.chunk.asked).toHaveLength(1);
});

test('where it cannot be loaded, Charge says so, sends nothing, and loads it again', async () => {
  const till = await show();
  const { user, chunk } = till;
  chunk.last().fail();
  expect(await failed()).toHaveAccessibleDescription(/^Nothing can be sent yet/);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Nothing can be sent yet/));
  await till.pass(60_000);
  expect(chunk.asked).toHaveLength(1); // not by itself
  await user.click(await failed());
  expect(chunk.asked).toHaveLength(2);
  expect(waiting()).toHaveAttribute('aria-disabled', 'true');
  chunk.last().fail();
  await failed();
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '{Enter}');
  expect(chunk.asked).toHaveLength(3);
  chunk.last().arrive();
  await charge();
  await till.pass(3000);
  expect(paid(till)).toEqual([]);
  await user.click(await charge());
  await status();
  expect(paid(till)).toHaveLength(1);
});

test('what takes longer than ten seconds is said to have failed, and is taken when it comes', async () => {
  const { pass, chunk } = await show();
  await pass(9000);
  expect(waiting()).toBeVisible();
  await pass(2000);
  expect(await failed()).toBeVisible();
  chunk.last().arrive();
  expect(await charge()).toBeVisible();
});

test('a payment of before is shown once it can be, and not forgotten until then', async () => {
  const harness = createHarness();
  const request = { terminalId: 'terminal-1', amount: 1250, receipt: false };
  await harness.operations.start('pay', request, { flowKey: 'till-0' });
  await harness.advance(9000);
  const chunk = held(outcomeParts);
  render(
    <OutcomeLoaderContext.Provider value={createChunkLoader(chunk.load)}>
      <TerminalCheckout flowKey="till-0" returnAfterSeconds={5} />
    </OutcomeLoaderContext.Provider>,
    { wrapper: harness.wrapper },
  );
  await act(() => harness.advance(8000));
  expect(waiting()).toBeVisible();
  chunk.last().arrive();
  expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull();
  await act(() => harness.advance(6000));
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeVisible();
});

/** A till whose operations come when the test says so, as a page's that has just begun. */
function showUnloaded(Checkout: typeof TerminalCheckout) {
  const { client, clock, sandbox, advance } = createHarness();
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  const engine = held<TerminalOperations>(operations);
  const loading = { ...client, loadOperations: engine.load };
  const options = { ...client.options, budgetKey: `unloaded ${(unloaded += 1)}` };
  whenOver(() => operations.dispose());
  render(
    <PaymentsProvider client={{ ...loading, options }} currency="USD" locale="en-US" timeZone="UTC">
      <Checkout {...filled} />
    </PaymentsProvider>,
  );
  return { sandbox, engine, pass: (ms: number) => act(() => advance(ms)), user: userEvent.setup() };
}
let unloaded = 0;

test.each([
  ['the drop-in', TerminalCheckout],
  ['its parts', OwnTerminalCheckout],
])(
  'Charge of %s waits for what runs operations, and loads it again where it could not be had',
  async (_, Checkout) => {
    const till = showUnloaded(Checkout);
    const { engine, user, pass } = till;
    await pass(200);
    await user.click(waiting());
    engine.last().fail();
    await user.click(await failed());
    expect(engine.asked).toHaveLength(2);
    expect(waiting()).toBeVisible();
    engine.last().arrive();
    await user.click(await charge());
    await status();
    await pass(9000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(paid(till)).toHaveLength(1);
    expect(engine.asked).toHaveLength(2);
  },
);

test('a server draws the form, and a page takes it over as it is', async () => {
  const { wrapper: Wrapper, advance } = createHarness();
  const till = (
    <Wrapper>
      <TerminalCheckout {...filled} />
    </Wrapper>
  );
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(till);
  expect(page.textContent).toContain('One moment…');
  const errors: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(page, till, { onRecoverableError: (error) => errors.push(error) }),
  );
  whenOver(() => act(() => root.unmount()));
  await act(() => advance(200));
  expect(await charge()).toBeVisible();
  expect(errors).toEqual([]);
});

test('parts that a host arranged load no other parts', async () => {
  const { wrapper, advance } = createHarness();
  const chunk = held(outcomeParts);
  render(
    <OutcomeLoaderContext.Provider value={createChunkLoader(chunk.load)}>
      <Parts.TerminalCheckout.Root {...filled}>
        <Parts.TerminalCheckout.Entry>
          <Parts.TerminalCheckout.Action />
        </Parts.TerminalCheckout.Entry>
        <Parts.TerminalCheckout.Status />
      </Parts.TerminalCheckout.Root>
    </OutcomeLoaderContext.Provider>,
    { wrapper },
  );
  await act(() => advance(200));
  await userEvent.click(await charge());
  expect(await status()).toBeVisible();
  expect(chunk.asked).toEqual([]);
});
