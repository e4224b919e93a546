import { emptyPollLog, type PollLog } from './pollLog.ts';

/** Where the log is kept. `update` is one transaction: no other change comes between reading and writing. */
export interface PollStore {
  update: <Result>(change: (log: PollLog) => { log: PollLog; result: Result }) => Promise<Result>;
}

/** A log that lives as long as the process. */
export function createMemoryPollStore(): PollStore {
  let log = emptyPollLog;
  return {
    async update(change) {
      const changed = change(log);
      log = changed.log;
      return changed.result;
    },
  };
}
