import type { ScenarioName } from './scenarios.ts';

/** The two kinds of terminals, which differ in how they write ids and when they tell `pnRefNum`. */
export type Provider = 'alpha' | 'beta';

/** A simulated terminal. */
export interface SandboxTerminal {
  id: string;
  name: string;
  provider: Provider;
  /** How payments on it end, unless a scenario is set. Without it the amount's last two digits choose. */
  scenario?: ScenarioName | undefined;
}

const shopNames = ['Front counter', 'Bar', 'Terrace'];

export function createTerminals(wanted: number | readonly SandboxTerminal[]): SandboxTerminal[] {
  if (typeof wanted !== 'number') return wanted.map((terminal) => ({ ...terminal }));
  return Array.from({ length: wanted }, (_, index) => ({
    id: `terminal-${index + 1}`,
    name: shopNames[index] ?? `Till ${index + 1}`,
    provider: index % 2 === 0 ? 'alpha' : 'beta',
  }));
}

/** The record as its provider writes it: they do not agree on the names of id and name. */
export function terminalRecord(terminal: SandboxTerminal, index: number, now: number): object {
  const common = {
    provider: terminal.provider,
    status: 'online',
    lastSeenAt: new Date(now).toISOString(),
    sandbox: true,
  };
  const serialNumber = String(4_100_200 + index);
  return terminal.provider === 'alpha'
    ? {
        terminalId: terminal.id,
        name: terminal.name,
        serialNumber: `A-${serialNumber}`,
        model: 'Alpha A920',
        ...common,
      }
    : {
        id: terminal.id,
        label: terminal.name,
        serialNumber: `B-${serialNumber}`,
        model: 'Beta P400',
        firmware: '4.2.1',
        ...common,
      };
}
