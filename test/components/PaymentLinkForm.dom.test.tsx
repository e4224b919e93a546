import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkForm, type PaymentLinkFormProps } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../setup.dom.ts';
import { createHarness, type Harness, type HarnessOptions } from '../harness.tsx';

const catalogue = [
  { key: 'invoice-number', label: 'Invoice number', required: true },
  { key: 'table', label: 'Table' },
  { key: 'note', label: 'Note' },
];

function show(props: PaymentLinkFormProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const onLinkCreated = vi.fn<NonNullable<PaymentLinkFormProps['onLinkCreated']>>();
  const user = userEvent.setup();
  const view = render(<PaymentLinkForm onLinkCreated={onLinkCreated} {...props} />, {
    wrapper: harness.wrapper,
  });
  return { ...harness, ...view, onLinkCreated, user };
}

/** A service that gives every creation the same answer. */
function showAnswering(answer: () => Response, props: PaymentLinkFormProps = {}) {
  const fetcher = vi.fn(() => Promise.resolve(answer()));
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    paymentLinks: { amountUnit: 'minor' },
    fetcher,
  });
  return { ...show(props, { provider: { client } }), fetcher };
}

const amount = () => screen.getByRole('textbox', { name: 'Amount' });
const createButton = () => screen.getByRole('button', { name: 'Create payment link' });
const creations = ({ sandbox }: Pick<Harness, 'sandbox'>) =>
  sandbox.ledger.requests.filter(({ operation }) => operation === 'createPaymentLink');

/** What the form put into the one request; the client adds its own id. */
function bodyOf(form: Pick<Harness, 'sandbox'>) {
  const { clientId: _, ...body } = { clientId: '', ...(creations(form)[0]?.body as object) };
  return body;
}

describe('sending', () => {
  test('sends exactly the values on the screen, once', async () => {
    const form = show({ customValues: catalogue });
    const { user } = form;
    await user.type(amount(), '1,234.50');
    await user.type(screen.getByRole('textbox', { name: 'Invoice number' }), '2026-001');
    await user.click(screen.getByRole('button', { name: 'Add custom value' }));
    expect(screen.getByRole('textbox', { name: 'Table' })).toHaveFocus();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of custom value' }), 'Note');
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'a <b> & ü');
    await user.click(screen.getByRole('checkbox', { name: 'Collect shipping address' }));
    await user.click(screen.getByRole('checkbox', { name: 'Apply discount' }));
    await user.click(createButton());
    await screen.findByRole('heading', { name: 'Payment link created' });
    expect(creations(form)).toHaveLength(1);
    expect(form.sandbox.ledger.requests).toHaveLength(1);
    expect(bodyOf(form)).toEqual({
      amount: 123_450,
      showBilling: false,
      showShipping: true,
      applyDiscount: true,
      customValues: [
        { key: 'invoice-number', label: 'Invoice number', value: '2026-001' },
        { key: 'note', label: 'Note', value: 'a <b> & ü' },
      ],
    });
  });

  test('a second press while it is under way sends nothing', async () => {
    const form = show({}, { latencyMs: 100 });
    await form.user.type(amount(), '5');
    await form.user.click(createButton());
    const sending = await screen.findByRole('button', { name: 'Creating…' });
    expect(amount()).toBeDisabled();
    await form.user.dblClick(sending);
    await act(() => form.advance(500));
    await screen.findByRole('heading', { name: 'Payment link created' });
    expect(creations(form)).toHaveLength(1);
    expect(form.onLinkCreated).toHaveBeenCalledOnce();
  });

  test('Enter in a field creates the link', async () => {
    const form = show();
    await form.user.type(amount(), '5{Enter}');
    await screen.findByRole('heading', { name: 'Payment link created' });
    expect(creations(form)).toHaveLength(1);
  });

  test('an amount of a currency without two digits leaves in the scale of the client', async () => {
    const fetcher = vi.fn((_: Request) => Promise.resolve(new Response(null, { status: 204 })));
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      amountScale: 'hundredths',
      paymentLinks: { amountUnit: 'minor' },
      fetcher,
    });
    const { user } = show({}, { provider: { client, currency: 'JPY' } });
    await user.type(amount(), '1200{Enter}');
    await screen.findByRole('heading', { name: 'Payment link created' });
    expect(await fetcher.mock.calls[0]?.[0].clone().json()).toMatchObject({ amount: 120_000 });
  });
});

describe('before it is sent', () => {
  test('what is missing is named on its field, the first one gets the focus, and nothing leaves', async () => {
    const form = show({ customValues: catalogue });
    await form.user.click(createButton());
    expect(await screen.findByText('Enter an amount.')).toBeVisible();
    await waitFor(() => expect(amount()).toHaveFocus());
    expect(screen.getByRole('textbox', { name: 'Invoice number' })).toHaveAccessibleDescription(
      'Enter a value.',
    );
    expect(creations(form)).toEqual([]);
  });

  test('the first field on the screen gets the focus, also where it was added last', async () => {
    const { user } = show({ customValues: catalogue.slice(1) });
    await user.type(amount(), '5');
    await user.click(screen.getByRole('button', { name: 'Add custom value' }));
    await user.click(createButton());
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Table' })).toHaveFocus());
    await user.keyboard('7');
    await waitFor(() => expect(screen.queryByText('Enter a value.')).toBeNull());
  });

  test('an amount that cannot be read is not sent', async () => {
    const form = show();
    await form.user.type(amount(), '12,34{Enter}');
    expect(await screen.findByText(/separators do not fit/)).toBeVisible();
    expect(creations(form)).toEqual([]);
  });
});

describe('custom values', () => {
  test('without a catalogue there is no such section', () => {
    show();
    expect(screen.queryByRole('group', { name: 'Custom values' })).toBeNull();
  });

  test('each kind can be picked once', async () => {
    const { user } = show({ customValues: catalogue });
    const add = screen.getByRole('button', { name: 'Add custom value' });
    await user.click(add);
    await user.click(add);
    const [first, second] = screen.getAllByRole('combobox', { name: 'Kind of custom value' });
    expect(first).toHaveValue('table');
    expect(second).toHaveValue('note');
    expect(first && within(first).queryByRole('option', { name: 'Note' })).toBeNull();
    expect(add).toHaveAttribute('aria-disabled', 'true');
    await user.click(add);
    expect(screen.getAllByRole('combobox')).toHaveLength(2);
  });

  test('a removed row is not sent, and the focus stays in the section', async () => {
    const { user } = show({ customValues: catalogue });
    await user.click(screen.getByRole('button', { name: 'Add custom value' }));
    await user.click(screen.getByRole('button', { name: 'Remove Table' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add custom value' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Remove Invoice number' })).toBeNull();
  });
});

describe('created', () => {
  const created = async (options: HarnessOptions = {}) => {
    const form = show({}, options);
    await form.user.type(amount(), '48{Enter}');
    const heading = await screen.findByRole('heading', { name: 'Payment link created' });
    return { ...form, heading };
  };

  test('shows the address and what the service says of the link, says so and moves the focus', async () => {
    const { heading, onLinkCreated } = await created();
    expect(heading).toHaveFocus();
    expect(screen.getByText('$48.00')).toBeVisible();
    expect(screen.getByText('PL-1004')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Open link' });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByRole('textbox', { name: 'Address of the link' })).toHaveValue(
      link.getAttribute('href'),
    );
    expect(screen.getByRole('status')).toHaveTextContent('Payment link created');
    expect(onLinkCreated).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reference: 'PL-1004' }));
  });

  test('copies the address and says so only then', async () => {
    const { user } = await created();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(
      new DOMException('no', 'NotAllowedError'),
    );
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    const address = screen.getByRole('textbox', { name: 'Address of the link' });
    await waitFor(() => expect(address).toHaveFocus());
    expect(address).toHaveAccessibleDescription(/did not allow copying/);
    expect(screen.queryByText('Copied')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(screen.getByRole('link').getAttribute('href'));
  });

  test('another one starts from an empty form', async () => {
    const { user } = await created();
    await user.click(screen.getByRole('button', { name: 'Create another' }));
    expect(amount()).toHaveValue('');
    expect(amount()).toHaveFocus();
  });

  test('without data from the service it says that there is no address, and where to find one', async () => {
    const { user, onLinkCreated } = showAnswering(() => new Response(null, { status: 204 }));
    await user.type(amount(), '48{Enter}');
    expect(await screen.findByRole('heading', { name: 'Payment link created' })).toHaveFocus();
    expect(screen.getByText(/gave no address back/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    expect(onLinkCreated).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('F95, F96: what the service says is text, and an address that is not safe is no link', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { user, container } = showAnswering(() =>
      Response.json({ id: evil, reference: evil, status: evil, paymentLink: 'javascript:alert(1)' }),
    );
    await user.type(amount(), '48{Enter}');
    expect(await screen.findAllByText(evil)).toHaveLength(2);
    expect(container.querySelector('img, a')).toBeNull();
    expect(screen.getByText(/no address that is safe to open/)).toBeVisible();
  });

  test("a host's callback that throws takes nothing with it", async () => {
    allowConsole(/Error: host/);
    const { user } = show({
      onLinkCreated: () => {
        throw new Error('host');
      },
    });
    await user.type(amount(), '48{Enter}');
    expect(await screen.findByRole('heading', { name: 'Payment link created' })).toBeVisible();
  });
});

describe('rejected', () => {
  test("lands on the row it is about, with the service's sentence and the focus", async () => {
    const { user, onLinkCreated } = show({ customValues: [{ key: 'loyalty', label: 'Loyalty number' }] });
    await user.type(amount(), '48');
    await user.click(screen.getByRole('button', { name: 'Add custom value' }));
    await user.type(screen.getByRole('textbox', { name: 'Loyalty number' }), '7');
    await user.click(createButton());
    const kind = screen.getByRole('combobox', { name: 'Kind of custom value' });
    await waitFor(() => expect(kind).toHaveFocus());
    expect(kind).toHaveAccessibleDescription('The service says: is not a key configured for payment links.');
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not accepted\./);
    expect(onLinkCreated).not.toHaveBeenCalled();
  });

  test('lands on the amount', async () => {
    const refusal = { message: 'amount: is above the limit.', errors: [{ field: 'amount' }] };
    const { user } = showAnswering(() => Response.json(refusal, { status: 422 }));
    await user.type(amount(), '48{Enter}');
    await waitFor(() => expect(amount()).toHaveFocus());
    expect(screen.getByText('The service says: is above the limit.')).toBeVisible();
    await user.type(amount(), '0');
    await waitFor(() => expect(screen.queryByText('The service says: is above the limit.')).toBeNull());
  });

  test.each(['clientId', 'customValues[7].key', undefined])(
    'about %s it stands at the top',
    async (field) => {
      const { user, fetcher } = showAnswering(() =>
        Response.json({ message: 'No.', field }, { status: 422 }),
      );
      await user.type(amount(), '48{Enter}');
      await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
      expect(screen.getByText('No.')).toBeVisible();
      expect(amount()).toHaveValue('48.00');
      await user.click(createButton());
      await waitFor(() => expect(fetcher).toHaveBeenCalledTimes(2));
      await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
    },
  );
});

describe('F92: not known', () => {
  const unknown = async () => {
    const harness = show();
    harness.sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
    await harness.user.type(amount(), '48{Enter}');
    await waitFor(() => expect(screen.getByText('Not known yet')).toHaveFocus());
    return harness;
  };

  test('says to look first, keeps what is filled in, and sends nothing again by itself', async () => {
    const form = await unknown();
    expect(amount()).toHaveValue('48.00');
    expect(amount()).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Create payment link' })).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not known yet\./);
    await act(() => form.advance(600_000));
    expect(creations(form)).toHaveLength(1);
    expect(form.onLinkCreated).not.toHaveBeenCalled();
  });

  test('a person who did not find it can create it again, as it was filled in', async () => {
    const form = await unknown();
    form.sandbox.setScenario(undefined, { operation: 'createPaymentLink' });
    await form.user.click(screen.getByRole('button', { name: 'It is not in the list' }));
    await waitFor(() => expect(createButton()).toHaveFocus());
    expect(amount()).toHaveValue('48.00');
    await form.user.click(createButton());
    await screen.findByRole('heading', { name: 'Payment link created' });
    expect(creations(form)).toHaveLength(2);
  });

  test('a person who found it gets an empty form', async () => {
    const form = await unknown();
    await form.user.click(screen.getByRole('button', { name: 'It is in the list' }));
    expect(amount()).toHaveValue('');
    expect(createButton()).toBeVisible();
    expect(creations(form)).toHaveLength(1);
  });
});

test('its words can be changed; its root carries class and phase', () => {
  show({ className: 'host', labels: { create: 'Zahlungslink erstellen' } });
  const root = screen
    .getByRole('button', { name: 'Zahlungslink erstellen' })
    .closest('[data-tillkit="payment-link-form"]');
  expect(root).toHaveClass('tillkit-payment-link-form', 'host');
  expect(root).toHaveAttribute('data-phase', 'idle');
});
