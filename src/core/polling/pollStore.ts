/** What all spenders of one budget share. Times are epoch ms. */
export interface PollLog {
  /** When slots were taken, ascending. */
  taken: readonly number[];
  /** Nobody asks before this. */
  restUntil: number;
}

/** Where the log is kept. `update` is one transaction: no other change comes between reading and writing. */
export interface PollStore {
  update: <Result>(change: (log: PollLog) => { log: PollLog; result: Result }) => Promise<Result>;
}

export const emptyPollLog: PollLog = { taken: [], restUntil: 0 };

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
