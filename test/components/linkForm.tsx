import { act, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { PaymentLinkForm, type PaymentLinkFormProps } from 'tillkit';
import { createPaymentsClient, defineService, type ServiceDescription } from 'tillkit/core';
import { vi } from 'vitest';
import { createHarness, type Harness, type HarnessOptions } from '../harness.tsx';

export const catalogue = [
  { key: 'invoice-number', label: 'Invoice number', required: true },
  { key: 'table', label: 'Table' },
  { key: 'note', label: 'Note' },
];

/** A hand on the keyboard: it pauses before Enter, as a scanner does not. */
export function createHand({ advance }: Pick<Harness, 'advance'>): UserEvent {
  const user = userEvent.setup({ delay: null });
  const type: UserEvent['type'] = async (element, text, options) => {
    const words = text.replace(/\{Enter\}$/, '');
    await user.type(element, words, options);
    await act(() => advance(60));
    if (words !== text) await user.keyboard('{Enter}');
  };
  return { ...user, type };
}

/** The form on a sandbox of its own. */
export function show(props: PaymentLinkFormProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const onLinkCreated = vi.fn<NonNullable<PaymentLinkFormProps['onLinkCreated']>>();
  const user = createHand(harness);
  const view = render(<PaymentLinkForm onLinkCreated={onLinkCreated} {...props} />, {
    wrapper: harness.wrapper,
  });
  return { ...harness, ...view, onLinkCreated, user };
}

/** The form on a service that gives every creation the same answer, and an empty list. */
export function showAnswering(answer: () => Response, props: PaymentLinkFormProps = {}) {
  const create = vi.fn((_: Request) => Promise.resolve(answer()));
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
    fetcher: (request) =>
      request.method === 'POST' ? create(request) : Promise.resolve(Response.json({ items: [], total: 0 })),
  });
  return { ...show(props, { provider: { client } }), create };
}

/** The form on the sandbox through a client with other link options. */
export function showWith(paymentLinks: ServiceDescription['paymentLinks'], props: PaymentLinkFormProps = {}) {
  const harness = createHarness({ latencyMs: 0 });
  const client = createPaymentsClient({
    ...harness.client.options,
    service: defineService({ paymentLinks: { amountUnit: 'minor', ...paymentLinks } }),
  });
  const { wrapper: Wrapper, ...rest } = createHarness({ latencyMs: 0, provider: { client } });
  const onLinkCreated = vi.fn<NonNullable<PaymentLinkFormProps['onLinkCreated']>>();
  const user = createHand(rest);
  const view = render(<PaymentLinkForm onLinkCreated={onLinkCreated} {...props} />, { wrapper: Wrapper });
  return { ...rest, ...view, sandbox: harness.sandbox, onLinkCreated, user };
}

export const amount = () => screen.getByRole('textbox', { name: 'Amount' });
export const createButton = () => screen.getByRole('button', { name: /^Create payment link/ });
/** Presses the buttons of what is not asked for yet. */
export async function add(user: UserEvent, ...extras: string[]) {
  for (const name of extras) await user.click(screen.getByRole('button', { name }));
}
export const addButton = () => screen.getByRole('button', { name: 'Add detail' });
export const textbox = (name: string) => screen.getByRole('textbox', { name });
export const createdHeading = () => screen.findByRole('heading', { name: 'Payment link created' });

export const creations = ({ sandbox }: Pick<Harness, 'sandbox'>) =>
  sandbox.ledger.requests.filter(({ operation }) => operation === 'createPaymentLink');

/** What the form put into its first request; the client adds its own id. */
export function bodyOf(form: Pick<Harness, 'sandbox'>) {
  const { clientId: _, ...body } = { clientId: '', ...(creations(form)[0]?.body as object) };
  return body;
}
