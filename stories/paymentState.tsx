import { PaymentStatus } from 'tillkit';
import type { TerminalOperation } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { endings, request } from './endings.ts';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

type Cell = Parameters<State['shows']>[0];
type Words = Parameters<State['shows']>[1]['paymentStatus'];
type Text = (words: Words) => string;

interface Begun {
  afterMs: number;
  scenario?: ScenarioName;
  kind?: 'pay' | 'preAuth' | 'closeBatch';
  /** After `afterMs`: the scenario of the polls, and for how long. */
  polls?: [scenario: ScenarioName, ms: number];
}

/** An operation that is under way, and how far it is. */
const begun =
  ({ afterMs, scenario, kind = 'pay', polls }: Begun) =>
  async ({ operations, sandbox, advance }: Harness) => {
    if (scenario) sandbox.setScenario(scenario);
    if (kind === 'closeBatch') await operations.start(kind, { terminalId: 'terminal-1' });
    else await operations.start(kind, request);
    await advance(afterMs);
    if (!polls) return;
    sandbox.setScenario(polls[0], { operation: 'getProcessedMessage' });
    await advance(polls[1]);
  };

const newest = (operations: TerminalOperation[]) => operations[0];

export const shown =
  (pick = newest) =>
  ({ operations }: Harness) => <PaymentStatus operationId={pick(operations.list())?.id ?? ''} />;

/** Finds the sentence on the screen, and not the same one in the live region. */
const inRegion = (cell: Cell, text: string) => cell.getByText(like(text), { selector: 'section *' });

export const state = (name: string, begin: Begun, text: Text, more: Partial<State> = {}): State => ({
  name,
  prepare: begun(begin),
  render: shown(),
  shows: (cell, { paymentStatus }) => inRegion(cell, text(paymentStatus)),
  ...more,
});

/** A state that no scenario of the sandbox leads to. */
export const ending = (name: string, how: keyof typeof endings, text: Text, render = shown()): State => ({
  ...state(name, { afterMs: 0 }, text),
  prepare: endings[how],
  render,
});

export const sale = { kind: 'pay' } as const;
export const onTerminal = { ...sale, terminal: '…' };
export const charged: Text = (words) => words.charged(sale);
export const notCharged: Text = (words) => words.notCharged(sale);
export const yesNotCharged: Text = (words) => words.confirmYes(sale);

export const says =
  (...texts: Text[]): NonNullable<State['act']> =>
  async (cell, user, { advance }, { paymentStatus }) => {
    await advance(1000); // a press counts only after the buttons were shown for 0.8 s
    for (const text of texts) {
      const [button] = cell.getAllByRole('button', { name: text(paymentStatus) });
      await user.click(button);
    }
  };
