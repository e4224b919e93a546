import type { TabChannel } from '../pageLifecycle.ts';
import type { Clock } from '../time.ts';
import type { MessageState } from './messageState.ts';
import { type LastPoll, pollLeaseMs, type PollLog } from './pollLog.ts';
import { stateFromOtherTab, type WatchedMessage } from './watchedMessage.ts';

/** How long other tabs leave a message to the leading tab (ms), which is one of the tabs that polled lately. */
const followerGraceMs = 500;

interface TabPollSharingOptions {
  tab: string;
  channel?: TabChannel | undefined;
  clock: Clock;
  isVisible: () => boolean;
  /** The name of a message in the log. */
  nameOf: (msgIdentifier: string) => string;
  onAnswer: (msgIdentifier: string) => void;
  onTabCount: (count: number) => void;
}

const tabGoneAfterMs = 60_000;
const aloneGapMs = 5000;

/** Lets tabs share polls and answers through the poll log. Channel messages only say that the log has changed. */
export function createTabPollSharing(options: TabPollSharingOptions) {
  const { tab, channel, clock, isVisible, nameOf, onAnswer, onTabCount } = options;
  const tabs = new Map<string, number>();
  let asked: PollLog['asked'] = new Map();
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
  // A tab that knows of no other tab posts an answer at most every 5 s, because a new tab announces itself.
  const isQuiet = () => tabs.size === 0 && clock.monotonic() - saidAt < aloneGapMs;
  // A visible page does not wait for a hidden one, because timers of hidden pages are slow.
  const isLeading = ({ at, isHidden }: LastPoll) =>
    clock.now() - at < pollLeaseMs && (!isHidden || !isVisible());
  /**
   * What the last poll of a message means for this tab; undefined unless another tab sent that poll. `at`: when it was
   * sent, undefined until it is answered. `heldUntil`: until when this tab leaves the message to the other tab. Both
   * are monotonic ms.
   */
  const pollOfOtherTab = (entry: LastPoll | undefined) => {
    if (!entry || entry.tab === tab) return undefined;
    const at = clock.monotonic() - Math.max(0, clock.now() - entry.at);
    const isOpen = (entry.answeredAt ?? -Infinity) < entry.at;
    if (!isOpen) return { at, heldUntil: -Infinity };
    // A tab that has sent no channel message is closed: its entry in the log may be from before a reload.
    const isAlive = channel === undefined || tabs.has(entry.tab);
    return { at: undefined, heldUntil: isAlive && isLeading(entry) ? at + pollLeaseMs : -Infinity };
  };
  /** How long (ms) this tab waits for the leading tab to poll a message; 0 if no other tab leads. */
  const leaveToLeaderMs = () => {
    const leading = [...asked.values()].filter(isLeading).map((entry) => entry.tab);
    const first = leading.toSorted()[0];
    return first === undefined || first === tab ? 0 : followerGraceMs;
  };
  return {
    announceTab: () => tell(),
    /** Whether there seems to be no other tab. Then an answer that changes nothing need not be shared. */
    isAlone: () => channel !== undefined && channel.isOpen?.() !== false && isQuiet(),
    announceAnswer(msgIdentifier: string) {
      if (isQuiet()) return;
      saidAt = clock.monotonic();
      tell(msgIdentifier);
    },
    /** Applies the polls and answers of the other tabs. Calls `update` later, in a microtask. */
    apply(
      log: PollLog['asked'],
      messages: Iterable<WatchedMessage>,
      update: (message: WatchedMessage, state: MessageState) => void,
    ) {
      asked = log;
      let graceMs: number | undefined;
      for (const message of messages) {
        const entry = asked.get(nameOf(message.state.msgIdentifier));
        message.graceMs = entry?.tab === tab ? 0 : (graceMs ??= leaveToLeaderMs());
        const elsewhere = message.isAsking ? undefined : pollOfOtherTab(entry);
        if (!entry || !elsewhere) continue;
        if (elsewhere.at !== undefined) message.notePoll(elsewhere.at);
        message.heldUntil = elsewhere.heldUntil;
        const state = stateFromOtherTab(message, entry, clock);
        // Listeners are called only after the log's transaction, because they may start work of their own.
        if (state) queueMicrotask(() => update(message, state));
      }
    },
    pollOfOtherTab,
    leaveToLeaderMs,
    dispose: () => leave?.(),
  };
}
