import { wireId } from './ids.ts';
import type { MessageKind } from './operations.ts';
import type { ScenarioName } from './scenarios.ts';
import type { Provider } from './terminals.ts';
import type { Timeline } from './timeline.ts';

/** A message that a terminal works on. */
export interface Message extends Timeline {
  msgIdentifier: string;
  kind: MessageKind;
  provider: Provider;
  scenario: ScenarioName;
  terminalId: string;
  pnRefNum: string;
  /** Cents; a void has what it will release. */
  amount: number;
  orderNumber?: string | undefined;
  operationId?: string | undefined;
  hasCharged: boolean;
  hasToldComplete: boolean;
}

export type MessageStatus = 'received' | 'processing' | 'complete' | 'failed' | 'timeout';

function statusAt(message: Message, now: number): MessageStatus {
  if (message.hasCharged) return 'complete';
  if (now >= message.endsAt) return message.ending;
  return now >= message.processingAt ? 'processing' : 'received';
}

/** Whether money may still move because of it. */
export function isOpen(message: Message, now: number): boolean {
  const mayEndWell = now < message.endsAt && message.endsAt !== Infinity;
  return !message.hasCharged && (mayEndWell || (message.chargeAt > now && message.chargeAt !== Infinity));
}

/** Ends a message because another took its terminal. */
export function replaceMessage(message: Message, now: number): void {
  Object.assign(message, {
    endsAt: now,
    freesAt: now,
    chargeAt: Infinity,
    ending: 'failed',
    sentence: 'Another message took the terminal.',
  } satisfies Partial<Message>);
}

/** The processed message as the service tells it. */
export function tellMessage(message: Message, now: number): object {
  const status = statusAt(message, now);
  const { provider } = message;
  const told = {
    msgIdentifier: wireId(provider, message.msgIdentifier),
    status: statusToTell(message, status),
    ...(status === 'complete'
      ? { pnRefNum: wireId(provider, message.pnRefNum), amount: message.amount }
      : {}),
    ...(status === 'failed' || status === 'timeout' ? { message: message.sentence } : {}),
  };
  message.hasToldComplete ||= status === 'complete';
  return told;
}

function statusToTell(message: Message, status: MessageStatus): string {
  if (status !== 'complete') return status;
  if (message.scenario === 'unrecognised-status') return 'APPROVED';
  return message.scenario === 'backwards' && message.hasToldComplete ? 'processing' : status;
}
