import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TerminalOperations } from 'tillkit/core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createGatewayTill } from '../gateway/gatewayTill.ts';
import { importSnippet } from './pages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const patient = { timeout: 20_000 }; // time is the machine's here

test(
  'the till of docs/core.md, without React: one sale a press, and what became of it',
  { timeout: 60_000 },
  async () => {
    const till = createGatewayTill({ basePath: '/api/payments', allowedOrigins: [location.origin] });
    const { clock, sandbox } = till;
    const gateway = till.gateway();
    gateway.start();
    onTestFinished(() => gateway.stop());
    vi.stubGlobal('fetch', (request: Request) => {
      const headers = new Headers(request.headers);
      headers.set('origin', location.origin); // as a browser does
      return gateway.fetch(new Request(request, { headers }));
    });
    document.body.innerHTML =
      '<button id="charge">Charge</button><button id="next">Next</button><p id="status"></p>';
    const { operations } = (await importSnippet('docs/core.md', "'#charge'")) as {
      operations: TerminalOperations;
    };
    onTestFinished(() => operations.dispose());
    await operations.ready;
    const charge = screen.getByRole('button', { name: 'Charge' });

    await userEvent.dblClick(charge);
    await vi.waitFor(
      () => expect(sandbox.ledger.requests).toMatchObject([{ operation: 'pay', status: 200 }]),
      patient,
    );
    expect(charge).toBeDisabled();
    await clock.advance(6000);
    expect(await screen.findByText(/^Approved: \d+$/, {}, patient)).toBeVisible();
    expect(sandbox.ledger.charges).toHaveLength(1);

    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.queryByText(/Approved/)).toBeNull();
  },
);
