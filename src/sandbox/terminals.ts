import { assertScenarioName, type ScenarioName } from './scenarios.ts';

/** The two simulated providers. Their terminals differ in how they write ids and when they give `pnRefNum`. */
export type Provider = 'alpha' | 'beta';

export interface SandboxTerminal {
  id: string;
  name: string;
  provider: Provider;
  /** The scenario of money requests at this terminal. Default: the last two digits of the amount choose it. */
  scenario?: ScenarioName | undefined;
  /** The terminal's status as `listTerminals` returns it. Default `online`. */
  status?: string | undefined;
}

const shopNames = ['Front counter', 'Bar', 'Terrace'];

export function createTerminals(wanted: number | readonly SandboxTerminal[]): SandboxTerminal[] {
  if (typeof wanted !== 'number') {
    for (const { scenario } of wanted) if (scenario !== undefined) assertScenarioName(scenario);
    return wanted.map((terminal) => ({ ...terminal }));
  }
  return Array.from({ length: wanted }, (_, index) => ({
    id: `terminal-${index + 1}`,
    name: shopNames[index] ?? `Till ${index + 1}`,
    provider: index % 2 === 0 ? 'alpha' : 'beta',
  }));
}

export function findTerminalOrThrow(
  terminalId: string,
  terminals: readonly SandboxTerminal[],
): SandboxTerminal {
  const terminal = terminals.find(({ id }) => id === terminalId);
  if (terminal) return terminal;
  throw new TypeError(
    `There is no terminal "${terminalId}". Choose one of: ${terminals.map(({ id }) => id).join(', ')}.`,
  );
}

/** A terminal in its provider's form: the two providers give the id and the name under different names. */
export function toTerminalJson(terminal: SandboxTerminal, index: number, now: number): object {
  const common = {
    provider: terminal.provider,
    status: terminal.status ?? 'online',
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

/** Returns a random number from 0 (included) to 1 (excluded). */
export type RandomSource = () => number;

/** Creates a source that gives the same numbers for the same seed, in every browser (mulberry32). */
export function createSeededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Creates ids. No id is created twice. Seeds that lie far apart give different ids. */
export interface IdSource {
  message(provider: Provider): string;
  transaction(provider: Provider): string;
  /** An id of letters and digits, for links and attachments. */
  word(): string;
}

// Above 2^53 on purpose: a client that reads such an id as a number loses digits, then polls an unknown message.
const firstAlphaId = 90_071_992_547_409_931n;

export function createIdSource(seed: number): IdSource {
  const random = createSeededRandom(seed);
  const start = firstAlphaId + BigInt(Math.trunc(Math.abs(seed))) * 100_000n;
  let count = 0n;
  const alphaId = () => String(start + 2n * (count += 1n));
  const word = () => {
    count += 1n;
    const letters = Math.floor(random() * 36 ** 6).toString(36);
    return `${letters.padStart(6, '0')}${count.toString(36)}`;
  };
  return {
    message: (provider) => (provider === 'alpha' ? alphaId() : `msg-${word()}`),
    transaction: (provider) => (provider === 'alpha' ? alphaId() : `pn-${word()}`),
    word,
  };
}

/** An id as its provider writes it in JSON: alpha as a number with all digits, beta as a text. */
export function idInProviderJson(provider: Provider, id: string): bigint | string {
  return provider === 'alpha' ? BigInt(id) : id;
}
