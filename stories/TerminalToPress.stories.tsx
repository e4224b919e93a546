import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useEffectEvent, useState } from 'react';
import { expect } from 'storybook/test';
import { TerminalCheckout } from 'tillkit';
import type { Sandbox, TerminalPress } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { DrawnTerminal } from '../examples/merchant-dashboard/DrawnTerminal.tsx';
import { en } from '../examples/merchant-dashboard/words/en.ts';
import './terminalToPress.css';

const tickMs = 100;
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function PressedTerminal({ sandbox, terminalId }: { sandbox: Sandbox; terminalId: string }) {
  const [screen, setScreen] = useState(() => sandbox.screenOf(terminalId));
  const read = useEffectEvent(() => setScreen(sandbox.screenOf(terminalId)));
  useEffect(() => {
    const timer = setInterval(() => read(), tickMs);
    return () => clearInterval(timer);
  }, []);
  const press = (which: TerminalPress) => {
    // The screen may have changed since it was read.
    const isWaiting = sandbox.screenOf(terminalId).shows === 'waiting';
    if (isWaiting || which === 'unplug' || which === 'plug-in') sandbox.press(terminalId, which);
    setScreen(sandbox.screenOf(terminalId));
  };
  return (
    <div lang="en" dir="ltr">
      <DrawnTerminal
        screen={screen}
        words={en.terminal}
        format={(cents) => money.format(cents / 100)}
        onPress={press}
      />
    </div>
  );
}

/** A till and its terminal. Time passes by itself once a person uses them. Before, the play function advances it. */
function TillAndTerminal({ sandbox, advance }: Harness) {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    if (!isUsed) return undefined;
    const timer = setInterval(() => void advance(tickMs), tickMs);
    return () => clearInterval(timer);
  }, [advance, isUsed]);
  const noticeUse = ({ isTrusted }: { isTrusted: boolean }) => {
    if (isTrusted) setIsUsed(true);
  };
  return (
    <div className="till-and-terminal" onPointerDownCapture={noticeUse} onKeyDownCapture={noticeUse}>
      <TerminalCheckout defaultTerminalId="terminal-1" />
      <PressedTerminal sandbox={sandbox} terminalId="terminal-1" />
    </div>
  );
}

const harnessOf = (loaded: object) => (loaded as { harness: Harness }).harness;

const meta: Meta = {
  title: 'Take a payment/A terminal to press',
  tags: ['!autodocs', '!manifest'],
  parameters: { sandbox: { scenario: 'by-hand', terminals: 1 } },
  render: (_, { loaded }) => <TillAndTerminal {...harnessOf(loaded)} />,
};
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<NonNullable<Story['play']>>[0];

/** Charges $12.50 and taps a card by keyboard. */
async function tap({ canvas, loaded, userEvent }: Context) {
  const { advance } = harnessOf(loaded);
  await advance(300);
  await userEvent.type(await canvas.findByRole('textbox', { name: 'Amount' }), '12.50{Enter}');
  await canvas.findByRole('region', { name: 'Payment status' });
  await advance(3000);
  const terminal = canvas.getByRole('region', { name: 'Front counter' });
  await expect(await canvas.findByText('Tap, insert or swipe', { selector: 'output span' })).toBeVisible();
  await expect(terminal).toHaveTextContent('$12.50');
  const button = canvas.getByRole('button', { name: 'Tap card' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  await expect(button).toHaveFocus();
}

/** Charge an amount, then press a button below the terminal. */
export const Tapped: Story = {
  play: async (context) => {
    await tap(context);
    await harnessOf(context.loaded).advance(6000);
    await expect(await context.canvas.findByRole('heading', { name: 'Approved' })).toBeVisible();
  },
};

/** The card is charged, and the terminal unplugged before the result is out. */
export const Unplugged: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context;
    const { advance, sandbox } = harnessOf(context.loaded);
    await tap(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Unplug' }));
    await advance(70_000);
    const unknown = { name: "We don't know yet if the card was charged" };
    await expect(await canvas.findByRole('heading', unknown)).toBeVisible();
    await expect(sandbox.ledger.charges).toHaveLength(1);
  },
};

/** The terminal is plugged in again, and the result comes late. */
export const PluggedInAgain: Story = {
  play: async (context) => {
    await Unplugged.play?.(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Plug in' }));
    await harnessOf(context.loaded).advance(60_000);
    await expect(await context.canvas.findByRole('heading', { name: 'Approved' })).toBeVisible();
  },
};
