import { createEventClock } from './eventClock.ts';
import { type Measured, measure, type Run } from './measured.ts';
import { createRandom, type Durations, logNormal, uniform } from './random.ts';
import { createService, limit, type LimiterKind, type Message } from './service.ts';
import type { Strategy } from './strategy.ts';

export interface Cell {
  strategy: Strategy;
  /** A steady number in flight, or all at once. */
  load: 'steady' | 'burst';
  messages: number;
  tabs: number;
  limiter: LimiterKind;
  durations: Durations;
  /** The share of messages without an answer in time. */
  unansweredShare: number;
  /** A description of what is unusual. */
  about?: string | undefined;
  strangerPerMinute: number;
  /** The longest wait that the service's refusals ask for (ms). */
  longestRetryMs: number;
  /** The duration of a steady load, after the warm-up. */
  minutes: number;
  warmUpMinutes: number;
  /** How often a steady load is repeated. */
  runs: number;
  /** How often a burst is repeated, each time with a fresh budget. */
  bursts: number;
  /** A burst begins with a minute of the service's clock, or at an arbitrary second. */
  begins: 'minute' | 'any second';
}

export const usual: Omit<Cell, 'strategy' | 'load' | 'messages'> = {
  tabs: 1,
  limiter: 'fixed',
  durations: logNormal(12_000),
  unansweredShare: 0,
  strangerPerMinute: 0,
  longestRetryMs: Infinity,
  minutes: 60,
  warmUpMinutes: 15,
  runs: 1,
  bursts: 50,
  begins: 'minute',
};

const minuteMs = 60_000;
/** A message without a result by then counts with its delay so far. */
const patienceMs = 60 * minuteMs;
const startWithinMs = 2000;
/**
 * A message without an answer ends in the service's `timeout`, not synchronised with a client's rounds. Half of them
 * get a late result.
 */
const timeoutMs = [90_000, 150_000] as const;
const lateWithinMs = 5 * minuteMs;
const startOfTime = Date.UTC(2027, 0, 1);

export async function simulate(cell: Cell): Promise<Measured> {
  const repeats = cell.load === 'steady' ? cell.runs : cell.bursts;
  const runs: Run[] = [];
  for (let seed = 1; seed <= repeats; seed += 1) runs.push(await runOnce(cell, seed));
  return measure(runs);
}

async function runOnce(cell: Cell, seed: number): Promise<Run> {
  const { load, messages, tabs, durations, unansweredShare, strangerPerMinute } = cell;
  const isSteady = load === 'steady';
  const warmUpMs = cell.warmUpMinutes * minuteMs;
  const random = createRandom(seed);
  const secondOf = uniform(random, 0, minuteMs);
  const clock = createEventClock(startOfTime + (cell.begins === 'minute' ? 0 : Math.floor(secondOf)));
  const service = createService({ ...cell, clock, random: createRandom(seed + 1e6) });
  const left = strangerPerMinute > 0 ? limit - strangerPerMinute : undefined;
  const pages = cell.strategy.open({ clock, random: createRandom(seed + 2e6), service, left }, tabs);
  const from = isSteady ? warmUpMs : 0;
  const until = isSteady ? warmUpMs + cell.minutes * minuteMs : Infinity;
  const delays: number[] = [];
  const lateDelays: number[] = [];
  const unheard = new Map<object, Message>();
  const unfound = new Map<object, Message>();
  const { looksForLate = false } = cell.strategy;
  let started = 0;

  const isCounted = (at: number) => at >= from && at < until;
  const startIn = (till: number, ms: number, durationRandom = createRandom(seed * 1000 + till)) => {
    clock.setTimeout(() => {
      started += 1;
      const isUnanswered = unansweredShare > 0 && durationRandom() < unansweredShare;
      const message = isUnanswered
        ? service.begin(
            uniform(durationRandom, ...timeoutMs),
            durationRandom() < 0.5 ? uniform(durationRandom, 0, lateWithinMs) : Infinity,
          )
        : service.begin(durations(durationRandom, clock.elapsed()));
      pages.forEach((page, index) => {
        const isOwn = index === till % tabs;
        const view = {};
        let isEnded = false;
        if (isCounted(message.completesAt)) unheard.set(view, message);
        const heard = () => {
          if (unheard.delete(view)) delays.push(clock.elapsed() - message.completesAt);
          const { lateAt = -Infinity } = message;
          if (unfound.delete(view)) lateDelays.push(clock.elapsed() - lateAt);
          if (isEnded) return;
          isEnded = true;
          if (looksForLate && lateAt > clock.elapsed() && isCounted(lateAt)) unfound.set(view, message);
          if (isOwn && isSteady) startIn(till, 0, durationRandom);
        };
        if (isOwn) page.show(message, heard);
        else clock.setTimeout(() => page.show(message, heard), uniform(random, 2, 10));
      });
    }, ms);
  };
  for (let till = 0; till < messages; till += 1) startIn(till, uniform(random, 0, startWithinMs));

  const isOver = () => started >= messages && unheard.size === 0 && unfound.size === 0;
  if (isSteady) await clock.run(until);
  await clock.run((isSteady ? until : 0) + patienceMs, isOver);
  for (const { completesAt } of unheard.values()) delays.push(clock.elapsed() - completesAt);
  for (const { lateAt = 0 } of unfound.values()) lateDelays.push(clock.elapsed() - lateAt);
  pages.forEach((page) => page.dispose());
  return {
    delays,
    lateDelays,
    arrivals: service.arrivals,
    refusals: service.refusals,
    strangers: service.strangers,
    from,
    until: isSteady ? until : clock.elapsed(),
  };
}
