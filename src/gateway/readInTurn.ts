/** Lets other work of this process that is ready, such as a payment, run first. */
export const letOtherWorkRun = () =>
  new Promise<void>((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });

export type ReadInTurn = <Result>(read: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs long reads one after the other, so that a payment waits for at most one of them. */
export function createReadInTurn(): ReadInTurn {
  let lastRead: Promise<unknown> = Promise.resolve();
  return (read) => {
    const result = lastRead.then(read);
    lastRead = result.then(letOtherWorkRun, letOtherWorkRun);
    return result;
  };
}
