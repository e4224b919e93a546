/** Waits until whatever else is ready in this process has had a turn, such as a payment. */
export const turnOfEventLoop = () =>
  new Promise<void>((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });

export type ReadInTurn = <Result>(read: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs long reads one after the other: however many are asked for, a payment waits for one of them. */
export function createReadInTurn(): ReadInTurn {
  let lastRead: Promise<unknown> = Promise.resolve();
  return (read) => {
    const result = lastRead.then(read);
    lastRead = result.then(turnOfEventLoop, turnOfEventLoop);
    return result;
  };
}
