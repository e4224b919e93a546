import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import {
  DayReport,
  PaymentLinkForm,
  PaymentLinkList,
  PaymentsProvider,
  TerminalCheckout,
  TerminalPicker,
  TransactionList,
} from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { whenOver } from '../cleanups.ts';
import { allowConsole } from '../console.ts';
import { createHarness, type Harness } from '../harness.tsx';
import { AmountHost } from './amount-field/amountTill.tsx';
import { bodyOf, createButton, createdHeading } from './linkForm.tsx';

/** React 18 says so where a server's page is drawn in jsdom, which has a document. */
const inJsdom = /useLayoutEffect does nothing on the server/;

/** A page of a server, into which a person types before React takes it over. */
async function hydrateAfterTyping(part: ReactNode, typed: Record<string, string>, drawn = part) {
  const harness = createHarness({ latencyMs: 0 });
  const { wrapper: Wrapper, advance } = harness;
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(<Wrapper>{drawn}</Wrapper>);
  for (const [name, text] of Object.entries(typed)) {
    screen.getByRole<HTMLInputElement>('textbox', { name }).value = text;
  }
  const root = await act(async () => hydrateRoot(page, <Wrapper>{part}</Wrapper>));
  whenOver(() => {
    act(() => root.unmount());
    page.remove();
  });
  await act(() => advance(500));
  return harness;
}

/** A page of a server, of which a part hydrates later than the rest. Above it the page has `rest`. */
async function hydrateLater(timeZone: string | undefined, Part: ComponentType, rest: ReactNode) {
  const { client, operations, advance } = createHarness({ latencyMs: 0 });
  const draw = (Till: ComponentType) => (
    <PaymentsProvider client={client} operations={operations} currency="USD" timeZone={timeZone}>
      <aside>{rest}</aside>
      <Suspense fallback="Loading">
        <main>
          <Till />
        </main>
      </Suspense>
    </PaymentsProvider>
  );
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(draw(Part));
  const sent = within(screen.getByRole('main'));
  let arrive!: (module: { default: ComponentType }) => void;
  const Late = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (arrive = resolve)));
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const root = await act(async () => hydrateRoot(page, draw(Late), { onRecoverableError }));
  whenOver(() => {
    act(() => root.unmount());
    page.remove();
  });
  await act(() => advance(500));
  const hydrate = async () => {
    await act(async () => arrive({ default: Part }));
    await act(() => advance(500));
  };
  return { sent, hydrate, onRecoverableError };
}

describe('what hydrates after the page stays as it was sent', () => {
  test.each([
    ['knows its time zone', undefined, undefined],
    ['has read the terminals', 'UTC', <TerminalPicker key="picker" />],
  ])('though the page %s by then', async (_, zone, rest) => {
    const { sent, hydrate, onRecoverableError } = await hydrateLater(zone, TerminalCheckout, rest);
    const field = sent.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    field.focus();
    field.value = '12.5';
    await hydrate();
    expect(field).toBeInTheDocument();
    expect(field).toHaveValue('12.5');
    expect(field).toHaveFocus();
    expect(onRecoverableError).not.toHaveBeenCalled();
  });

  test.each([
    ['TransactionList', TransactionList, 'No payments yet today'],
    ['PaymentLinkList', PaymentLinkList, '2 open, $141.50'],
    ['DayReport', DayReport, 'No payments yet today'],
  ])('though the page has read what a %s shows by then', async (_, List, read) => {
    allowConsole(inJsdom);
    const { sent, hydrate, onRecoverableError } = await hydrateLater('UTC', List, <List />);
    expect(await within(screen.getByRole('complementary')).findByText(read)).toBeVisible();
    const part = sent.getAllByRole('region')[0];
    await hydrate();
    expect(part).toBeInTheDocument();
    expect(await sent.findByText(read)).toBeVisible();
    expect(onRecoverableError).not.toHaveBeenCalled();
  });
});

test.each([
  ['TransactionList', TransactionList, 'Date'],
  ['DayReport', DayReport, 'Another day'],
])('a %s that a server drew the day before is of today', async (_, Part, field) => {
  allowConsole(inJsdom);
  const server = createHarness();
  const browser = createHarness({ latencyMs: 0 });
  await act(() => browser.advance(24 * 60 * 60_000));
  const draw = ({ client, operations }: Harness) => (
    <PaymentsProvider client={client} operations={operations} currency="USD" timeZone="UTC">
      <Part />
    </PaymentsProvider>
  );
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(draw(server));
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const root = await act(async () => hydrateRoot(page, draw(browser), { onRecoverableError }));
  whenOver(() => {
    act(() => root.unmount());
    page.remove();
  });
  await act(() => browser.advance(500));
  expect(onRecoverableError).not.toHaveBeenCalled();
  const today = new Date(browser.clock.now()).toISOString().slice(0, 10);
  expect(screen.getByLabelText(field)).toHaveAttribute('max', today);
});

describe('what was typed before the page was hydrated', () => {
  test('is the amount of the field', async () => {
    const told: (number | null)[] = [];
    await hydrateAfterTyping(<AmountHost onValueChange={(cents) => told.push(cents)} />, { Amount: '12.5' });
    expect(screen.getByRole('textbox')).toHaveValue('12.5');
    expect(new Set(told)).toEqual(new Set([1250]));
  });

  test('is no amount that only the server knew: the page has another one meanwhile', async () => {
    const told: (number | null)[] = [];
    const field = (value: number) => <AmountHost value={value} onValueChange={(cents) => told.push(cents)} />;
    await hydrateAfterTyping(field(1200), {}, field(1000));
    expect(screen.getByRole('textbox')).toHaveValue('12.00');
    expect(told).toEqual([]);
  });

  test('is the amount of the till', async () => {
    await hydrateAfterTyping(<TerminalCheckout defaultTerminalId="terminal-1" />, { Amount: '12.5' });
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('12.5');
    expect(await screen.findByRole('button', { name: /Charge \$12\.50/ })).toBeVisible();
  });

  test('stands in the form of a payment link', async () => {
    allowConsole(inJsdom);
    const customFields = [{ key: 'table', label: 'Table', required: true }];
    const typed = { Amount: '48', Table: '7' };
    const form = await hydrateAfterTyping(<PaymentLinkForm customFields={customFields} />, typed);
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('48');
    expect(screen.getByRole('textbox', { name: 'Table' })).toHaveValue('7');
    await userEvent.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ amount: 4800, customValues: [{ key: 'table', value: '7' }] });
  });
});
