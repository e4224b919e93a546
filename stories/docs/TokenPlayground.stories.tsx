import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, waitFor, within } from 'storybook/test';
import { PaymentStatus, TerminalCheckout } from 'tillkit';
import { createHarness, type Harness } from '../../test/harness.tsx';
import { TokenPlayground } from './TokenPlayground.tsx';

interface Ended {
  harness: Harness;
  ids: string[];
}

/** Approved, not completed and unknown. */
const amounts = [1250, 1201, 1203];

async function endThree(): Promise<Ended> {
  const harness = createHarness({ latencyMs: 0 });
  const { operations, sandbox } = harness;
  const ids = [];
  for (const [index, amount] of amounts.entries()) {
    const terminalId = sandbox.terminals[index]!.id;
    const result = await operations.start('pay', { terminalId, amount, receipt: false });
    if (result.started) ids.push(result.operation.id);
  }
  await harness.advance(10_000);
  return { harness, ids };
}

const meta: Meta<typeof TokenPlayground> = {
  title: 'Make it yours/Token playground',
  component: TokenPlayground,
  tags: ['!autodocs', '!manifest'],
  parameters: {
    layout: 'fullscreen',
    sandbox: { virtual: false, latencyMs: 0 }, // on this page real time passes
    controls: { disable: true },
    // The page has three regions of one kind, whose landmarks have the same name.
    a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } },
  },
  loaders: [async () => ({ ended: await endThree() })],
  render: (_, { loaded }) => {
    const { harness, ids } = (loaded as { ended: Ended }).ended;
    return (
      <TokenPlayground>
        <TerminalCheckout defaultAmountCents={1250} defaultTerminalId="terminal-1" />
        <harness.wrapper>
          {ids.map((id) => (
            <PaymentStatus key={id} operationId={id} />
          ))}
        </harness.wrapper>
      </TokenPlayground>
    );
  },
};
export default meta;

type Story = StoryObj<typeof meta>;

/** Sets an input that accepts no typing, such as one of a colour. */
const choose = (input: HTMLElement, value: string) => fireEvent.input(input, { target: { value } });

export const Playground: Story = {
  play: async ({ canvas, userEvent }) => {
    const button = await canvas.findByRole('button', { name: 'Charge $12.50 on Front counter' });
    const card = button.closest<HTMLElement>('[data-tillkit]')!;
    const rule = canvas.getByLabelText('Rule');
    await expect(card).toHaveStyle({ backgroundColor: 'rgb(255, 255, 255)' });

    await choose(canvas.getByLabelText(/^accent(?!-)/), '#0f766e');
    await waitFor(() => expect(button).toHaveStyle({ backgroundColor: 'rgb(15, 118, 110)' })); // after the transition
    await choose(canvas.getByLabelText(/^radius/), '0');
    await expect(card).toHaveStyle({ borderRadius: '0px' });
    await expect(rule).toHaveTextContent(':root { --tillkit-accent: #0f766e; --tillkit-radius: 0em; }');

    const attention = within(canvas.getByLabelText(/^attention/).closest('label')!);
    await choose(canvas.getByLabelText(/^attention/), '#ffcc66');
    await expect(attention.getByRole('status')).toHaveTextContent('too little');

    await userEvent.click(canvas.getByRole('button', { name: 'Dark' }));
    await expect(card).toHaveStyle({ backgroundColor: 'rgb(21, 24, 29)' });
    await userEvent.click(canvas.getByRole('button', { name: 'Light' }));
    await expect(rule).toHaveTextContent(':root { }');
  },
};
