/** What a promise rejects with, and after how long. */
export const refusalOf = async (promise: Promise<unknown>) => {
  const from = performance.now();
  const error: unknown = await promise.then(
    () => 'not refused',
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - from };
};

export const passed = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
