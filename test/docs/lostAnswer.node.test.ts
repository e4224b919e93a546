import { expect, test } from 'vitest';
import { createVirtualClock, type TerminalOperation } from 'tillkit/core';
import { createSandboxPayments } from 'tillkit/sandbox';

test('a lost answer is never called failed', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const { operations, sandbox } = createSandboxPayments({ clock, scenario: 'lost-answer' });
  const shown: TerminalOperation[] = [];
  operations.subscribe(() => shown.push(...operations.list()));

  await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await clock.advance(60_000);

  expect(operations.list()[0]).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  expect(sandbox.ledger.charges).toHaveLength(1);
  sandbox.assertSafe(shown);
});
