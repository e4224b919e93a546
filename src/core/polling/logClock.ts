import { type Clock, createJumpMeter } from '../time.ts';
import { moveLog, type PollLog, pruneLog } from './pollLog.ts';

const toleratedMs = 2000;

// A jump that another tab has followed already is not followed twice. A page that had just begun may have asked since: only
// what must be older than the jump moves with it.
const followed = (
  log: PollLog,
  before: { jumped: number; moved: number },
  jumps: number,
  now: number,
): PollLog => {
  const jump = jumps - before.jumped;
  const behind = jump - (log.moved - before.moved);
  if (jump === 0 || Math.abs(behind) <= toleratedMs) return log;
  return moveLog(log, behind, (at) => (behind > 0 ? now - at >= behind : at > now));
};

/**
 * Reads a shared log by this page's clock. Its times are wall times, which all tabs share, and a wall clock may be moved:
 * the first tab that notices moves the log along and notes how far. A page that begins cannot know what happened before it,
 * so it counts the log's last minute as if it had ended just now.
 */
export function createLogClock(clock: Clock, windowMs: number): (log: PollLog) => PollLog {
  const jumped = createJumpMeter(clock);
  let seen: { jumped: number; moved: number } | undefined;

  const begun = (log: PollLog): PollLog => {
    const now = clock.now();
    const newest = log.taken.at(-1);
    if (newest === undefined) return log;
    // Times from the future tell that the clock went back; times of the past may tell nothing.
    if (newest > now + toleratedMs) return moveLog(log, now - newest);
    const idle = now - newest;
    return { ...log, taken: log.taken.filter((at) => at > newest - windowMs).map((at) => at + idle) };
  };

  return (log) => {
    const now = clock.now();
    const jumps = jumped();
    const moved = seen ? followed(log, seen, jumps, now) : begun(log);
    seen = { jumped: jumps, moved: moved.moved };
    return pruneLog({ ...moved, taken: moved.taken.map((at) => Math.min(at, now)) }, now, windowMs);
  };
}
