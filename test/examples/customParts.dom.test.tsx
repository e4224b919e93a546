import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { transactionOf } from 'tillkit/core';
import { expect, test, vi } from 'vitest';
import { FileCards } from '../../examples/custom-parts/FileCards.tsx';
import { LinkBoard } from '../../examples/custom-parts/LinkBoard.tsx';
import { RefundLine } from '../../examples/custom-parts/RefundLine.tsx';
import { StatusSlip } from '../../examples/custom-parts/StatusSlip.tsx';
import { sale } from '../components/parts/sale.ts';
import { createHarness } from '../harness.tsx';
import { said } from '../said.ts';

function show() {
  const harness = createHarness({ latencyMs: 0 });
  const user = userEvent.setup();
  return { ...harness, user, ...render(<LinkBoard />, { wrapper: harness.wrapper }) };
}
const ticketOf = async (reference: string) => {
  const ticket = (await screen.findByText(reference)).closest('li');
  if (!ticket) throw new Error(`${reference} stands on no ticket`);
  return within(ticket);
};

test('a host shows the links as a list of its own, with what the parts know', async () => {
  show();
  const ticket = await ticketOf('PL-1002');
  expect(within(screen.getByRole('list', { name: 'Payment links' })).getAllByRole('listitem')).toHaveLength(
    3,
  );
  expect(ticket.getByText('$129.00').tagName).toBe('STRONG');
  expect(ticket.getByText('Open')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test("the host's buttons do what the parts do, and wear their state", async () => {
  const { user } = show();
  const ticket = await ticketOf('PL-1003');
  const copy = ticket.getByRole('button', { name: 'Copy link' });
  expect(copy).toHaveAttribute('data-tone', 'plain');
  await user.click(copy);
  expect(await ticket.findByRole('button', { name: 'Copied' })).toHaveAttribute('data-tone', 'good');
  await said('The link was copied.');
});

test('what goes wrong is said in elements of the host too', async () => {
  const { user } = show();
  const ticket = await ticketOf('PL-1003');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(ticket.getByRole('button', { name: 'Copy link' }));
  const address = await screen.findByRole('textbox', { name: 'Address of the link' });
  expect(address).toHaveFocus();
  expect(address.closest('li')).toHaveClass('ticket');
});

test('asks for the page again through a button of the host', async () => {
  const { user, sandbox } = show();
  await ticketOf('PL-1003');
  const before = sandbox.ledger.requests.length;
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  await vi.waitFor(() => expect(sandbox.ledger.requests.length).toBe(before + 1), 20_000);
});

test('shows a card for each file, with the buttons of the host', async () => {
  const { wrapper } = createHarness({ latencyMs: 0 });
  const user = userEvent.setup({ applyAccept: false });
  render(<FileCards />, { wrapper });
  const input = screen.getByLabelText('Add files', { selector: 'input' });
  await user.upload(input, new File(['x'], 'menu.exe'));
  const card = within(await screen.findByRole('listitem'));
  const remove = card.getByRole('button', { name: 'Remove menu.exe' });
  expect(remove).toHaveClass('shop-button');
  await user.click(remove);
  expect(screen.queryByRole('listitem')).toBeNull();
});

test.each([
  ['approved', 60_000, 'Approved'],
  ['lost-answer', 500, "We don't know yet if the card was charged"],
] as const)('says on the slip how a payment ended: %s', async (scenario, ms, title) => {
  const harness = createHarness({ scenario });
  await sale(ms)(harness);
  const [operation] = harness.operations.list();
  const { container } = render(<StatusSlip operationId={operation!.id} />, { wrapper: harness.wrapper });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  const asked = container.querySelectorAll('.tillkit-payment-status-resolve');
  expect(asked).toHaveLength(scenario === 'lost-answer' ? 1 : 0);
});

test('gives money back with the button of the host, and asks first', async () => {
  const harness = createHarness();
  await sale(9000)(harness);
  const user = userEvent.setup();
  const [{ pnRefNum = '' } = {}] = harness.operations.list();
  const transaction = transactionOf(harness.operations.list(), pnRefNum)!;
  render(<RefundLine transaction={transaction} />, { wrapper: harness.wrapper });
  const button = screen.getByRole('button', { name: 'Give back $12.50' });
  expect(button).toHaveClass('shop-button');
  await user.click(button);
  expect(await screen.findByRole('alertdialog', { name: /\$12\.50/ })).toBeVisible();
  expect(harness.sandbox.ledger.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
