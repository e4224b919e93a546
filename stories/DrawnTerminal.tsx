import { useEffect, useEffectEvent, useState } from 'react';
import type { Sandbox, TerminalPress, TerminalScreen } from 'tillkit/sandbox';
import './drawnTerminal.css';

const readMs = 100;
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const words: Record<TerminalScreen['shows'], string> = {
  idle: 'Ready',
  waiting: 'Tap, insert or swipe',
  processing: 'One moment…',
  approved: 'Approved',
  declined: 'Declined',
  'timed-out': 'No card: timed out',
  offline: 'Unplugged',
};

const payerPresses: readonly [TerminalPress, string][] = [
  ['tap', 'Tap card'],
  ['decline', 'Decline'],
  ['walk-away', 'Walk away'],
];

/** A terminal of the sandbox, with what a person may do to it. */
export function DrawnTerminal({ sandbox, terminalId }: { sandbox: Sandbox; terminalId: string }) {
  const [{ name, shows, amount }, setScreen] = useState(() => sandbox.screenOf(terminalId));
  const read = useEffectEvent(() => setScreen(sandbox.screenOf(terminalId)));
  useEffect(() => {
    const timer = setInterval(() => read(), readMs);
    return () => clearInterval(timer);
  }, []);
  const press = (which: TerminalPress) => {
    // The screen may have changed since it was read.
    const isWaiting = sandbox.screenOf(terminalId).shows === 'waiting';
    if (isWaiting || which === 'unplug' || which === 'plug-in') sandbox.press(terminalId, which);
    setScreen(sandbox.screenOf(terminalId));
  };
  return (
    <section className="drawn-terminal" aria-label={`Terminal: ${name}`} lang="en" dir="ltr">
      <div className="drawn-terminal-device">
        <p className="drawn-terminal-name">{name}</p>
        <output className="drawn-terminal-screen" data-shows={shows}>
          {amount === undefined ? null : (
            <span className="drawn-terminal-amount">{money.format(amount / 100)}</span>
          )}
          <span>{words[shows]}</span>
        </output>
      </div>
      <div className="drawn-terminal-presses">
        {payerPresses.map(([which, label]) => (
          <button key={which} type="button" aria-disabled={shows !== 'waiting'} onClick={() => press(which)}>
            {label}
          </button>
        ))}
        <button type="button" onClick={() => press(shows === 'offline' ? 'plug-in' : 'unplug')}>
          {shows === 'offline' ? 'Plug in' : 'Unplug'}
        </button>
      </div>
    </section>
  );
}
