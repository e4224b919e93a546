/** Calls the host's code. What it throws is reported, and changes nothing here. */
export function callHost(run: () => unknown): void {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
