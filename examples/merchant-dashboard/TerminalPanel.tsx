import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TerminalPress, TerminalScreen } from 'tillkit/sandbox';
import { DrawnTerminal } from './DrawnTerminal.tsx';
import { useShop } from './shop.ts';
import { createStored } from './stored.ts';

const stored = createStored('terminal', ['open', 'closed'], 'closed');

export interface TerminalPanelProps {
  /** The terminal that the till has chosen. */
  terminalId: string | null;
}

/** The terminal beside the till. While the panel is open, payments there wait until a person presses the terminal. */
export function TerminalPanel({ terminalId }: TerminalPanelProps) {
  const { words, money } = useShop();
  const isOpen = useSyncExternalStore(stored.subscribe, stored.read) === 'open';
  const { screen, press } = usePressedTerminal(isOpen ? terminalId : null);
  const { title, help, choose, ...shown } = words.terminal;
  return (
    <details
      className="terminal-panel"
      open={isOpen}
      onToggle={({ currentTarget }) => stored.write(currentTarget.open ? 'open' : 'closed')}
    >
      <summary>{title}</summary>
      <p className="quiet">{terminalId === null ? choose : help}</p>
      {screen && (
        <DrawnTerminal screen={screen} words={shown} format={money} onPress={(which) => void press(which)} />
      )}
    </details>
  );
}

const readMs = 400;

/** A terminal's screen, by addresses that only the sandbox has. Until the id is null, its payments wait for a press. */
function usePressedTerminal(terminalId: string | null) {
  const [screens, setScreens] = useState<readonly TerminalScreen[]>([]);
  useEffect(() => {
    if (terminalId === null) return undefined;
    const hold = () => void post('scenario', { name: 'by-hand', terminalId });
    const free = () => void post('scenario', { name: null, terminalId });
    const timer = setInterval(() => void readScreens().then(setScreens, ignore), readMs);
    hold();
    // React cleans up no effect of a page that goes away: the next visitor's payment would wait for a press.
    addEventListener('pagehide', free);
    addEventListener('pageshow', hold);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', free);
      removeEventListener('pageshow', hold);
      free();
    };
  }, [terminalId]);
  const press = async (which: TerminalPress) => {
    await post('press', { terminalId, press: which });
    await readScreens().then(setScreens, ignore);
  };
  return { screen: screens.find((one) => one.terminalId === terminalId), press };
}

/** A failed request needs no care: the next reading shows the terminal's state. */
const ignore = () => undefined;

async function readScreens(): Promise<readonly TerminalScreen[]> {
  const answer = await fetch('/api/__sandbox/terminals');
  return ((await answer.json()) as { terminals: TerminalScreen[] }).terminals;
}

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', body: JSON.stringify(body), headers, keepalive: true };
  await fetch(`/api/__sandbox/${path}`, request).catch(ignore);
}
