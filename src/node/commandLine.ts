import { parseArgs, type ParseArgsConfig } from 'node:util';

export const textOption = { type: 'string' } as const;
export const textsOption = { type: 'string', multiple: true } as const;
export const flagOption = { type: 'boolean' } as const;

/** The console in which a command was typed. */
export interface CommandTerminal {
  print: (text: string) => void;
  /** Prints on stderr why the command failed. */
  complain: (text: string) => void;
  /** Asks a question and returns the typed line; undefined if the input ends. */
  ask: (question: string) => Promise<string | undefined>;
}

type Misuse = (sentence: string) => Error;

/** Returns a function that makes errors for the person at the console. Each error also says how to use the command. */
export const misuseOf =
  (usage: string): Misuse =>
  (sentence) =>
    new Error(`${sentence}\n\n${usage}`);

/** Like Node's `parseArgs`, but its errors also say how the command is used. */
export function parseCommandLine<const Config extends ParseArgsConfig>(
  config: Config,
  misuse: Misuse,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw misuse((error as Error).message);
  }
}

/** Strips control characters that a terminal would interpret. */
export const printable = (shown: string) => shown.replace(/\p{Cc}+/gu, ' ');
