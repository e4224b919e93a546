import type { TabChannel } from '../pageLifecycle.ts';
import type { Clock } from '../time.ts';
import { type PolledMessage, pollLeaseMs, type PollLog } from './pollLog.ts';

/** How long a tab leaves a message to the one that leads. */
export const followerGraceMs = 500;

interface TabPollSharingOptions {
  /** Name of this tab among the others. */
  tab: string;
  channel?: TabChannel | undefined;
  clock: Clock;
  isVisible: () => boolean;
  onAnswer: (msgIdentifier: string) => void;
  onTabCount: (count: number) => void;
}

const tabGoneAfterMs = 60_000;
const aloneGapMs = 5000;

/** How the tabs of one service share their questions: through the log; the channel only says that it is worth a look. */
export function createTabPollSharing(options: TabPollSharingOptions) {
  const { tab, channel, clock, isVisible, onAnswer, onTabCount } = options;
  const tabs = new Map<string, number>();
  let saidAt = -Infinity;
  const others = () => [...tabs.values()].filter((at) => clock.monotonic() - at < tabGoneAfterMs).length;
  const tell = (msgIdentifier?: string) => channel?.post({ type: 'heard', tab, msgIdentifier });
  const leave = channel?.listen((data) => {
    const { type, tab: other, msgIdentifier } = (data ?? {}) as Record<string, unknown>;
    if (typeof other !== 'string' || other === tab) return;
    const isNew = !tabs.has(other);
    tabs.set(other, clock.monotonic());
    onTabCount(others() + 1);
    if (isNew) tell();
    if (type === 'heard' && typeof msgIdentifier === 'string') onAnswer(msgIdentifier);
  });
  // Hidden pages are slow: one that is seen takes over at once.
  const isLeading = ({ at, isHidden }: PolledMessage) =>
    clock.now() - at < pollLeaseMs && (!isHidden || !isVisible());
  return {
    announceTab: () => tell(),
    announceAnswer(msgIdentifier: string) {
      // Who is alone has only to be found now and then; a tab that begins says hello.
      if (tabs.size === 0 && clock.monotonic() - saidAt < aloneGapMs) return;
      saidAt = clock.monotonic();
      tell(msgIdentifier);
    },
    /**
     * What another tab's question means for this one: when it was asked, once it has an answer, and until when it is left to that
     * tab (monotonic ms). Undefined for a question of this tab.
     */
    pollOfOtherTab(asked: PolledMessage | undefined) {
      if (!asked || asked.tab === tab) return undefined;
      const at = clock.monotonic() - Math.max(0, clock.now() - asked.at);
      const isOpen = (asked.answeredAt ?? -Infinity) < asked.at;
      if (!isOpen) return { at, heldUntil: -Infinity };
      // A tab that was never heard of is gone: this may be what a reload has left.
      const isAlive = channel === undefined || tabs.has(asked.tab);
      return { at: undefined, heldUntil: isAlive && isLeading(asked) ? at + pollLeaseMs : -Infinity };
    },
    /** Whether another tab asks already: what nobody asks about yet is left to it for a moment, so that one asks for all. */
    isFollower(asked: PollLog['asked']) {
      const leading = [...asked.values()].filter(isLeading).map((entry) => entry.tab);
      const first = leading.toSorted()[0];
      return first !== undefined && first !== tab;
    },
    dispose: () => leave?.(),
  };
}
