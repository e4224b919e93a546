import type { TabChannel } from '../pageLifecycle.ts';
import type { Clock } from '../time.ts';
import { type PolledMessage, pollLeaseMs, type PollLog } from './pollLog.ts';

/** How long a tab leaves a message to the leading tab (ms). */
export const followerGraceMs = 500;

interface TabPollSharingOptions {
  /** Id of this tab. */
  tab: string;
  channel?: TabChannel | undefined;
  clock: Clock;
  isVisible: () => boolean;
  onAnswer: (msgIdentifier: string) => void;
  onTabCount: (count: number) => void;
}

const tabGoneAfterMs = 60_000;
const aloneGapMs = 5000;

/**
 * Lets the tabs of one service share polls and answers. The data goes through the poll log; channel messages only say
 * that the log has changed.
 */
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
  // Timers of hidden pages are slow: a visible page takes over at once.
  const isLeading = ({ at, isHidden }: PolledMessage) =>
    clock.now() - at < pollLeaseMs && (!isHidden || !isVisible());
  return {
    announceTab: () => tell(),
    announceAnswer(msgIdentifier: string) {
      // A tab that knows of no other announces seldom; a new tab announces itself.
      if (tabs.size === 0 && clock.monotonic() - saidAt < aloneGapMs) return;
      saidAt = clock.monotonic();
      tell(msgIdentifier);
    },
    /**
     * What another tab's poll means for this tab. `at`: when it was sent, once it is answered. `heldUntil`: until when
     * the message is left to that tab. Monotonic ms. Undefined for a poll of this tab.
     */
    pollOfOtherTab(asked: PolledMessage | undefined) {
      if (!asked || asked.tab === tab) return undefined;
      const at = clock.monotonic() - Math.max(0, clock.now() - asked.at);
      const isOpen = (asked.answeredAt ?? -Infinity) < asked.at;
      if (!isOpen) return { at, heldUntil: -Infinity };
      // A tab that has sent no channel message is closed: a reload may have left this entry.
      const isAlive = channel === undefined || tabs.has(asked.tab);
      return { at: undefined, heldUntil: isAlive && isLeading(asked) ? at + pollLeaseMs : -Infinity };
    },
    /**
     * Whether another tab leads. Then this tab leaves unpolled messages to it for a moment, so that one tab polls for
     * all.
     */
    isFollower(asked: PollLog['asked']) {
      const leading = [...asked.values()].filter(isLeading).map((entry) => entry.tab);
      const first = leading.toSorted()[0];
      return first !== undefined && first !== tab;
    },
    dispose: () => leave?.(),
  };
}
