import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { PaymentStatus } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { endings } from './endings.ts';
import { approvalStates } from './approvalStates.tsx';
import { galleryOf, inWidth, narrow as asTelephone, wide } from './gallery.tsx';
import { paymentStatusStates } from './paymentStatusStates.tsx';
import { unknownPaymentStates } from './unknownPaymentStates.tsx';

const meta: Meta<typeof PaymentStatus> = {
  title: 'Take a payment/PaymentStatus',
  component: PaymentStatus,
  beforeEach: startPayment,
  argTypes: { operationId: { control: false } }, // the sandbox provides it
  render: (args, { loaded: { operation } }) => <PaymentStatus {...args} operationId={operation.id} />,
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;

interface Sale {
  /** For how long the payment is under way when the story begins. */
  afterMs?: number;
  scenario?: ScenarioName;
  /** Instead of `afterMs` and `scenario`: a state that no scenario leads to. */
  ending?: keyof typeof endings;
}

/** Starts a payment in the story's sandbox. */
async function startPayment({ loaded, parameters }: Parameters<Play>[0]) {
  const { harness } = loaded as { harness: Harness };
  const { operations, sandbox, advance } = harness;
  const { afterMs = 0, scenario, ending } = (parameters['sale'] ?? {}) as Sale;
  if (ending) {
    await endings[ending](harness);
    return void Object.assign(loaded, { operation: operations.list()[0] });
  }
  if (scenario) sandbox.setScenario(scenario);
  const result = await operations.start('pay', {
    terminalId: 'terminal-1',
    amount: 123_450,
    receipt: false,
    orderNumber: 'A-1042',
  });
  if (!result.started) throw new Error(result.refusal.message);
  await advance(afterMs);
  return void Object.assign(loaded, { operation: result.operation });
}

const sale = (afterMs: number, scenario?: ScenarioName) => ({ sale: { afterMs, scenario } });

/** Waits until the terminals' names have loaded and a text is shown. */
const shows =
  (text: string | RegExp): Play =>
  async ({ canvas, loaded }) => {
    await (loaded as { harness: Harness }).harness.advance(150);
    const status = canvas.getByRole('region', { name: 'Payment status' });
    await waitFor(() => expect(within(status).getByText(text)).toBeVisible());
  };

export const Sending: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: 'Payment status' })).toHaveAttribute(
      'data-phase',
      'sending',
    );
  },
};

export const Waiting: Story = {
  parameters: sale(300),
  play: shows('Front counter will ask for the card in a moment.'),
};

export const Processing: Story = {
  parameters: sale(2300),
  play: shows('The customer can now tap, insert or swipe on Front counter.'),
};

export const Stalled: Story = {
  parameters: sale(22_000, 'stuck-received'),
  play: shows(/We have not seen it start yet/),
};

export const TakingLong: Story = {
  parameters: sale(2300, 'slow'),
  play: async (context) => {
    await shows(/The customer can now/)(context);
    await expect(context.canvas.queryByRole('button', { name: /^Stop waiting/ })).toBeNull();
    await (context.loaded as { harness: Harness }).harness.advance(18_000);
    await expect(context.canvas.getByRole('button', { name: /^Stop waiting/ })).toBeVisible();
  },
};

export const Fresh: Story = {
  parameters: sale(24_000, 'slow'),
  play: shows(/^Last checked/),
};

export const CheckedByHand: Story = {
  parameters: sale(2300),
  play: async (context) => {
    await shows(/The customer can now/)(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Taking long?' }));
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Check now' }));
    await expect(context.canvas.getByText(/Checks in|Checking/)).toBeVisible();
  },
};

export const Degraded: Story = {
  parameters: sale(1500),
  play: async (context) => {
    const { sandbox, advance } = (context.loaded as { harness: Harness }).harness;
    sandbox.setScenario('offline', { operation: 'getProcessedMessage' });
    await advance(9000);
    await shows(/Connection trouble/)(context);
  },
};

export const Slowed: Story = {
  parameters: sale(1500),
  play: async (context) => {
    const { sandbox, advance } = (context.loaded as { harness: Harness }).harness;
    sandbox.setScenario('rate-limited', { operation: 'getProcessedMessage' });
    await advance(2000);
    await shows(/check less often/)(context);
  },
};

export const NeedsSignIn: Story = {
  parameters: sale(1500),
  play: async (context) => {
    const { sandbox, advance } = (context.loaded as { harness: Harness }).harness;
    sandbox.setScenario('unauthorized', { operation: 'getProcessedMessage' });
    await advance(2000);
    await shows(/You are signed out/)(context);
  },
};

export const Approved: Story = { parameters: sale(9000), play: shows('Approved') };

/** After the outcome, the service answers with an earlier status. The outcome stays. */
export const Backwards: Story = { parameters: sale(9000, 'backwards'), play: shows('Approved') };

/** Unknown at first; the result comes by itself. */
export const LateResult: Story = {
  parameters: sale(9000, 'late-result'),
  play: async (context) => {
    await shows("We don't know yet if the card was charged")(context);
    await (context.loaded as { harness: Harness }).harness.advance(60_000);
    await shows('Approved')(context);
  },
};

export const NotCompleted: Story = {
  parameters: sale(9000, 'declined'),
  play: async (context) => {
    await shows('Not completed')(context);
    await expect(context.canvas.getByText('The card issuer refused the payment.')).toBeVisible();
  },
};

export const NotAccepted: Story = {
  parameters: sale(500, 'rate-limited'),
  play: shows('Not accepted'),
};

export const Unknown: Story = {
  parameters: sale(500, 'lost-answer'),
  play: async (context) => {
    await shows("We don't know yet if the card was charged")(context);
    await expect(context.canvasElement).not.toHaveTextContent(/failed|declined|try again/i);
    await expect(context.canvas.queryByRole('button', { name: 'Check now' })).toBeNull();
  },
};

export const ServiceTimeout: Story = {
  parameters: sale(9000, 'service-timeout'),
  play: async (context) => {
    await shows(/The service stopped waiting for the terminal/)(context);
    await expect(context.canvas.getByRole('button', { name: 'Check now' })).toBeVisible();
  },
};

const saysNoOutcome =
  (text: RegExp): Play =>
  async (context) => {
    await shows(text)(context);
    await expect(context.canvasElement).not.toHaveTextContent(/failed|declined|try again/i);
  };

export const AnswerUnreadable: Story = {
  parameters: sale(500, 'malformed'),
  play: saysNoOutcome(/we could not read/),
};

export const TerminalSaidBusy: Story = {
  parameters: sale(500, 'conflict'),
  play: saysNoOutcome(/says that the terminal is busy/),
};

export const ServiceTrouble: Story = {
  parameters: sale(500, 'server-error'),
  play: saysNoOutcome(/a problem of its own/),
};

export const Redirected: Story = {
  parameters: sale(500, 'redirect'),
  play: saysNoOutcome(/another address/),
};

export const NeverStarted: Story = {
  parameters: sale(320_000, 'stuck-received'),
  play: saysNoOutcome(/No result came in time/),
};

export const StatusNotKnown: Story = {
  parameters: sale(320_000, 'unrecognised-status'),
  play: saysNoOutcome(/an answer that we do not know/),
};

export const Reloaded: Story = {
  parameters: { sale: { ending: 'reloaded' } },
  play: saysNoOutcome(/closed or reloaded before the answer came/),
};

export const Gone: Story = {
  parameters: { sale: { ending: 'gone' } },
  play: saysNoOutcome(/no longer knows this payment/),
};

export const Contradiction: Story = {
  parameters: { sale: { ending: 'contradiction' } },
  play: saysNoOutcome(/two results that contradict each other/),
};

export const ReferenceOfAnother: Story = {
  parameters: { sale: { ending: 'duplicate-id' } },
  play: saysNoOutcome(/the reference of another one/),
};

export const ContradictedLater: Story = {
  parameters: { sale: { ending: 'contradicted' } },
  play: async (context) => {
    await shows('Approved')(context);
    await expect(context.canvas.getByText(/The service later said otherwise/)).toBeVisible();
  },
};

export const PartlyApproved: Story = {
  parameters: sale(9000, 'partly-approved'),
  play: async (context) => {
    await shows('Partly approved')(context);
    await expect(context.canvas.getByText('$444.42 is still due.', { selector: 'section *' })).toBeVisible();
    await expect(context.canvas.getByRole('region')).toHaveAttribute('data-phase', 'partial');
    await expect(context.canvas.getByRole('region')).not.toHaveTextContent(/failed|declined|Not completed/i);
  },
};

export const Tip: Story = {
  parameters: sale(9000, 'tip'),
  play: async (context) => {
    await shows('Approved')(context);
    await expect(context.canvas.getByRole('region')).toHaveTextContent('$1,481.40');
    await expect(context.canvas.getByText('With a tip of $246.90.', { selector: 'section *' })).toBeVisible();
  },
};

export const MoreThanAsked: Story = {
  parameters: sale(9000, 'more-than-asked'),
  play: async (context) => {
    await expect(await context.canvas.findByRole('heading', { name: 'Approved' })).toBeVisible();
    await expect(context.canvas.getByText(/^\$246\.90 more than asked/)).toBeVisible();
  },
};

export const NeverSent: Story = {
  parameters: { sale: { ending: 'never-sent' } },
  play: async (context) => {
    await shows('Not accepted')(context);
    await expect(
      context.canvas.getByText(/did not leave this page/, { selector: 'section *' }),
    ).toBeVisible();
  },
};

export const NotSignedIn: Story = {
  parameters: sale(500, 'unauthorized'),
  play: shows(/Your sign-in does not allow this/),
};

export const Nothing: Story = {
  render: () => <PaymentStatus operationId="of-another-device" />,
  play: shows('There is no payment to show here.'),
};

export const Stopped: Story = {
  parameters: sale(2300),
  play: async (context) => {
    await shows(/The customer can now/)(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Taking long?' }));
    await context.userEvent.click(context.canvas.getByRole('button', { name: /^Stop waiting/ }));
    await expect(
      context.canvas.getByRole('heading', { name: "We don't know yet if the card was charged" }),
    ).toHaveFocus();
  },
};

export const UnknownAsked: Story = {
  parameters: sale(500, 'lost-answer'),
  play: async (context) => {
    await shows("We don't know yet if the card was charged")(context);
    const { canvas, userEvent } = context;
    await (context.loaded as { harness: Harness }).harness.advance(1000);
    const elsewhere = within(canvas.getByRole('group', { name: /^Look somewhere else/ }));
    await userEvent.click(elsewhere.getByRole('button', { name: 'Not charged' }));
    await userEvent.type(
      canvas.getByRole('textbox', { name: 'Where and how' }),
      'The customer’s banking app',
    );
    await userEvent.click(elsewhere.getByRole('button', { name: 'Not charged' }));
    await expect(canvas.getByRole('button', { name: 'Go back' })).toHaveFocus();
  },
};

export const Resolved: Story = {
  parameters: sale(500, 'lost-answer'),
  play: async (context) => {
    await shows("We don't know yet if the card was charged")(context);
    const { canvas, userEvent } = context;
    await (context.loaded as { harness: Harness }).harness.advance(1000);
    const receipt = within(canvas.getByRole('group', { name: 'Look at the printed receipt.' }));
    await userEvent.click(receipt.getByRole('button', { name: 'Charged' }));
    await expect(await canvas.findByText('Recorded as charged')).toBeVisible();
  },
};

export const Dark: Story = {
  parameters: { ...sale(2300), theme: 'dark' },
  play: shows(/The customer can now/),
  tags: ['look', '!test'],
};

export const UnknownDark: Story = {
  parameters: { ...sale(500, 'lost-answer'), theme: 'dark' },
  play: shows("We don't know yet if the card was charged"),
};

export const RightToLeft: Story = {
  parameters: { ...sale(2300), direction: 'rtl' },
  play: shows(/The customer can now/),
  tags: ['look', '!test'],
};

const narrow = inWidth('280px');

export const Narrow: Story = {
  parameters: sale(2300),
  decorators: narrow,
  play: shows(/The customer can now/),
  tags: ['look', '!test'],
};

export const UnknownNarrow: Story = {
  parameters: sale(9000, 'service-timeout'),
  decorators: narrow,
  play: shows("We don't know yet if the card was charged"),
  tags: ['look', '!test'],
};

export const Wide: Story = {
  parameters: sale(2300),
  decorators: wide,
  play: shows(/The customer can now/),
  tags: ['look', '!test'],
};

export const AllStates: Story = { ...galleryOf(paymentStatusStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};

/** The field for the code of a person who must approve. */
export const AllStatesApproval: Story = { ...galleryOf(approvalStates), tags: ['gallery', '!manifest'] };

export const AllStatesUnknown: Story = { ...galleryOf(unknownPaymentStates), tags: ['gallery', '!manifest'] };

export const AllStatesUnknownNarrow: Story = {
  ...AllStatesUnknown,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
