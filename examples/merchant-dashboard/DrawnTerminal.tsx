import type { TerminalPress, TerminalScreen } from 'tillkit/sandbox';
import './drawnTerminal.css';

const payerPresses = ['tap', 'decline', 'walk-away'] as const;

/** What the terminal shows, and what the buttons below it say. */
export type TerminalWords = Record<TerminalScreen['shows'] | TerminalPress, string>;

export interface DrawnTerminalProps {
  screen: TerminalScreen;
  words: TerminalWords;
  format: (cents: number) => string;
  onPress: (press: TerminalPress) => void;
}

/** A terminal of the sandbox, with what a person may do to it. */
export function DrawnTerminal({
  screen: { name, shows, amount },
  words,
  format,
  onPress,
}: DrawnTerminalProps) {
  const plug = shows === 'offline' ? 'plug-in' : 'unplug';
  return (
    <section className="drawn-terminal" aria-label={name}>
      <div className="drawn-terminal-device">
        <p className="drawn-terminal-name">{name}</p>
        <output className="drawn-terminal-screen" data-shows={shows}>
          {amount === undefined ? null : <bdi className="drawn-terminal-amount">{format(amount)}</bdi>}
          <span>{words[shows]}</span>
        </output>
      </div>
      <div className="drawn-terminal-presses">
        {payerPresses.map((press) => (
          <button
            key={press}
            type="button"
            aria-disabled={shows !== 'waiting'}
            onClick={() => shows === 'waiting' && onPress(press)}
          >
            {words[press]}
          </button>
        ))}
        <button type="button" onClick={() => onPress(plug)}>
          {words[plug]}
        </button>
      </div>
    </section>
  );
}
