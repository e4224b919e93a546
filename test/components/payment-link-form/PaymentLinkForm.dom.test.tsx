import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../../setup.dom.ts';
import type { HarnessOptions } from '../../harness.tsx';
import {
  add,
  addButton,
  amount,
  bodyOf,
  catalogue,
  createButton,
  createdHeading,
  creations,
  show,
  showAnswering,
  showWith,
  textbox,
} from '../linkForm.tsx';

describe('sending', () => {
  test('sends exactly the values on the screen, once', async () => {
    const form = show({ customFields: catalogue });
    const { user } = form;
    await user.type(amount(), '1,234.50');
    await user.type(textbox('Invoice number'), '2026-001');
    await add(user, 'Details');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of detail' }), 'Note');
    await user.click(addButton());
    expect(textbox('Note')).toHaveFocus();
    await user.keyboard('a <b> & ü');
    await add(user, 'Shipping address', 'Discount');
    await user.click(createButton());
    await createdHeading();
    expect(creations(form)).toHaveLength(1);
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
    await createdHeading();
    expect(creations(form)).toHaveLength(1);
    expect(form.onLinkCreated).toHaveBeenCalledOnce();
  });

  test('Enter in a field creates the link, and the focus waits on the button, since the fields are disabled', async () => {
    const form = show({}, { latencyMs: 100 });
    await form.user.type(amount(), '5{Enter}');
    expect(await screen.findByRole('button', { name: 'Creating…' })).toHaveFocus();
    await act(() => form.advance(500));
    expect(await createdHeading()).toHaveFocus();
    expect(creations(form)).toHaveLength(1);
  });

  test('sums of a currency without two digits leave in the scale of the client', async () => {
    const sent = vi.fn((_: Request) => Promise.resolve(new Response(null, { status: 204 })));
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ amountScale: 'hundredths', paymentLinks: { amountUnit: 'minor' } }),
      fetcher: (request) =>
        request.method === 'POST' ? sent(request) : Promise.resolve(Response.json({ items: [] })),
    });
    const { user } = show({}, { provider: { client, currency: 'JPY' } });
    await add(user, 'Taxes');
    await user.type(textbox('Taxes'), '120');
    await user.type(amount(), '1200{Enter}');
    await createdHeading();
    expect(await sent.mock.calls[0]?.[0].clone().json()).toMatchObject({ amount: 120_000, taxes: 12_000 });
    expect(screen.getByText('Sent with an amount of ¥1,200')).toBeVisible();
  });
});

describe('before it is sent', () => {
  test('what is missing is named on its field, the first one gets the focus, and nothing leaves', async () => {
    const form = show({ customFields: catalogue });
    await form.user.click(createButton());
    expect(await screen.findByText('Enter an amount.')).toBeVisible();
    await waitFor(() => expect(amount()).toHaveFocus());
    expect(textbox('Invoice number')).toHaveAccessibleDescription('Enter a value.');
    expect(creations(form)).toEqual([]);
  });

  test('the first field on the screen gets the focus, also where it was added last', async () => {
    const { user } = show({ customFields: catalogue.slice(1) });
    await user.type(amount(), '5');
    await add(user, 'Details', 'Add detail');
    await user.click(createButton());
    await waitFor(() => expect(textbox('Table')).toHaveFocus());
    await user.keyboard('7');
    await waitFor(() => expect(screen.queryByText('Enter a value.')).toBeNull());
  });

  test.each(['Amount', 'Taxes'])('an amount in %s that cannot be read is not sent', async (name) => {
    const form = show();
    await add(form.user, 'Taxes');
    await form.user.type(amount(), '5');
    await form.user.clear(textbox(name));
    await form.user.type(textbox(name), '12,34{Enter}');
    expect(await screen.findByText(/separator is in the wrong place/)).toBeVisible();
    await form.user.click(createButton());
    await waitFor(() => expect(textbox(name)).toHaveFocus());
    expect(creations(form)).toEqual([]);
  });
});

describe('created', () => {
  const created = async (options: HarnessOptions = {}) => {
    const form = show({}, options);
    await form.user.type(amount(), '48{Enter}');
    return { ...form, heading: await createdHeading() };
  };

  test('shows the address and what the service says of the link, says so and moves the focus', async () => {
    const { heading, onLinkCreated } = await created();
    expect(heading).toHaveFocus();
    expect(screen.getByText('$48.00')).toBeVisible();
    expect(screen.getByText('PL-1004')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Open link' });
    expect(textbox('Address of the link')).toHaveValue(link.getAttribute('href'));
    expect(screen.getByRole('status')).toHaveTextContent('Payment link created');
    expect(onLinkCreated).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reference: 'PL-1004', amountCents: 4800 }),
      { sentAmountCents: 4800 },
    );
    expect(screen.queryByText(/Sent with/)).toBeNull();
  });

  test('F97: goes nowhere by itself, and opens the address in a page that cannot reach back', async () => {
    const before = window.location.href;
    await created();
    const link = screen.getByRole('link', { name: 'Open link' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(window.location.href).toBe(before);
  });

  test('copies the address and says so only then', async () => {
    const { user } = await created();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(
      new DOMException('no', 'NotAllowedError'),
    );
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    const address = textbox('Address of the link');
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
    expect(await createdHeading()).toBeVisible();
  });
});

describe('created without an answer that says which', () => {
  test('F38: by the deprecated version, the list tells the address', async () => {
    const { user, sandbox, onLinkCreated } = showWith({ version: 'v1' });
    await waitFor(() => expect(sandbox.ledger.requests).toHaveLength(1));
    await user.type(amount(), '48{Enter}');
    await createdHeading();
    const link = await screen.findByRole('link', { name: 'Open link' });
    const [made] = sandbox.ledger.links as { id: string }[];
    expect(link).toHaveAttribute('href', `https://pay.sandbox.test/l/${made?.id}`);
    expect(screen.getByRole('status')).toHaveTextContent(
      /^Payment link created\. The service did not say which/,
    );
    expect(onLinkCreated).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: made?.id }), {
      sentAmountCents: 4800,
    });
    expect(creations({ sandbox })).toHaveLength(1);
  });

  test('F38: with two new links like it no address is shown, and it says so', async () => {
    const { user, sandbox, onLinkCreated } = showWith({ version: 'v1' });
    await waitFor(() => expect(sandbox.ledger.requests).toHaveLength(1));
    await sandbox.fetch(
      new Request(`${sandbox.baseUrl}/v1/public/payment-link`, {
        method: 'POST',
        headers: { authorization: 'sandbox', 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 4800, customValues: [], applyDiscount: false }),
      }),
    );
    await user.type(amount(), '48{Enter}');
    expect(await screen.findByText(/2 new links in your list are like it/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
    expect(onLinkCreated).toHaveBeenCalledExactlyOnceWith(null, { sentAmountCents: 4800 });
  });

  test('F38: with a list that says nothing of it there is no address, and a way to look again', async () => {
    const { user, onLinkCreated, create } = showAnswering(() => new Response(null, { status: 204 }));
    await user.type(amount(), '48{Enter}');
    expect(await createdHeading()).toHaveFocus();
    expect(await screen.findByText(/is not in your list yet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByRole('button', { name: 'Look again' })).toBeVisible();
    expect(create).toHaveBeenCalledOnce();
    expect(onLinkCreated).toHaveBeenCalledExactlyOnceWith(null, { sentAmountCents: 4800 });
    expect(screen.getByText('Sent with an amount of $48.00')).toBeVisible();
  });

  test('of another amount, or none, it shows what was sent beside what the service says', async () => {
    const answer = { id: 'PL-9', paymentLink: 'https://pay.test/9' };
    const { user } = showAnswering(() => Response.json({ ...answer, amount: 480_000 }));
    await user.type(amount(), '48{Enter}');
    await createdHeading();
    expect(screen.getByText('$4,800.00')).toBeVisible();
    expect(screen.getByText('Sent with an amount of $48.00')).toBeVisible();
  });
});

describe('rejected', () => {
  test("lands on the row it is about, with the service's sentence and the focus", async () => {
    const { user, onLinkCreated } = show({ customFields: [{ key: 'loyalty', label: 'Loyalty number' }] });
    await user.type(amount(), '48');
    await add(user, 'Details');
    await user.keyboard('7');
    await user.click(createButton());
    const value = textbox('Loyalty number');
    await waitFor(() => expect(value).toHaveFocus());
    expect(value).toHaveAccessibleDescription('The service says: is not a key configured for payment links.');
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

  test('each sentence lands on its own field, in whatever way the service writes its path', async () => {
    const errors = [
      { field: 'customValues.1.value', message: 'is too long.' },
      { field: 'taxes[0]', message: 'is not yours.' },
      { field: 'showBilling', message: 'is not possible.' },
      { path: ['attachments', 0], message: 'is gone.' },
      { field: 'customValues[0].key', message: 'is not known.' },
    ];
    const { user } = showAnswering(() => Response.json({ message: 'Bad', errors }, { status: 422 }), {
      customFields: catalogue,
      taxes: [{ id: 'tax-city', label: 'City tax' }],
    });
    await user.type(amount(), '48');
    await add(user, 'Taxes');
    await user.click(screen.getByRole('checkbox', { name: 'City tax' }));
    await user.type(textbox('Invoice number'), '1');
    await add(user, 'Details', 'Add detail');
    await user.keyboard('2');
    await user.click(createButton());
    const tax = screen.getByRole('checkbox', { name: 'City tax' });
    await waitFor(() => expect(textbox('Invoice number')).toHaveFocus());
    expect(tax).toHaveAccessibleDescription('The service says: City tax: is not yours.');
    expect(textbox('Table')).toHaveAccessibleDescription('The service says: is too long.');
    expect(textbox('Invoice number')).toHaveAccessibleDescription('The service says: is not known.');
    expect(screen.getByRole('checkbox', { name: 'Collect billing address' })).toHaveAccessibleDescription(
      'The service says: is not possible.',
    );
    expect(within(screen.getByRole('group', { name: 'Attachments' })).getByText(/is gone/)).toBeVisible();
    expect(screen.queryByText('Not accepted')).toBeNull();
  });

  test('what is about no field on the screen stands at the top with the focus, the rest on its fields', async () => {
    const errors = [
      { field: 'amount', message: 'is too large.' },
      { field: 'clientId', message: 'is not known.' },
      { field: 'showShipping', message: 'is not possible.' },
    ];
    const { user } = showAnswering(() => Response.json({ message: 'Bad', errors }, { status: 422 }), {
      fields: { showShipping: { hidden: true, value: true } },
    });
    await user.type(amount(), '48{Enter}');
    await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
    expect(screen.getByText('clientId: is not known.')).toBeVisible();
    expect(screen.getByText('showShipping: is not possible.')).toBeVisible();
    expect(amount()).toHaveAccessibleDescription(/The service says: is too large\./);
  });

  test.each(['clientId', 'customValues[7].key', undefined])(
    'about %s it stands at the top',
    async (field) => {
      const { user, create } = showAnswering(() => Response.json({ message: 'No.', field }, { status: 422 }));
      await user.type(amount(), '48{Enter}');
      await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
      expect(screen.getByText('No.')).toBeVisible();
      expect(amount()).toHaveValue('48.00');
      await user.click(createButton());
      await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
      await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
    },
  );
});

describe('F92: not known', () => {
  const unknown = async (scenario: 'lost-answer' | 'lost-request' = 'lost-answer') => {
    const harness = show();
    harness.sandbox.setScenario(scenario, { operation: 'createPaymentLink' });
    await waitFor(() => expect(harness.sandbox.ledger.requests).toHaveLength(1));
    await harness.user.type(amount(), '48{Enter}');
    await waitFor(() => expect(screen.getByText('Not known yet')).toHaveFocus());
    return harness;
  };

  test('says to look first, keeps what is filled in, and sends nothing again by itself', async () => {
    const form = await unknown();
    expect(amount()).toHaveValue('48.00');
    expect(amount()).toBeDisabled();
    expect(screen.queryByRole('group', { name: 'Add' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Create payment link/ })).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not known yet\./);
    await act(() => form.advance(600_000));
    expect(creations(form)).toHaveLength(1);
    expect(form.onLinkCreated).not.toHaveBeenCalled();
  });

  test('looks in the list, and a person says that the new one there is it', async () => {
    const form = await unknown();
    await form.user.click(screen.getByRole('button', { name: 'Look in the list' }));
    const found = 'A new link for $48.00 is in the list. Is it this one?';
    expect(await screen.findByText(found, { ignore: '[data-tillkit="live-region"] *' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(found);
    await form.user.click(screen.getByRole('button', { name: 'It is PL-1004' }));
    expect(await createdHeading()).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Open link' })).toBeVisible();
    expect(form.onLinkCreated).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reference: 'PL-1004' }),
      { sentAmountCents: 4800 },
    );
    expect(creations(form)).toHaveLength(1);
  });

  test('looks in the list, and says that there is none like it', async () => {
    const form = await unknown('lost-request');
    await form.user.click(screen.getByRole('button', { name: 'Look in the list' }));
    expect(await screen.findAllByText(/^There is no new link for \$48\.00 in the list/)).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: /^It is PL/ })).toBeNull();
    expect(screen.getByText('Not known yet')).toBeVisible();
  });

  test('a person who did not find it can create it again, as it was filled in', async () => {
    const form = await unknown();
    form.sandbox.setScenario(undefined, { operation: 'createPaymentLink' });
    await form.user.click(screen.getByRole('button', { name: 'It is not in the list' }));
    await waitFor(() => expect(createButton()).toHaveFocus());
    expect(amount()).toHaveValue('48.00');
    expect(screen.getByRole('group', { name: 'Add' })).toBeVisible();
    // The second of a double click, and a key that is held, were meant for what stood there before.
    fireEvent.click(createButton(), { detail: 2 });
    fireEvent.click(screen.getByRole('button', { name: 'Discount' }), { detail: 2 });
    expect(screen.queryByRole('checkbox', { name: /discount/i })).toBeNull();
    expect(fireEvent.keyDown(createButton(), { key: 'Enter', repeat: true })).toBe(false);
    expect(creations(form)).toHaveLength(1);
    await form.user.click(createButton());
    await createdHeading();
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

test('the Enter of a scanner creates no link, that of a hand does', async () => {
  const form = show({ customFields: [{ key: 'invoice-number', label: 'Invoice number', required: true }] });
  await form.user.type(amount(), '48');
  await act(() => form.advance(1000));
  await form.user.click(textbox('Invoice number'));
  for (const character of '40063813') {
    await form.user.keyboard(character);
    await act(() => form.advance(8));
  }
  await form.user.keyboard('{Enter}{Enter}');
  expect(textbox('Invoice number')).toHaveValue('40063813');
  expect(creations(form)).toEqual([]);
  await act(() => form.advance(1000));
  await form.user.keyboard('{Enter}');
  await createdHeading();
  expect(creations(form)).toHaveLength(1);
});

test('its words can be changed; its root carries class and phase', () => {
  show({ className: 'host', labels: { create: () => 'Zahlungslink erstellen' } });
  const root = screen
    .getByRole('button', { name: 'Zahlungslink erstellen' })
    .closest('[data-tillkit="payment-link-form"]');
  expect(root).toHaveClass('tillkit-payment-link-form', 'host');
  expect(root).toHaveAttribute('data-phase', 'idle');
});
