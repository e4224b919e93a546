/** How a 429 tells when to come back. */
export type RetryAfterForm = 'seconds' | 'http-date' | 'none';

/** The header for a wait of so many ms, or none. */
export type RetryAfterHeader = (waitMs: number) => Record<string, string>;

export function createRetryAfterHeader(form: RetryAfterForm, now: () => number): RetryAfterHeader {
  return (waitMs) => {
    if (form === 'none') return {};
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    if (form === 'seconds') return { 'retry-after': String(seconds) };
    // An HTTP date has whole seconds: rounded up, so that nobody comes back too early.
    return { 'retry-after': new Date(Math.ceil((now() + waitMs) / 1000) * 1000).toUTCString() };
  };
}
