import { PaymentsError } from '../../core/errors.ts';
import { systemClock } from '../../core/time.ts';
import { defaultKeepMs, type StoreOptions } from '../createMemoryStore.ts';
import type { GatewayStore } from '../gatewayStore.ts';
import { openStore, type OpenStore } from './openStore.ts';

export interface FileStore extends GatewayStore {
  /** Waits until everything is written and lets another process use the file. */
  close: () => Promise<void>;
}

/**
 * Keeps everything in one file on this machine's disk, for one process. A payment's id is on the disk before the service is
 * asked. Methods reject with `storage` while the file cannot be opened, and for good once a line could not be written.
 */
export function createFileStore(
  path: string,
  { keepMs = defaultKeepMs, clock = systemClock }: StoreOptions = {},
): FileStore {
  let opening: Promise<OpenStore> | undefined;
  let isClosed = false;

  const opened = async (): Promise<OpenStore> => {
    if (isClosed) throw new PaymentsError('storage', `The store in ${path} was closed.`);
    opening ??= openStore(path, keepMs, clock);
    const store = await opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    store.check();
    return store;
  };
  opened().catch(() => undefined); // told to whoever asks for something

  return {
    async knownForMs() {
      const store = await opened();
      return Math.floor(Math.min(keepMs, store.now() - store.since()));
    },
    async claim(entry) {
      const { operations, now, add } = await opened();
      const holder = operations.claim(entry, now());
      if (!holder) await add({ claimed: entry }, true);
      return holder;
    },
    async find(id) {
      const { operations, now } = await opened();
      return operations.find(id, now());
    },
    async answer(id, answer) {
      const { operations, now, add } = await opened();
      operations.answer(id, answer, now());
      await add({ answered: id, answer }, true);
    },
    async askFor(messageId, rules) {
      const { polls, now, add } = await opened();
      const turn = polls.askFor(messageId, rules, now());
      if (turn.isGranted) await add({ asked: messageId }, false);
      return turn;
    },
    async pollEnded(messageId) {
      const { polls, now, add } = await opened();
      polls.pollEnded(messageId, now());
      await add({ pollEnded: messageId }, false);
    },
    async keepMessage(messageId, entry) {
      const { polls, now, add } = await opened();
      const wasThere = polls.keepMessage(messageId, entry, now());
      const isDropped = wasThere && entry.body === '';
      if (entry.isFinal || isDropped) await add({ result: messageId, body: entry.body }, false);
      return wasThere;
    },
    async rest(ms, messageId) {
      const { polls, now, add } = await opened();
      const who = polls.whoRests(messageId, now());
      polls.restFor(ms, who, now());
      await add({ restMs: ms, who }, false);
    },
    async close() {
      isClosed = true;
      const store = await opening?.catch(() => undefined);
      await store?.close();
    },
  };
}
