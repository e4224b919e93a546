import type { MessageKind } from './operations.ts';
import type { ScenarioName } from './scenarios.ts';
import type { Random } from './seededRandom.ts';

export type Ending = 'complete' | 'failed' | 'timeout';

/** When a message changes, in server time (epoch ms); Infinity is never. */
export interface Timeline {
  processingAt: number;
  endsAt: number;
  ending: Ending;
  /** When money moves. */
  chargeAt: number;
  /** When the terminal takes the next message. */
  freesAt: number;
  /** The service's sentence about an ending other than `complete`. */
  sentence?: string | undefined;
}

const receivedMs = 800;
const slowMs = 45_000;
const lateMs = 20_000;
// A message that never starts must not block its terminal for ever.
const stuckMs = 60_000;

const declinedSentence: Record<MessageKind, string> = {
  pay: 'The card issuer refused the payment.',
  preAuth: 'The card issuer refused the authorization.',
  capture: 'The card issuer refused the capture.',
  void: 'The card issuer refused the void.',
  refund: 'The card issuer refused the refund.',
};
const timeoutSentence = 'No outcome in time.';

/** How a message will go, decided when it is accepted. */
export function planTimeline(
  kind: MessageKind,
  scenario: ScenarioName,
  startsAt: number,
  random: Random,
): Timeline {
  const workMs = 3000 + Math.round(random() * 2000);
  const processingAt = startsAt + receivedMs;
  const endsAt = startsAt + (scenario === 'slow' ? slowMs : workMs);
  const timeline = { processingAt, endsAt, freesAt: endsAt };
  switch (scenario) {
    case 'stuck-received':
      return {
        processingAt: Infinity,
        endsAt: Infinity,
        ending: 'timeout',
        chargeAt: Infinity,
        freesAt: startsAt + stuckMs,
      };
    case 'declined':
      return { ...timeline, ending: 'failed', chargeAt: Infinity, sentence: declinedSentence[kind] };
    case 'service-timeout':
      return { ...timeline, ending: 'timeout', chargeAt: Infinity, sentence: timeoutSentence };
    case 'late-result':
      return { ...timeline, ending: 'timeout', chargeAt: endsAt + lateMs, sentence: timeoutSentence };
    default:
      return { ...timeline, ending: 'complete', chargeAt: endsAt };
  }
}
