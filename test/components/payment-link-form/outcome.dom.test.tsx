import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { PaymentLinkForm as WholeForm, type PaymentLinkFormProps, PaymentsProvider } from 'tillkit';
import { PaymentLinkForm } from 'tillkit/parts';
import { createPaymentsClient, defineService } from 'tillkit/core';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createHarness } from '../../harness.tsx';
import { said } from '../../said.ts';
import { add, amount, createButton, createdHeading, show } from '../linkForm.tsx';

const lost = () => Promise.reject(new TypeError('The network is gone.'));
const nothing = () => Promise.resolve(new Response(null, { status: 204 }));
const told = (link: object) => () => Promise.resolve(Response.json(link));
const listed = (...items: object[]) =>
  Promise.resolve(Response.json({ items, total: items.length, page: 1, limit: 25 }));

/** The form on a service that answers a creation like that, and lists what a test puts into `list`. */
function serve(post: () => Promise<Response>, props: PaymentLinkFormProps = {}) {
  const list = vi.fn(() => listed());
  const create = vi.fn((_: Request) => post());
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
    fetcher: (request) => (request.method === 'POST' ? create(request) : list()),
  });
  const fields = { amount: { value: 4800 }, ...props.fields };
  return { ...show({ ...props, fields }, { provider: { client } }), client, list, create };
}
const sent = async (form: ReturnType<typeof serve>) => {
  await waitFor(() => expect(form.list).toHaveBeenCalled());
  await form.user.click(createButton());
  return form;
};
const ours = (id: string) => ({
  id,
  reference: id,
  amount: 4800,
  paymentLink: `https://pay.test/${id}`,
  createdAt: '2026-01-15T09:30:00Z',
});
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const shown = (words: string | RegExp) =>
  screen.findByText(words, { ignore: '[data-tillkit="live-region"] *' });

describe('F92: while it is not known whether the link was made', () => {
  const unknown = async () => {
    const form = serve(lost);
    await add(form.user, 'Files', 'Discount');
    await sent(form);
    await waitFor(() => expect(screen.getByText('Not known yet')).toHaveFocus());
    return form;
  };

  test("a button of the host's own that submits sends no second request", async () => {
    const create = vi.fn(lost);
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
      fetcher: (request) => (request.method === 'POST' ? create() : listed()),
    });
    const { wrapper } = createHarness({ latencyMs: 0, provider: { client } });
    const user = userEvent.setup({ delay: null });
    render(
      <PaymentLinkForm.Root>
        <PaymentLinkForm.Entry>
          <PaymentLinkForm.Unknown />
          <PaymentLinkForm.Fields>
            <PaymentLinkForm.Amount />
          </PaymentLinkForm.Fields>
          <PaymentLinkForm.Submit />
        </PaymentLinkForm.Entry>
        <PaymentLinkForm.Created>
          <PaymentLinkForm.Outcome />
        </PaymentLinkForm.Created>
      </PaymentLinkForm.Root>,
      { wrapper },
    );
    await user.type(amount(), '48{Enter}');
    await waitFor(() => expect(screen.getByText('Not known yet')).toHaveFocus());
    await user.dblClick(createButton());
    await user.keyboard('{Enter}');
    expect(create).toHaveBeenCalledOnce();
    expect(screen.getByText('Not known yet')).toBeVisible();
    await user.click(button('It is in the list'));
  });

  test('nothing that was filled in can be changed, and no button of the form is there', async () => {
    const { user } = await unknown();
    for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
    expect(button('Add files')).toBeDisabled();
    expect(screen.queryByRole('button', { name: /^Creat/ })).toBeNull();
    expect(screen.queryByText(/had filled in before/)).toBeNull();
    await user.click(button('It is in the list'));
    expect(amount()).toBeEnabled();
  });

  test('of several new links like it a person picks one, and that one is shown', async () => {
    const form = await unknown();
    form.list.mockImplementation(() => listed(ours('PL-1'), ours('PL-2')));
    await form.user.click(button('Look in the list'));
    expect(await shown('2 new links for $48.00 are in the list. Which one is it?')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'It is in the list' })).toBeNull();
    expect(button('It is not in the list')).toBeVisible();
    await form.user.click(button('It is PL-2'));
    expect(await createdHeading()).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Open link' })).toHaveAttribute('href', 'https://pay.test/PL-2');
    expect(form.onLinkCreated).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'PL-2' }), {
      sentAmountCents: 4800,
    });
    await said('Payment link created');
    expect(form.create).toHaveBeenCalledOnce();
  });

  test('it is named with the amount that was sent, whatever amount the host gives the form since', async () => {
    const fixed = (value: number) => ({ amount: { readOnly: true, value } });
    const form = await sent(serve(lost, { fields: fixed(4800) }));
    await waitFor(() => expect(screen.getByText('Not known yet')).toHaveFocus());
    expect(screen.queryByText(/^Sent with/)).toBeNull();
    form.rerender(<WholeForm fields={fixed(9900)} />);
    expect(amount()).toHaveValue('99.00');
    expect(await shown('Sent with an amount of $48.00')).toBeVisible();
    await form.user.click(button('Look in the list'));
    const none = 'There is no new link for $48.00 in the list. It may still come: look again in a minute.';
    expect(await shown(none)).toBeVisible();
    await said(none);
    form.list.mockImplementation(() => listed(ours('PL-1')));
    await form.user.click(button('Look in the list'));
    expect(await shown('A new link for $48.00 is in the list. Is it this one?')).toBeVisible();
    await form.user.click(button('It is PL-1'));
  });

  test('it says that it looks, once at a time, and that the list could not be read', async () => {
    const form = await unknown();
    form.list.mockClear();
    let fail: () => void = () => undefined;
    form.list.mockImplementation(
      () => new Promise((_, reject) => (fail = () => reject(new TypeError('The network is gone.')))),
    );
    await form.user.click(button('Look in the list'));
    expect(button('Looking…')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByText('We could not read the list.')).toBeNull();
    await form.user.click(button('Looking…'));
    expect(form.list).toHaveBeenCalledOnce();
    await act(async () => fail());
    expect(await shown('We could not read the list.')).toBeVisible();
    await said('We could not read the list.');
    expect(button('Look in the list')).not.toHaveAttribute('aria-disabled');
    expect(button('It is in the list')).toBeVisible();
    await form.user.click(button('It is in the list'));
  });

  test('a link without a reference is picked by its id', async () => {
    const form = await unknown();
    form.list.mockImplementation(() => listed({ ...ours('abc'), reference: undefined }));
    await form.user.click(button('Look in the list'));
    await form.user.click(await screen.findByRole('button', { name: 'It is abc' }));
    expect(await createdHeading()).toHaveFocus();
  });
});

test.each([
  ['created', told({ id: 'L1', amount: 4800, totalAmount: 5000 }), 'CHF 50.00'],
  ['not known', lost, 'Sent with an amount of CHF 48.00'],
])('a link that is %s keeps its currency when the page goes on in another', async (_, post, sum) => {
  const { client } = serve(post);
  cleanup();
  const pageIn = (currency: string) => (
    <PaymentsProvider client={client} currency={currency} locale="en-US" timeZone="UTC">
      <WholeForm flowKey={sum} fields={{ amount: { value: 4800 } }} />
    </PaymentsProvider>
  );
  const { rerender } = render(pageIn('CHF'));
  await userEvent.click(createButton());
  await screen.findByText(/Payment link created|Not known yet/, { selector: 'h2, p' });
  rerender(pageIn('EUR'));
  expect(screen.getByText(sum)).toBeVisible();
});

describe('a created link', () => {
  const link = { ...ours('PL-9'), totalAmount: 5000, status: 'unpaid' };
  const details = () =>
    Object.fromEntries(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );

  test('shows what is to be paid in the end, and each thing that the service said', async () => {
    const customValues = [
      { key: 'floor', label: 'Floor', value: 'g', valueLabel: 'Ground floor' },
      { key: 'note', value: 'Lunch' },
    ];
    await sent(serve(told({ ...link, customValues })));
    const heading = await createdHeading();
    expect(heading.parentElement).toHaveTextContent('$50.00');
    expect(screen.getByText('Share this address with your customer.')).toBeVisible();
    expect(details()).toEqual({
      Reference: 'PL-9',
      Status: 'Open',
      Created: 'Jan 15, 2026, 9:30 AM',
      Floor: 'Ground floor',
      note: 'Lunch',
    });
  });

  test('has no line for what the service left out, and the sum that was sent where it named none', async () => {
    await sent(serve(told({ id: 'x', paymentLink: 'https://pay.test/x' })));
    const heading = await createdHeading();
    expect(heading.parentElement).toHaveTextContent(
      'Payment link createdSent with an amount of $48.00Share this address with your customer.',
    );
    expect(screen.queryAllByRole('term')).toEqual([]);
  });

  test('that says only that it is not paid has that as its status', async () => {
    await sent(serve(told({ id: 'x', paid: false, paymentLink: 'https://pay.test/x' })));
    await createdHeading();
    expect(details()).toEqual({ Status: 'Open' });
  });

  test('whose address is not safe says so, and is given to the host all the same', async () => {
    const form = await sent(serve(told({ ...ours('PL-9'), paymentLink: 'javascript:alert(1)' })));
    await createdHeading();
    expect(screen.getByText(/no address that is safe to open/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
    expect(form.onLinkCreated).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'PL-9' }), {
      sentAmountCents: 4800,
    });
  });

  test('of which no answer told is looked for, and that is said while it lasts', async () => {
    const form = serve(nothing);
    await waitFor(() => expect(form.list).toHaveBeenCalled());
    let answer: (response: Promise<Response>) => void = () => undefined;
    const hold = () => form.list.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    hold();
    await form.user.click(createButton());
    await createdHeading();
    expect(screen.getByText(/Looking for it in your list/)).toBeVisible();
    expect(button('Looking…')).toHaveAttribute('aria-disabled', 'true');
    await act(async () => answer(listed()));
    expect(await shown(/is not in your list yet/)).toBeVisible();
    hold();
    await form.user.click(button('Look again'));
    await act(async () => answer(listed(ours('PL-7'))));
    expect(await screen.findByRole('link', { name: 'Open link' })).toHaveAttribute(
      'href',
      'https://pay.test/PL-7',
    );
    expect(screen.queryByRole('button', { name: /^Look/ })).toBeNull();
    expect(await shown(/This is the only new one like it/)).toBeVisible();
    expect(form.create).toHaveBeenCalledOnce();
  });

  test('of which neither the answer nor the list told says where it is found', async () => {
    const form = serve(nothing);
    await waitFor(() => expect(form.list).toHaveBeenCalled());
    form.list.mockImplementation(lost);
    await form.user.click(createButton());
    await createdHeading();
    expect(await shown(/You find the link, with its address, in your list/)).toBeVisible();
    expect(button('Look again')).not.toHaveAttribute('aria-disabled');
    expect(screen.getByRole('status')).toHaveTextContent(
      /^Payment link created\. The service gave no address/,
    );
  });

  test('is followed by an empty form, whose first field has the focus where it can be filled in', async () => {
    const form = await sent(serve(told(link)));
    await createdHeading();
    await form.user.click(button('Create another'));
    expect(amount()).toHaveFocus();
    form.unmount();
    const fixed = serve(told(link), { fields: { amount: { readOnly: true, value: 4800 } } });
    await fixed.user.click(createButton());
    await createdHeading();
    await fixed.user.click(button('Create another'));
    expect(amount()).toHaveValue('48.00');
    expect(amount()).not.toHaveFocus();
  });

  test('shows its phase on the root all the way', async () => {
    let answer: (response: Response) => void = () => undefined;
    const form = serve(() => new Promise((resolve) => (answer = resolve)));
    const root = form.container.querySelector('[data-tillkit="payment-link-form"]');
    expect(root).toHaveAttribute('data-phase', 'idle');
    await sent(form);
    await screen.findByRole('button', { name: 'Creating…' });
    expect(root).toHaveAttribute('data-phase', 'sending');
    expect(root).toHaveAttribute('data-busy', '');
    expect(button('Creating…')).toHaveAttribute('aria-disabled', 'true');
    await act(async () => answer(Response.json(link)));
    await createdHeading();
    expect(root).toHaveAttribute('data-phase', 'created');
    expect(root).not.toHaveAttribute('data-busy');
  });
});

describe('a refusal', () => {
  const refused = (errors: object[], props?: PaymentLinkFormProps) =>
    serve(() => Promise.resolve(Response.json({ message: 'Bad', errors }, { status: 422 })), props);

  test('is said with all its sentences, those at the top first', async () => {
    await sent(
      refused([
        { field: 'amount', message: 'is too large.' },
        { field: 'clientId', message: 'is not known.' },
      ]),
    );
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Not accepted. clientId: is not known. The service says: is too large.',
      ),
    );
  });

  test('of files stands at their field, and goes when a file is added', async () => {
    const form = await sent(refused([{ field: 'attachments', message: 'are gone.' }]));
    const files = await screen.findByRole('group', { name: 'Attachments' });
    expect(await within(files).findByText('The service says: are gone.')).toBeVisible();
    await form.user.upload(
      screen.getByLabelText<HTMLInputElement>('Add files', { selector: 'input' }),
      new File([], 'empty.txt'),
    );
    await waitFor(() => expect(within(files).queryByText(/are gone/)).toBeNull());
  });

  test('of a flag stands at it until it is changed', async () => {
    const form = await sent(refused([{ field: 'showShipping', message: 'is not possible.' }]));
    const box = await screen.findByRole('checkbox', { name: 'Collect shipping address' });
    await waitFor(() => expect(box).toBeInvalid());
    expect(box).toHaveAccessibleDescription('The service says: is not possible.');
    expect(screen.queryByRole('checkbox', { name: 'Collect billing address' })).toBeNull();
    await form.user.click(box);
    await waitFor(() => expect(box).toBeValid());
    expect(box).not.toHaveAccessibleDescription();
    await form.user.click(box);
  });

  test('can be sent again as it is, once a press', async () => {
    const form = await sent(refused([{ field: 'clientId', message: 'is not known.' }]));
    await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
    form.create.mockImplementation(told(ours('PL-3')));
    await form.user.click(createButton());
    await createdHeading();
    expect(form.create).toHaveBeenCalledTimes(2);
  });
});
