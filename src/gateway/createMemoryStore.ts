import { type Clock, systemClock } from '../core/time.ts';
import type { GatewayStore } from './gatewayStore.ts';
import { createOperationMemory } from './operationMemory.ts';
import { createPollMemory } from './pollMemory.ts';
import { warnOnce } from './warnOnce.ts';

export interface StoreOptions {
  /** How long operation ids, their answers and results are kept (ms). Default 30 days. */
  keepMs?: number | undefined;
  clock?: Clock | undefined;
}

export const defaultKeepMs = 30 * 24 * 60 * 60_000;

/** Keeps everything in the process, for tests and trials: a restart forgets which payments were sent. */
export function createMemoryStore({
  keepMs = defaultKeepMs,
  clock = systemClock,
}: StoreOptions = {}): GatewayStore {
  if (isProduction()) {
    warnOnce(
      'createMemoryStore() forgets at a restart which payments were sent, and one of them could be sent twice. ' +
        'Use createFileStore() or createRedisStore().',
    );
  }
  const operations = createOperationMemory(keepMs);
  const polls = createPollMemory(keepMs);
  const startedAt = clock.monotonic();
  const now = () => clock.monotonic();

  return {
    knownForMs: async () => Math.floor(Math.min(keepMs, now() - startedAt)),
    claim: async (entry) => operations.claim(entry, now()),
    find: async (id) => operations.find(id, now()),
    answer: async (id, answer) => operations.answer(id, answer, now()),
    askFor: async (messageId, rules) => polls.askFor(messageId, rules, now()),
    pollEnded: async (messageId) => polls.pollEnded(messageId, now()),
    keepMessage: async (messageId, entry) => polls.keepMessage(messageId, entry, now()),
    rest: async (ms, messageId) => polls.restFor(ms, polls.whoRests(messageId, now()), now()),
  };
}

function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production';
  } catch {
    return false; // not every server has a `process`
  }
}
