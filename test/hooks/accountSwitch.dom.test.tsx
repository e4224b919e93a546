import { QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import {
  PaymentsProvider,
  TerminalPicker,
  useAllTerminals,
  useCreatePaymentLink,
  usePaymentLinks,
  useTerminals,
  useUploadAttachments,
} from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

/** Two merchants of one service, one page and one query client: who is signed in changes. */
function open() {
  const account = (merchant: string) => {
    const harness = createHarness({ latencyMs: 0 });
    const uploads: string[] = [];
    const answerTo = ({ url, method }: Request) => {
      if (method === 'GET') return { items: [{ id: `of ${merchant}`, amount: 100 }], total: 1 };
      if (!url.includes('upload')) return { data: { id: `new of ${merchant}`, amount: 100 } };
      uploads.push(merchant);
      return { data: [{ path: `${merchant}/${uploads.length}` }] };
    };
    const client = createPaymentsClient({
      ...harness.client.options,
      headers: { authorization: merchant },
      fetcher: (request) => Promise.resolve(Response.json(answerTo(request))),
    });
    return { client, operations: harness.operations, uploads };
  };
  const accounts = { ada: account('ada'), grace: account('grace') };
  const queryClient = new QueryClient();
  let signedIn: keyof typeof accounts = 'ada';
  const wrapper = ({ children }: { children: ReactNode }) => {
    const { client, operations } = accounts[signedIn];
    return (
      <PaymentsProvider client={client} operations={operations} queryClient={queryClient} currency="USD">
        {children}
      </PaymentsProvider>
    );
  };
  const view = renderHook(
    () => ({
      list: usePaymentLinks(),
      creation: useCreatePaymentLink({ flowKey: 'links' }),
      upload: useUploadAttachments(),
    }),
    { wrapper },
  );
  const ids = () => view.result.current.list.data?.items.map(({ id }) => id);
  const signIn = (who: typeof signedIn) => {
    signedIn = who;
    view.rerender();
  };
  return { ...view, accounts, ids, signIn };
}

test('the links of one account are not shown to another', async () => {
  const { result, ids, signIn } = open();
  await waitFor(() => expect(ids()).toEqual(['of ada']));
  await act(async () => void (await result.current.creation.create({ amount: 100 })));
  await waitFor(() => expect(ids()).toEqual(['new of ada', 'of ada']));

  signIn('grace');
  expect(ids()).toBeUndefined();
  expect(result.current.creation.phase).toBe('idle');
  await waitFor(() => expect(ids()).toEqual(['of grace']));
  await act(async () => void (await result.current.creation.create({ amount: 100 })));
  await waitFor(() => expect(ids()).toEqual(['new of grace', 'of grace']));

  signIn('ada');
  expect(ids()).toEqual(['new of ada', 'of ada']);
});

test('the files of one account do not go with the link of another', async () => {
  const { result, accounts, signIn } = open();
  act(() => result.current.upload.add([new File(['one'], 'one.txt')]));
  await waitFor(() => expect(result.current.upload.attachments).toEqual([{ path: 'ada/1' }]));

  signIn('grace');
  expect(result.current.upload.files).toEqual([]);
  act(() => result.current.upload.add([new File(['two'], 'two.txt')]));
  await waitFor(() => expect(result.current.upload.attachments).toEqual([{ path: 'grace/1' }]));
  expect(accounts.ada.uploads).toHaveLength(1);
});

test('the terminals of one account are not offered to another', async () => {
  const queryClient = new QueryClient();
  const clientOf = (merchant: string) => {
    const terminal = { id: merchant, name: `Till of ${merchant}` };
    return createPaymentsClient({
      ...createHarness().client.options,
      headers: { authorization: merchant },
      fetcher: () => Promise.resolve(Response.json({ items: [terminal], total: 1 })),
    });
  };
  const clients = { ada: clientOf('ada'), grace: clientOf('grace') };
  const { operations } = createHarness();
  const page = (merchant: keyof typeof clients, child: ReactNode) => (
    <PaymentsProvider
      client={clients[merchant]}
      operations={operations}
      queryClient={queryClient}
      currency="USD"
    >
      {child}
    </PaymentsProvider>
  );
  function Names() {
    const ids = [useTerminals().data?.items, useAllTerminals().data].map((list) => list?.[0]?.id ?? 'none');
    return <p>{ids.join(' ')}</p>;
  }
  const both = (
    <>
      <Names />
      <TerminalPicker remembers={false} />
    </>
  );
  const { rerender } = render(page('ada', both));
  expect(await screen.findByText('ada ada')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('Till of ada'));

  rerender(page('grace', both));
  expect(screen.getByText('none none')).toBeVisible();
  expect(await screen.findByText('grace grace')).toBeVisible();
  screen.getByRole('combobox').click();
  expect(await screen.findByRole('option', { name: /Till of grace/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Till of ada/ })).toBeNull();
});
