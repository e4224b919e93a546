import type { Clock, Fetcher } from '../../../src/exports/core.ts';
import { sleep } from '../../../src/core/time.ts';

/** A service in the hands of a test: what it takes is `M-1`, `M-2`, …, and what it says of them is said. */
export function createScriptedService(clock: Clock) {
  const results = new Map<string, { pnRefNum?: string }>();
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const polls: number[] = [];
  let how: 'taken' | 'refused' | 'silent' = 'taken';

  const fetch: Fetcher = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET') {
      polls.push(clock.now());
      const id = pathname.split('/').at(-1) ?? '';
      return Response.json({ data: { msgIdentifier: id, status: 'processing', ...results.get(id) } });
    }
    sent.push({ path: pathname, body: (await request.json()) as Record<string, unknown> });
    const number = sent.length;
    await sleep(clock, 50);
    if (how === 'silent') throw new TypeError('terminated');
    if (how === 'refused') return Response.json({ error: { message: 'No.' } }, { status: 422 });
    if (pathname.endsWith('close-batch')) return new Response(null, { status: 204 });
    const msgIdentifier = `M-${number}`;
    const { pnRefNum = `P-${number}` } = results.get(msgIdentifier) ?? {};
    return Response.json({ data: { msgIdentifier, pnRefNum } });
  };

  return {
    fetch,
    say: (message: string, told: { pnRefNum?: string }) => void results.set(message, told),
    answer: (next: typeof how) => void (how = next),
    sent: () => sent,
    mostPolls: () =>
      Math.max(0, ...polls.map((from) => polls.filter((at) => at >= from && at < from + 60_000).length)),
  };
}
