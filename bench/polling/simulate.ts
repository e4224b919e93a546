import { createEventClock } from './eventClock.ts';
import { type Measured, measure, type Run } from './measured.ts';
import { createRandom, type Durations, logNormal, uniform } from './random.ts';
import { createService, limit, type LimiterKind, type Message } from './service.ts';
import type { Strategy } from './strategy.ts';

export interface Cell {
  strategy: Strategy;
  /** Always in flight, or all at once. */
  load: 'steady' | 'burst';
  messages: number;
  tabs: number;
  limiter: LimiterKind;
  durations: Durations;
  /** What is unusual, in words. */
  about?: string | undefined;
  strangerPerMinute: number;
  /** The service tells nobody to wait longer (ms). */
  longestRetryMs: number;
  /** Of a steady load, after the warm-up. */
  minutes: number;
  warmUpMinutes: number;
  /** How often a steady load is repeated. */
  runs: number;
  /** How often a burst is repeated, each time on a fresh budget. */
  bursts: number;
  /** A burst begins with a minute of the service's clock, or at any second of it. */
  begins: 'minute' | 'any second';
}

export const usual: Omit<Cell, 'strategy' | 'load' | 'messages'> = {
  tabs: 1,
  limiter: 'fixed',
  durations: logNormal(12_000),
  strangerPerMinute: 0,
  longestRetryMs: Infinity,
  minutes: 60,
  warmUpMinutes: 15,
  runs: 1,
  bursts: 50,
  begins: 'minute',
};

const minuteMs = 60_000;
/** What is not heard of by then counts with the delay it has. */
const patienceMs = 60 * minuteMs;
const startWithinMs = 2000;
const startOfTime = Date.UTC(2027, 0, 1);

export async function simulate(cell: Cell): Promise<Measured> {
  const repeats = cell.load === 'steady' ? cell.runs : cell.bursts;
  const runs: Run[] = [];
  for (let seed = 1; seed <= repeats; seed += 1) runs.push(await runOnce(cell, seed));
  return measure(runs);
}

async function runOnce(cell: Cell, seed: number): Promise<Run> {
  const { load, messages, tabs, durations, strangerPerMinute } = cell;
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
  const unheard = new Map<object, Message>();
  let started = 0;

  const startIn = (till: number, ms: number, durationRandom = createRandom(seed * 1000 + till)) => {
    clock.setTimeout(() => {
      started += 1;
      const message = service.begin(durations(durationRandom, clock.elapsed()));
      pages.forEach((page, index) => {
        const isOwn = index === till % tabs;
        const view = {};
        if (message.completesAt >= from && message.completesAt < until) unheard.set(view, message);
        const heard = () => {
          if (unheard.delete(view)) delays.push(clock.elapsed() - message.completesAt);
          if (isOwn && isSteady) startIn(till, 0, durationRandom);
        };
        if (isOwn) page.show(message, heard);
        else clock.setTimeout(() => page.show(message, heard), uniform(random, 2, 10));
      });
    }, ms);
  };
  for (let till = 0; till < messages; till += 1) startIn(till, uniform(random, 0, startWithinMs));

  const isOver = () => started >= messages && unheard.size === 0;
  if (isSteady) await clock.run(until);
  await clock.run((isSteady ? until : 0) + patienceMs, isOver);
  for (const { completesAt } of unheard.values()) delays.push(clock.elapsed() - completesAt);
  pages.forEach((page) => page.dispose());
  return {
    delays,
    arrivals: service.arrivals,
    refusals: service.refusals,
    strangers: service.strangers,
    from,
    until: isSteady ? until : clock.elapsed(),
  };
}
