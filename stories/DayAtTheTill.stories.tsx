import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { expect } from 'storybook/test';
import { TerminalCheckout } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Labels } from 'tillkit/locales/en';
import type { Harness } from '../test/harness.tsx';
import { languageOf, like } from './languages.ts';

interface Scene {
  caption: string;
  scenario: ScenarioName;
  terminalId: string;
  amountCents: number;
  /** How much faster the sandbox's time passes than real time. */
  speed: number;
  /** The text of the button that is pressed at the end of the scene. */
  ends?: ((words: Labels) => string) | undefined;
}

const sell = (
  scenario: ScenarioName,
  amountCents: number,
  caption: string,
  more: Partial<Scene> = {},
): Scene => ({
  scenario,
  amountCents,
  caption,
  terminalId: 'terminal-1',
  speed: 2,
  ...more,
});

const scenes: readonly Scene[] = [
  sell('approved', 1250, 'A card is tapped, and the payment approved.'),
  sell(
    'partly-approved',
    4000,
    'The card has not enough. What was approved and what is still due stand side by side.',
  ),
  sell('declined', 1850, 'A card is declined. Nothing was charged, and one may try again.'),
  sell(
    'rate-limited',
    675,
    'The service has too much to do. Nothing was charged, and in a moment one may try again.',
  ),
  sell('slow', 990, 'This one takes 45 seconds. There is no guessing: it says where it is.', { speed: 12 }),
  sell('late-result', 2380, 'At first the outcome is unknown. Then the result comes late, by itself.', {
    speed: 7,
  }),
  sell('lost-answer', 425, 'The answer is lost. The cashier looks at the terminal, and says: charged.', {
    ends: ({ paymentStatus }) => paymentStatus.charged({ kind: 'pay' }),
  }),
  sell('lost-answer', 2007, 'Another is lost. There is a queue: it is decided later, and stays in view.', {
    terminalId: 'terminal-3',
    ends: ({ terminalCheckout }) => terminalCheckout.decideLater,
  }),
  sell('approved', 950, 'The other terminals stay free. The next customer pays, and is not asked to wait.'),
];
const tickMs = 100;
const ticks = { charge: 12, end: 42, next: 66 };

/** Presses the buttons as a cashier would. The clock runs only while the story is played. */
function Day({ harness, words }: { harness: Harness; words: Labels }) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [tick, setTick] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const index = Math.min(Math.floor(tick / ticks.next), scenes.length - 1);
  const scene = scenes[index] ?? scenes[0]!;
  const isOver = tick >= ticks.next * scenes.length - 1;

  const press = (text: string) => {
    const buttons = [...(root.current?.querySelectorAll('button') ?? [])];
    buttons.find(({ textContent }) => new RegExp(`^${like(text).source}$`).test(textContent ?? ''))?.click();
  };
  const pass = useEffectEvent(() => {
    void harness.advance(tickMs * scene.speed);
    const at = tick % ticks.next;
    if (at === ticks.charge) {
      harness.sandbox.setScenario(scene.scenario, { next: true });
      press(words.terminalCheckout.charge({ amount: '…', terminal: '…' }));
    }
    if (at === ticks.end && scene.ends) press(scene.ends(words));
    if (at === ticks.next - 1) {
      for (const { id, phase } of harness.operations.list()) {
        if (phase !== 'unknown') harness.operations.acknowledge(id);
      }
    }
    if (isOver) setIsPlaying(false);
    else setTick(tick + 1);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(pass, tickMs);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const play = () => {
    if (isOver) setTick(0);
    setIsPlaying(!isPlaying);
  };
  return (
    <div style={{ display: 'grid', gap: '1rem' }}>
      <div
        lang="en"
        dir="ltr"
        style={{ display: 'flex', gap: '1rem', alignItems: 'center', minBlockSize: '3.5rem' }}
      >
        <button
          type="button"
          onClick={play}
          style={{ minBlockSize: '2.25rem', minInlineSize: '4.5rem', font: 'inherit' }}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </button>
        <p style={{ margin: 0 }}>{scene.caption}</p>
      </div>
      <div ref={root}>
        <TerminalCheckout
          key={index}
          flowKey={`scene-${index}`}
          defaultTerminalId={scene.terminalId}
          defaultAmountCents={scene.amountCents}
        />
      </div>
    </div>
  );
}

const meta: Meta = { title: 'Take a payment/A day at the till', tags: ['!autodocs', '!manifest'] };
export default meta;

/** Every outcome, one after the other, within a minute. It starts when a person presses Play. */
export const ADayAtTheTill: StoryObj = {
  name: 'A day at the till',
  render: (_, { loaded, globals }) => (
    <Day harness={(loaded as { harness: Harness }).harness} words={languageOf(globals).labels} />
  ),
  play: async ({ canvas, loaded }) => {
    const { advance, sandbox } = (loaded as { harness: Harness }).harness;
    await advance(300);
    await expect(canvas.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(canvas.getByText('A card is tapped, and the payment approved.')).toBeVisible();
    await expect(sandbox.ledger.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  },
};
