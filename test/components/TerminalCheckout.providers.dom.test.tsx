import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalCheckout } from 'tillkit';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  type RouteOverrides,
} from 'tillkit/core';
import { expect, test } from 'vitest';
import { whenOver } from '../cleanups.ts';
import { createHarness } from '../harness.tsx';

const byProvider: RouteOverrides = { pay: { path: ({ provider }) => `/${provider ?? 'alpha'}/pay` } };

/** A till with a terminal of the second provider, whose list of terminals comes when it is let through. */
async function show(routes: RouteOverrides) {
  const { sandbox, client: base, clock, advance } = createHarness({ latencyMs: 0 });
  const paths: string[] = [];
  let letThrough = () => {};
  let isRefused = false;
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  const client = createPaymentsClient({
    ...base.options,
    routes,
    fetcher: async (request, init) => {
      const { pathname, origin, search } = new URL(request.url);
      if (pathname.endsWith('/terminals')) {
        await gate;
        if (isRefused) return new Response(null, { status: 500 });
      }
      if (request.method === 'POST') paths.push(pathname);
      const plain = pathname.replace(/\/(alpha|beta)(?=\/pay$)/, '');
      return sandbox.fetch(new Request(`${origin}${plain}${search}`, request), init);
    },
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  whenOver(() => operations.dispose());
  const { wrapper } = createHarness({ provider: { client, operations } });
  const pass = (ms: number) => act(() => advance(ms));
  const view = render(<TerminalCheckout defaultTerminalId="terminal-2" defaultAmountCents={1250} />, {
    wrapper,
  });
  await pass(200);
  const user = userEvent.setup();
  const press = async () => {
    await user.click(screen.getByRole('button', { name: /^Charge \$12\.50/ }));
    await pass(100);
  };
  return { ...view, paths, press, pass, letThrough, refuse: () => (isRefused = true) };
}
const notLoaded = 'The list of terminals has to be loaded first.';

test('no payment goes to an address that depends on a provider nobody knows yet', async () => {
  const { press, paths, letThrough, pass } = await show(byProvider);
  await press();
  expect(screen.getByText(notLoaded)).toBeVisible();
  expect(paths).toEqual([]);
  letThrough();
  await pass(100);
  await waitFor(() => expect(screen.queryByText(notLoaded)).toBeNull());
  await press();
  await screen.findByRole('region', { name: 'Payment status' });
  expect(paths).toEqual([expect.stringMatching(/\/beta\/pay$/)]);
});

test('nor does one while the list cannot be had', async () => {
  const { press, paths, letThrough, refuse, pass } = await show(byProvider);
  refuse();
  letThrough();
  await pass(30_000);
  await press();
  expect(screen.getByText(notLoaded)).toBeVisible();
  expect(paths).toEqual([]);
});

test('where one address serves all providers, nobody waits for the list', async () => {
  const { press, paths } = await show({});
  await press();
  await screen.findByRole('region', { name: 'Payment status' });
  expect(paths).toEqual([expect.stringMatching(/\/pay$/)]);
});
