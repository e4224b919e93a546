import { ConfigurationError } from '../../core/errors.ts';
import { defaultKeepMs, type StoreOptions, unclaimed } from '../createMemoryStore.ts';
import type { GatewayStore, HeldOperation, OperationAnswer, OperationEntry } from '../gatewayStore.ts';
import { answerScript, claimScript, findScript, knownScript } from './claimScripts.ts';
import { askForScript, keepMessageScript, pollEndedScript, restScript } from './pollScripts.ts';
import { createRedisCommands, type RedisClient } from './redisCommands.ts';
import { warnAboutPersistence } from './warnAboutPersistence.ts';

export interface RedisStoreOptions extends StoreOptions {
  /** Begins the names of all keys. Default `tillkit:`. */
  prefix?: string | undefined;
  /** How long Redis may take to answer (ms). Default 2000. */
  timeoutMs?: number | undefined;
}

/**
 * Keeps everything in Redis or Valkey, for any number of instances. `redis` is a client of `ioredis`, whose connection stays
 * yours. Methods reject with `storage` when Redis does not answer in time, and with `configuration` while it may throw ids away.
 */
export function createRedisStore(
  redis: RedisClient,
  { prefix = 'tillkit:', keepMs = defaultKeepMs, timeoutMs = 2000, clock }: RedisStoreOptions = {},
): GatewayStore {
  const { run } = createRedisCommands(redis, timeoutMs);
  const key = (name: string) => `${prefix}{gateway}:${name}`; // braces: all on one node of a cluster
  const operationKey = (id: string) => key(`operation:${id}`);
  const messageKey = (id: string) => key(`message:${id}`);
  const time = () => (clock ? String(clock.now()) : '');
  let isInspected = false;

  return {
    async knownForMs() {
      return Number(notEvicted(await run(knownScript, [key('since')], [keepMs, time()]))[1]);
    },
    async claim(entry) {
      if (!isInspected) warnAboutPersistence(redis);
      isInspected = true;
      const keys = [operationKey(entry.id), key('since')];
      const reply = await run(claimScript, keys, [keepMs, time(), JSON.stringify(entry)]);
      const [state, ...held] = notEvicted(reply);
      return state === 'held' ? entryOf(held) : undefined;
    },
    async find(id) {
      return entryOf(textsIn(await run(findScript, [operationKey(id)], [time()])));
    },
    async answer(id, answer) {
      const kept = await run(answerScript, [operationKey(id)], [JSON.stringify(answer)]);
      if (Number(kept) === 0) throw unclaimed();
    },
    async askFor(messageId, { limit, windowMs, minGapMs }) {
      const keys = [messageKey(messageId), ...['slots', 'wanted', 'asked', 'rest', 'rest-strange'].map(key)];
      const args = [messageId, limit, windowMs, minGapMs, time()];
      const [isGranted, waitMs, body, isFinal, ageMs] = textsIn(await run(askForScript, keys, args));
      return {
        isGranted: Number(isGranted) === 1,
        waitMs: Number(waitMs),
        known: body == null ? undefined : { body, isFinal: isFinal === '1', ageMs: Number(ageMs) },
      };
    },
    async pollEnded(messageId) {
      await run(pollEndedScript, [key('slots')], [messageId, time()]);
    },
    async keepMessage(messageId, { body, isFinal }) {
      const keys = [messageKey(messageId), key('wanted'), key('asked')];
      const args = [messageId, keepMs, body, isFinal ? '1' : '0', time()];
      return Number(await run(keepMessageScript, keys, args)) === 1;
    },
    async rest(ms, messageId) {
      await run(restScript, [messageKey(messageId), key('rest'), key('rest-strange')], [ms, time()]);
    },
  };
}

type Texts = (string | null | undefined)[];

const textsIn = (reply: unknown): Texts => reply as Texts;

function notEvicted(reply: unknown): Texts {
  const [state, policy] = textsIn(reply);
  if (state !== 'evicts') return textsIn(reply);
  throw new ConfigurationError(
    'redis',
    `Redis may throw operation ids away: its maxmemory-policy is "${policy}". A payment could then be sent twice, so none is. ` +
      'Set it to noeviction, or use a Redis that is no cache.',
  );
}

function entryOf([entry, answer, ageMs]: Texts): HeldOperation | undefined {
  if (entry == null) return undefined;
  const held = { ...(JSON.parse(entry) as OperationEntry), ageMs: Number(ageMs) };
  return answer == null ? held : { ...held, answer: JSON.parse(answer) as OperationAnswer };
}
