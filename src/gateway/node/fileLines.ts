import type { OperationMemory, PollMemory, Resting } from '../createMemoryStore.ts';
import type { OperationAnswer, OperationEntry } from '../gatewayStore.ts';

/** What a line can say besides when. */
export type FileFact =
  | { claimed: OperationEntry }
  | { answered: string; answer: OperationAnswer }
  | { asked: string }
  | { pollEnded: string }
  /** Without a body: what was kept was dropped. */
  | { result: string; body: string }
  | { restMs: number; who: Resting };

/** One line of the file, as JSON; the first one is another than the rest. Times are epoch ms. */
export type FileLine =
  { store: 'tillkit-gateway'; version: 1; since: number; keepMs: number } | (FileFact & { at: number });

/** What a file says, in memory. */
export interface FileContent {
  since: number;
  keepMs: number;
  operations: OperationMemory;
  polls: PollMemory;
}

const longestWindowMs = 60 * 60_000;

export const writeLine = (line: FileLine): string => `${JSON.stringify(line)}\n`;

/** Takes a line in. Throws where it is none. A time that is still to come is a clock that was set back: it counts as now. */
export function readLine(text: string, content: FileContent, now: number): void {
  const line = JSON.parse(text) as FileLine;
  const { operations, polls } = content;
  if ('store' in line) {
    if (line.store !== 'tillkit-gateway' || line.version !== 1)
      throw new Error('Not a line of this version.');
    // What an earlier process kept for less time is gone.
    const forgottenAt = line.keepMs < content.keepMs ? now - line.keepMs : 0;
    content.since = Math.max(Math.min(line.since, now), forgottenAt);
    return;
  }
  if (typeof line.at !== 'number') throw new Error('Not a line of this version.');
  const at = Math.min(line.at, now);
  if ('claimed' in line) operations.claim(line.claimed, at);
  else if ('answered' in line) answerIfKept(operations, line.answered, line.answer, at);
  else if ('asked' in line) polls.takeSlot({ messageId: line.asked, at });
  else if ('pollEnded' in line) polls.pollEnded(line.pollEnded, at);
  else if ('result' in line)
    polls.keepMessage(line.result, { body: line.body, isFinal: line.body !== '' }, at);
  else if ('restMs' in line) polls.restFor(line.restMs, line.who, at);
  else throw new Error('Not a line of this version.');
}

// The file may have been written anew without an id that had expired, just before its answer was added.
function answerIfKept(operations: OperationMemory, id: string, answer: OperationAnswer, at: number): void {
  if (operations.find(id, at)) operations.answer(id, answer, at);
}

/** All that is worth keeping, as few lines as possible. `moved` is added to every time. */
export function* wholeFile(
  { since, keepMs, operations, polls }: FileContent,
  now: number,
  moved: number,
): Generator<string> {
  yield writeLine({ store: 'tillkit-gateway', version: 1, since: since + moved, keepMs });
  for (const [, entry, at] of operations.entries(now)) yield writeLine({ claimed: entry, at: at + moved });
  for (const [result, { body, isFinal }, at] of polls.messages.entries(now)) {
    if (isFinal) yield writeLine({ result, body, at: at + moved });
  }
  for (const { messageId, at } of polls.slots()) {
    if (at + longestWindowMs > now) yield writeLine({ asked: messageId, at: at + moved });
  }
  const rests = polls.rests();
  for (const who of ['all', 'strange'] as const) {
    if (rests[who] > now) yield writeLine({ restMs: rests[who] - now, who, at: now + moved });
  }
}
