import type { PageSignals } from '../page.ts';
import type { Clock } from '../time.ts';
import {
  type AskingFacts,
  askingPrice,
  askingValue,
  longestGap,
  type Purse,
  worthAskingAt,
} from './askingValue.ts';
import type { MessageStream } from './messageStream.ts';
import type { PollBudget } from './pollBudget.ts';
import { askingWindow } from './pollSchedule.ts';

/** Which message is asked about next, and when. Times are monotonic ms. */
export interface AskingOrder {
  /** When the first of some streams is due; `Infinity` is never. */
  firstDueAt: (streams: readonly MessageStream[]) => number;
  /** The one that should be asked about now. */
  best: (streams: readonly MessageStream[]) => MessageStream | undefined;
}

export interface AskingOrderOptions {
  clock: Clock;
  page: PageSignals;
  budget: () => PollBudget;
  /** All messages that are asked about here and, as far as known, elsewhere. */
  messages: () => number;
}

/** What all turns of one moment are weighed by. */
interface Moment extends Purse {
  now: number;
  price: number;
  longestGapMs: number;
  isVisible: boolean;
}

/** From when a stream may be asked about, and by when it must be. */
interface Turn {
  stream: MessageStream;
  from: number;
  until: number;
}

/** Slots may come later than they do now. */
const lateSlotMs = 6000;

/**
 * From when the first in turn has to be asked, so that each of those behind it still gets a slot in time. Only a time up to
 * `latest` matters: mostly there is none, and nothing has to be put in order.
 */
function pressingAt(turns: readonly Turn[], { saved, burst, gapMs }: Purse, latest: number): number {
  const slotAfter = (index: number) => Math.max(0, index + 1 - saved * burst) * gapMs + lateSlotMs;
  const untils = turns.map(({ until }) => until);
  if (Math.min(...untils) - slotAfter(turns.length - 1) > latest) return Infinity;
  const inOrder = untils.toSorted((a, b) => a - b);
  return Math.min(...inOrder.map((until, index) => until - slotAfter(index)));
}

const firstOf = (turns: readonly Turn[]) =>
  turns.reduce<Turn | undefined>(
    (first, turn) => (first && first.until <= turn.until ? first : turn),
    undefined,
  );

const valueFacts = ({ stream }: Turn, { isVisible }: Moment): AskingFacts => {
  const { since, acceptedAt = since, lastAskedAt = acceptedAt } = stream;
  return { acceptedAt, askedAt: lastAskedAt, isLooked: isVisible && stream.isLooked() };
};

const isWorthIt = (turn: Turn, moment: Moment) =>
  moment.now >= turn.from &&
  askingValue(valueFacts(turn, moment), moment.now - turn.stream.graceMs) >= moment.price;

export function createAskingOrder({ clock, page, budget, messages }: AskingOrderOptions): AskingOrder {
  const momentNow = (): Moment => {
    const purse = { messages: Math.max(1, messages()), ...budget().standing() };
    return {
      ...purse,
      now: clock.monotonic(),
      price: askingPrice(purse),
      longestGapMs: longestGap(purse),
      isVisible: page.isVisible(),
    };
  };

  const turnOf = (stream: MessageStream, moment: Moment): Turn => {
    const { isPersonal } = stream;
    const window = askingWindow(stream, { jitter: stream.jitter, longestGapMs: moment.longestGapMs });
    const restEnd = moment.isResting ? moment.now + budget().nextAt(isPersonal) - clock.now() : -Infinity;
    const held = isPersonal ? -Infinity : stream.heldUntil;
    const graceMs = isPersonal ? 0 : stream.graceMs;
    const from = Math.max(window[0], restEnd, held, stream.nothingNewUntil) + graceMs;
    return { stream, from, until: Math.max(from, window[1] + graceMs) };
  };

  return {
    firstDueAt(streams) {
      const moment = momentNow();
      const { now, perMinute, burst, saved } = moment;
      const turns: Turn[] = [];
      for (const stream of streams) {
        const turn = turnOf(stream, moment);
        if (isWorthIt(turn, moment)) return now;
        turns.push(turn);
      }
      const savedPerMs = perMinute / 60_000 / burst;
      const priceAt = (at: number) =>
        askingPrice({ ...moment, saved: Math.min(1, saved + (at - now) * savedPerMs) });
      let worthAt = Infinity;
      for (const turn of turns) {
        const { from, until } = turn;
        const earliest = Math.max(from, Math.min(now, until));
        if (earliest >= worthAt) continue;
        worthAt = Math.min(worthAt, worthAskingAt(valueFacts(turn, moment), [earliest, until], priceAt));
      }
      const pressed = Math.max(pressingAt(turns, moment, worthAt), firstOf(turns)?.from ?? Infinity);
      return Math.min(pressed, worthAt);
    },
    best(streams) {
      const moment = momentNow();
      const { now } = moment;
      const turns = streams.map((stream) => turnOf(stream, moment));
      const inTurn = turns.filter(({ from }) => from <= now);
      if (pressingAt(turns, moment, now) <= now) return firstOf(inTurn)?.stream;
      const worth = inTurn.filter((turn) => isWorthIt(turn, moment));
      const values = worth.map((turn) => askingValue(valueFacts(turn, moment), now));
      const highest = Math.max(...values);
      return firstOf(worth.filter((_, index) => values[index] === highest))?.stream;
    },
  };
}
