import type { ProcessingStatus } from '../core/wire/message.ts';
import { applyDueEffects } from './dueEffects.ts';
import {
  applyPress,
  awaitsPress,
  cutOffMessage,
  reconnectMessage,
  type SandboxMessage,
  messageStatusAt,
} from './messages.ts';
import type { SandboxState } from './sandboxState.ts';
import type { MessageKind } from './simulatedOperations.ts';
import { findTerminalOrThrow } from './terminals.ts';

const terminalPresses = ['tap', 'decline', 'walk-away', 'unplug', 'plug-in'] as const;
/** What a person does at a terminal. */
export type TerminalPress = (typeof terminalPresses)[number];

/** What a terminal shows to the customer. */
export interface TerminalScreen {
  terminalId: string;
  name: string;
  /** `waiting`: in the scenario `by-hand`, the terminal waits until a person taps, declines or walks away. */
  shows: 'idle' | 'waiting' | 'processing' | 'approved' | 'declined' | 'timed-out' | 'offline';
  kind?: MessageKind | undefined;
  /** The requested amount, and after the approval the approved one (cents). */
  amount?: number | undefined;
}

// How long a result stays on the screen.
const resultMs = 5000;

const shownAs: Readonly<Record<ProcessingStatus, TerminalScreen['shows']>> = {
  received: 'idle',
  processing: 'processing',
  complete: 'approved',
  failed: 'declined',
  timeout: 'timed-out',
};

/** What a terminal shows now. Throws if there is no such terminal. */
export function readTerminalScreen(state: SandboxState, terminalId: string): TerminalScreen {
  const { name } = findTerminalOrThrow(terminalId, state.settings.terminals);
  if (state.unplugged.has(terminalId)) return { terminalId, name, shows: 'offline' };
  applyDueEffects(state);
  const now = state.now();
  const message = messagesOn(state, terminalId).findLast(
    ({ processingAt, endsAt }) => now >= processingAt && now < endsAt + resultMs,
  );
  if (!message) return { terminalId, name, shows: 'idle' };
  const status = messageStatusAt(message, now);
  return {
    terminalId,
    name,
    shows: awaitsPress(message, now) ? 'waiting' : shownAs[status],
    kind: message.kind,
    amount: status === 'complete' ? message.approved : message.amount,
  };
}

/**
 * Acts as a person at a terminal. Throws for an unknown terminal or press. If no message waits for a press, `tap`,
 * `decline` and `walk-away` throw too.
 */
export function pressTerminal(state: SandboxState, terminalId: string, press: TerminalPress): void {
  findTerminalOrThrow(terminalId, state.settings.terminals);
  if (!terminalPresses.includes(press))
    throw new TypeError(`There is no press "${press}". Choose one of: ${terminalPresses.join(', ')}.`);
  applyDueEffects(state);
  const now = state.now();
  const messages = messagesOn(state, terminalId);
  switch (press) {
    case 'unplug':
      if (state.unplugged.has(terminalId)) return;
      state.unplugged.set(terminalId, now);
      for (const message of messages) cutOffMessage(message, now);
      return;
    case 'plug-in':
      state.unplugged.delete(terminalId);
      for (const message of messages) reconnectMessage(message);
      return;
    default: {
      const message = messages.find((one) => awaitsPress(one, now));
      if (!message)
        throw new Error(
          `${terminalId} does not wait for a press: only a message in the scenario by-hand does.`,
        );
      applyPress(message, press, now);
    }
  }
}

function messagesOn(state: SandboxState, terminalId: string): SandboxMessage[] {
  return [...state.messages.values()].filter((message) => message.terminalId === terminalId);
}
