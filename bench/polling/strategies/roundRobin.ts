import { createPollBudget, type PollBudget } from 'tillkit/core';
import { createBrowser } from '../browser.ts';
import type { Strategy, Tab, World } from '../strategy.ts';

/**
 * What happens to a message after `timeout`: it keeps its turn, shares a tenth of the minute with others of its kind,
 * or is given up.
 */
type AfterTimeout = 'same turn' | 'a tenth' | 'given up';

/**
 * The kit's budget without its watcher: the message that has waited longest is polled next. Beside another client it
 * knows what is left and spends that.
 */
export const roundRobin = inTurn('round-robin', 'same turn');
/** As in the kit: messages after `timeout` get a tenth of the polls. */
export const roundRobinTenth = inTurn('rr, a tenth', 'a tenth');
/** It does not poll for late results. */
export const roundRobinStops = inTurn('rr, gives up', 'given up');
/** It polls as if it were alone, and waits as long as a refusal says. */
export const roundRobinHeedless = inTurn('rr, heedless', 'same turn', 49);

function inTurn(name: string, afterTimeout: AfterTimeout, always?: number): Strategy {
  return {
    name,
    looksForLate: afterTimeout !== 'given up',
    open(world, tabs) {
      const { pollStore } = createBrowser(world.clock, world.random);
      const { clock, left } = world;
      const limit = always ?? left;
      return Array.from({ length: tabs }, () =>
        openTab(
          world,
          createPollBudget({ clock, store: pollStore, ...(limit === undefined ? {} : { limit }) }),
          afterTimeout,
          10 * (60_000 / (limit ?? 47)),
        ),
      );
    },
  };
}

interface Shown {
  id: string;
  heard: () => void;
  timedOutAt?: number;
}

/** Late results are polled as in the kit. */
const lateForMs = 5 * 60_000;
const lateGapMs = 25_000;

function openTab(
  { service, clock }: World,
  budget: PollBudget,
  afterTimeout: AfterTimeout,
  tenthMs: number,
): Tab {
  // In the order of their last polls.
  const waiting: Shown[] = [];
  const late: { shown: Shown; dueAt: number }[] = [];
  let tenthAt = -Infinity;
  let isRunning = false;

  async function ask(shown: Shown): Promise<void> {
    const answer = await service.ask(shown.id);
    const now = clock.elapsed();
    if (answer.status === 'complete') {
      shown.heard();
      return;
    }
    if (answer.status === 'refused') budget.slowDown(answer.retryAfterMs, false);
    if (answer.status === 'timeout' && shown.timedOutAt === undefined) {
      shown.timedOutAt = now;
      shown.heard();
    }
    const { timedOutAt = now } = shown;
    const isOver = now - timedOutAt >= lateForMs && answer.status !== 'refused';
    if (isOver || (shown.timedOutAt !== undefined && afterTimeout === 'given up')) return;
    if (shown.timedOutAt !== undefined && afterTimeout === 'a tenth') {
      late.push({ shown, dueAt: now + lateGapMs });
      clock.setTimeout(() => void run(), lateGapMs);
    } else waiting.push(shown);
    void run();
  }

  const isLateNext = () => {
    const now = clock.elapsed();
    return now >= (late[0]?.dueAt ?? Infinity) && (waiting.length === 0 || now >= tenthAt);
  };
  const isAnyNext = () => waiting.length > 0 || isLateNext();

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (isAnyNext()) {
      budget.redeem(await budget.acquire());
      const isLate = isLateNext();
      if (isLate) tenthAt = clock.elapsed() + tenthMs;
      const next = isLate ? late.shift()?.shown : waiting.shift();
      if (next) void ask(next);
    }
    isRunning = false;
  }

  return {
    show({ id }, heard) {
      waiting.push({ id, heard });
      void run();
    },
    dispose: () => undefined,
  };
}
