import { PaymentStatus } from 'tillkit';
import type { TransactionRequest } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import type { State } from './gallery.tsx';

const request: TransactionRequest = {
  terminalId: 'terminal-1',
  amount: 123_450,
  receipt: false,
  orderNumber: 'A-1042',
};

interface Begun {
  afterMs: number;
  scenario?: ScenarioName;
  kind?: 'pay' | 'preAuth' | 'closeBatch';
  /** How the questions about the result fare from then on, and for how long. */
  polls?: [scenario: ScenarioName, ms: number];
}

/** An operation on its way, and how far it is. */
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

const shown = ({ operations }: Harness) => <PaymentStatus operationId={operations.list()[0]?.id ?? ''} />;

const state = (name: string, begin: Begun, text: string | RegExp, more: Partial<State> = {}): State => ({
  name,
  prepare: begun(begin),
  render: shown,
  shows: (cell) => within(cell).getByText(text),
  ...more,
});

/** The live region says the same words. */
const within = (cell: Parameters<State['shows']>[0]) => ({
  getByText: (text: string | RegExp) => cell.getByText(text, { selector: 'section *' }),
});

const says =
  (...names: string[]): State['act'] =>
  async (cell, user) => {
    for (const name of names) {
      const role = name === 'Receipt' ? 'radio' : 'button';
      await user.click(cell.getByRole(role, { name }));
    }
  };

/** What one can see of an operation, from the press to every ending. */
export const paymentStatusStates: State[] = [
  state('Sending', { afterMs: 0 }, /^Sending to/, { sandbox: { latencyMs: 5000 } }),
  state('Waiting', { afterMs: 300 }, /will ask for the card in a moment/),
  state('Processing', { afterMs: 2300 }, /can now tap, insert or swipe/),
  state('Stalled', { afterMs: 22_000, scenario: 'stuck-received' }, /We have not seen it start yet/),
  state('Not durable', { afterMs: 2300 }, /cannot be found again/, { sandbox: { isDurable: false } }),
  state('Degraded', { afterMs: 1500, polls: ['offline', 9000] }, /Connection trouble/),
  state('Slowed', { afterMs: 1500, polls: ['rate-limited', 2000] }, /check less often/),
  state('Needs sign-in', { afterMs: 1500, polls: ['unauthorized', 2000] }, /Your sign-in has ended/),
  state('Approved', { afterMs: 9000 }, 'Approved'),
  state('Authorized', { afterMs: 9000, kind: 'preAuth' }, 'Authorized'),
  state('Batch closed', { afterMs: 500, kind: 'closeBatch' }, 'Batch closed'),
  state('Not completed', { afterMs: 9000, scenario: 'declined' }, 'Not completed'),
  state('Not accepted', { afterMs: 500, scenario: 'rate-limited' }, 'Not accepted'),
  state('Unknown', { afterMs: 500, scenario: 'lost-answer' }, /no answer came back/),
  state(
    'Service timeout',
    { afterMs: 9000, scenario: 'service-timeout' },
    /stopped waiting for the terminal/,
  ),
  state('Stopped', { afterMs: 2300 }, /Somebody stopped waiting here/, {
    act: says('Stop waiting (does not cancel the payment)'),
  }),
  state('Batch unknown', { afterMs: 500, scenario: 'lost-answer', kind: 'closeBatch' }, /batch report/),
  state('Asked once more', { afterMs: 500, scenario: 'lost-answer' }, /Sure that it was not charged/, {
    act: says('Receipt', 'It was not charged'),
  }),
  state('Recorded as charged', { afterMs: 500, scenario: 'lost-answer' }, 'Recorded as charged', {
    act: says('Receipt', 'It was charged'),
  }),
  state(
    'Result contradicts',
    { afterMs: 9000, scenario: 'late-result' },
    /Somebody here had said otherwise/,
    {
      act: async (cell, user, harness) => {
        await says('Receipt', 'It was not charged', 'Yes, it was not charged')?.(cell, user, harness);
        await harness.advance(60_000);
      },
    },
  ),
];
