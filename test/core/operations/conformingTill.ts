import type { TerminalOperations } from '../../../src/exports/core.ts';

/** A page of one browser, whatever engine runs it. */
interface ConformingPage {
  operations: TerminalOperations;
  /** The renderer dies without a word. */
  crash: () => void;
  /** Another operator signs in, in the same page. */
  as: (scopeKey: string) => TerminalOperations;
}

/** A shop with one browser, and a service in the hands of a test. Messages are `M-1`, `M-2`, … in the order of their requests. */
export interface ConformingTill {
  open: () => Promise<ConformingPage>;
  pass: (ms: number) => Promise<void>;
  /** What the service says of a message from now on. */
  say: (message: string, told: { status: string; amount?: number; tip?: number; pnRefNum?: string }) => void;
  /** What becomes of the next requests: taken (default), refused, or never answered though it arrived. */
  answer: (how: 'taken' | 'refused' | 'silent') => void;
  /** Requests that moved, or may have moved, money. */
  sent: () => { path: string; body: Record<string, unknown> }[];
  /** The most questions about messages that the service had in any 60 s. */
  mostPolls: () => number;
}
