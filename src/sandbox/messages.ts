import type { ProcessingStatus } from '../core/wire/message.ts';
import { type ScenarioName, scenarioOfAmount } from './scenarios.ts';
import { type MessageKind, simulatedOperations } from './simulatedOperations.ts';
import { type Provider, type RandomSource, idInProviderJson } from './terminals.ts';

type MessageEnding = 'complete' | 'failed' | 'timeout';

/** When a message changes, by the simulated service's clock (epoch ms). Infinity means never. */
interface MessageTimeline {
  processingAt: number;
  endsAt: number;
  ending: MessageEnding;
  chargeAt: number;
  /** When the terminal accepts the next message. */
  freesAt: number;
  /** When the service gives up on the message if the terminal is unplugged. */
  timesOutAt: number;
  /** The service's sentence about an ending other than `complete`. */
  sentence?: string | undefined;
}

const receivedMs = 800;
const slowMs = 45_000;
const lateMs = 20_000;
const byHandMs = 45_000;
const authorizationMs = 2000;
/** How long (ms) an endless message blocks its terminal. The service waits as long for an unplugged terminal. */
const stuckMs = 60_000;

const timeoutSentence = 'No outcome in time.';

/** Decides the course of a message when it is accepted. */
export function planMessageTimeline(
  kind: MessageKind,
  scenario: ScenarioName,
  startsAt: number,
  random: RandomSource,
): MessageTimeline {
  const workMs = 3000 + Math.round(random() * 2000);
  const processingAt = startsAt + receivedMs;
  const endsAt = startsAt + (scenario === 'slow' ? slowMs : workMs);
  const timesOutAt = startsAt + stuckMs;
  const timeline = { processingAt, endsAt, chargeAt: Infinity, freesAt: endsAt, timesOutAt };
  const timedOut = { ...timeline, ending: 'timeout', sentence: timeoutSentence } as const;
  const byHandUntil = startsAt + byHandMs;
  switch (scenario) {
    case 'stuck-received':
      return {
        ...timeline,
        processingAt: Infinity,
        endsAt: Infinity,
        ending: 'timeout',
        freesAt: timesOutAt,
      };
    case 'by-hand':
      return { ...timedOut, endsAt: byHandUntil, freesAt: byHandUntil };
    case 'declined':
      return { ...timeline, ending: 'failed', sentence: simulatedOperations[kind].declined };
    case 'service-timeout':
      return timedOut;
    case 'late-result':
      return { ...timedOut, chargeAt: endsAt + lateMs };
    default:
      return { ...timeline, ending: 'complete', chargeAt: endsAt };
  }
}

/** A message that a terminal works on. */
export interface SandboxMessage extends MessageTimeline {
  msgIdentifier: string;
  kind: MessageKind;
  provider: Provider;
  scenario: ScenarioName;
  terminalId: string;
  pnRefNum: string;
  /** The requested amount (cents); for a void the amount to release. */
  amount: number;
  /** The amount approved if the message completes, with tip (cents). */
  approved: number;
  /** The part of `approved` that the message reports as a tip (cents). */
  tip?: number | undefined;
  orderNumber?: string | undefined;
  operationId?: string | undefined;
  hasCharged: boolean;
  hasReportedComplete: boolean;
  /** In the scenario `by-hand`: whether a person has tapped, declined or walked away. */
  isPressed: boolean;
  /** Whether the terminal is unplugged while it works on the message: the service does not learn the outcome. */
  isCutOff: boolean;
}

export function messageStatusAt(message: SandboxMessage, now: number): ProcessingStatus {
  if (message.isCutOff && now >= message.timesOutAt) return 'timeout';
  if (message.isCutOff) return now >= message.processingAt ? 'processing' : 'received';
  if (message.hasCharged) return 'complete';
  if (now >= message.endsAt) return message.ending;
  return now >= message.processingAt ? 'processing' : 'received';
}

/** The amount that a terminal approves: in some scenarios less or more than requested. */
export function planApprovedAndTip(
  kind: MessageKind,
  scenario: ScenarioName,
  amount: number,
): Pick<SandboxMessage, 'approved' | 'tip'> {
  const part = scenario === 'by-hand' ? scenarioOfAmount(amount) : scenario;
  if (part === 'partly-approved' && kind !== 'void') {
    return { approved: Math.max(1, Math.floor((amount * 64) / 100)) };
  }
  // Only for a sale or hold does the cardholder present a card, so that more than requested can be approved.
  if ((part === 'tip' || part === 'more-than-asked') && (kind === 'pay' || kind === 'preAuth')) {
    const tip = Math.max(1, Math.round(amount / 5));
    return { approved: amount + tip, tip: part === 'tip' ? tip : undefined };
  }
  return { approved: amount };
}

export function mayStillMoveMoney(message: SandboxMessage, now: number): boolean {
  const mayEndWell = now < message.endsAt && message.endsAt !== Infinity;
  return !message.hasCharged && (mayEndWell || (message.chargeAt > now && message.chargeAt !== Infinity));
}

/** Ends a message because another one took its terminal. */
export function endReplacedMessage(message: SandboxMessage, now: number): void {
  Object.assign(message, {
    endsAt: now,
    freesAt: now,
    chargeAt: Infinity,
    ending: 'failed',
    sentence: 'Another message took the terminal.',
  } satisfies Partial<SandboxMessage>);
}

export function awaitsPress(message: SandboxMessage, now: number): boolean {
  const { scenario, isPressed, isCutOff, processingAt, endsAt } = message;
  return scenario === 'by-hand' && !isPressed && !isCutOff && now >= processingAt && now < endsAt;
}

export function applyPress(
  message: SandboxMessage,
  press: 'tap' | 'decline' | 'walk-away',
  now: number,
): void {
  const endsAt = press === 'walk-away' ? now : now + authorizationMs;
  Object.assign(message, { isPressed: true, endsAt, freesAt: endsAt } satisfies Partial<SandboxMessage>);
  if (press === 'tap') Object.assign(message, { ending: 'complete', chargeAt: endsAt });
  if (press === 'decline') {
    const sentence = simulatedOperations[message.kind].declined;
    Object.assign(message, { ending: 'failed', sentence });
  }
}

/** Call when the terminal is unplugged. If the message has not ended, the service does not learn its outcome. */
export function cutOffMessage(message: SandboxMessage, now: number): void {
  if (message.hasCharged || now >= message.endsAt || message.endsAt === Infinity) return;
  message.isCutOff = true;
  message.freesAt = message.timesOutAt;
}

/** Call when the terminal is plugged in again. The service then learns the message's outcome. */
export function reconnectMessage(message: SandboxMessage): void {
  if (!message.isCutOff) return;
  message.isCutOff = false;
  message.freesAt = message.endsAt;
}

export function toMessageJsonAndMarkReported(message: SandboxMessage, now: number): object {
  const status = messageStatusAt(message, now);
  const { provider } = message;
  const told = {
    msgIdentifier: idInProviderJson(provider, message.msgIdentifier),
    status: statusToTell(message, status),
    ...(status === 'complete'
      ? { pnRefNum: idInProviderJson(provider, message.pnRefNum), amount: message.approved, tip: message.tip }
      : {}),
    ...(status === 'failed' || status === 'timeout' ? { message: message.sentence } : {}),
  };
  message.hasReportedComplete ||= status === 'complete';
  return told;
}

function statusToTell(message: SandboxMessage, status: ProcessingStatus): string {
  if (status !== 'complete') return status;
  if (message.scenario === 'unrecognised-status') return 'APPROVED';
  return message.scenario === 'backwards' && message.hasReportedComplete ? 'processing' : status;
}
