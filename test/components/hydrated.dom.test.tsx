import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { PaymentLinkForm, PaymentsProvider, TerminalCheckout, TerminalPicker } from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { whenOver } from '../cleanups.ts';
import { allowConsole } from '../console.ts';
import { createHarness } from '../harness.tsx';
import { AmountHost } from './amount-field/amountTill.tsx';
import { bodyOf, createButton, createdHeading } from './linkForm.tsx';

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

/** A page of a server, of which a part hydrates later than the rest. */
async function hydrateLater(timeZone: string | undefined, rest: ReactNode) {
  const { client, operations, advance } = createHarness({ latencyMs: 0 });
  const draw = (Till: ComponentType) => (
    <PaymentsProvider client={client} operations={operations} currency="USD" timeZone={timeZone}>
      <header>{rest}</header>
      <Suspense fallback="Loading">
        <Till />
      </Suspense>
    </PaymentsProvider>
  );
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(draw(TerminalCheckout));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  field.focus();
  field.value = '12.5';
  let arrive!: (module: { default: ComponentType }) => void;
  const Late = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (arrive = resolve)));
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const root = await act(async () => hydrateRoot(page, draw(Late), { onRecoverableError }));
  whenOver(() => {
    act(() => root.unmount());
    page.remove();
  });
  await act(() => advance(500));
  expect(field).toBeInTheDocument();
  await act(async () => arrive({ default: TerminalCheckout }));
  await act(() => advance(500));
  return { field, onRecoverableError };
}

test.each([
  ['knows its time zone', undefined, undefined],
  ['has read the terminals', 'UTC', <TerminalPicker key="picker" />],
])('what hydrates after the page stays as it was sent, though the page %s by then', async (_, zone, rest) => {
  const { field, onRecoverableError } = await hydrateLater(zone, rest);
  expect(screen.getByRole('textbox', { name: 'Amount' })).toBe(field);
  expect(field).toHaveValue('12.5');
  expect(field).toHaveFocus();
  expect(onRecoverableError).not.toHaveBeenCalled();
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
    allowConsole(/useLayoutEffect does nothing on the server/); // React 18 says so of react-hook-form in jsdom
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
