/**
 * How long a `Retry-After` asks to wait (ms): seconds, decimals rounded up, or an HTTP date, measured against the answer's
 * own `Date` where it can be read. At least 1 s. Undefined where it is absent, negative or unreadable.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d{1,10}(\.\d+)?$/.test(value)) return Math.max(1, Math.ceil(Number(value))) * 1000;
  const until = httpDate(value);
  if (until === undefined) return undefined;
  const sentAt = httpDate(headers.get('date') ?? '') ?? now;
  return Math.max(1000, until - sentAt);
}

// IMF-fixdate, RFC 850 and asctime all begin with a day's name; `Date.parse` alone would also read "-1".
function httpDate(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(/GMT|UTC/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
}
