import { createSandbox, type ScenarioName } from '../../src/exports/sandbox.ts';
import { defineService } from '../../src/exports/core.ts';
import { type Clock, sleep } from '../../src/core/time.ts';
import { type Faults, type PassingFault, pollFaults } from './faults.ts';
import { createMessageIds, idIn } from './messageIds.ts';
import type { Random } from './random.ts';
import type { Trace } from './trace.ts';

/** The description of a service as two versions of a gateway have it: the newer one knows another word. */
export const descriptions = [
  defineService({ operationIdHeader: 'x-operation-id' }),
  defineService({
    operationIdHeader: 'x-operation-id',
    statuses: {
      received: 'received',
      processing: 'processing',
      complete: 'complete',
      failed: 'failed',
      timeout: 'timeout',
      settled: 'complete',
    },
  }),
] as const;

/** What the sandbox does by itself for a fault. */
const scenarioOf: Partial<Record<PassingFault, ScenarioName>> = {
  'service-unreached': 'lost-request',
  'service-answer-lost': 'lost-answer',
  'service-error': 'server-error',
  'service-conflict': 'conflict',
  'service-busy': 'rate-limited',
  'service-garbage': 'malformed',
  'service-times-out': 'service-timeout',
  'service-late-result': 'late-result',
  'service-slow': 'slow',
  'service-stuck': 'stuck-received',
  'service-approves-part': 'partly-approved',
  'service-adds-tip': 'tip',
};
const moneyFaults = [
  ...(Object.keys(scenarioOf) as PassingFault[]),
  'service-never-answers',
  'service-drips',
  'service-repeats-id',
  'service-reuses-id',
] as const;

const moneyFaultsOfFirst = moneyFaults.filter((kind) => kind !== 'service-reuses-id');
const firstPollFaults = pollFaults.filter((kind) => kind !== 'poll-takes-back');

/** The service of a world, with what it saw itself. */
export function createService(clock: Clock, random: Random, trace: Trace) {
  const sandbox = createSandbox({
    clock,
    seed: 1 + random.whole(1_000_000),
    latencyMs: 80,
    service: descriptions[0],
    // Each account has its own limit: this world counts for itself.
    pollLimit: { limit: 100_000, windowMs: 60_000, kind: 'sliding' },
  });
  const polls = new Map<string, number[]>();
  const sent = new Map<string, number>();
  /** Answers of earlier payments and polls, for a service that takes one for another. */
  const earlier: { by: string; at: number; isPoll: boolean; text: string }[] = [];
  const ids = createMessageIds(random);
  /** In Node a request hears of its signal until it is garbage. */
  const requests: Request[] = [];
  /** What it saw that must not be, and by which check. */
  const problems: { check: 'polls' | 'pauses' | 'requests'; text: string }[] = [];
  /** Until when it wants no poll, and since when. */
  const pauses = new Map<string, { from: number; until: number }>();

  /** While it crawls, all that it takes stays as it was received: polls come to their limit. */
  const state = { isCrawling: false };

  /** Until when the answer that names a message id is on its way (monotonic ms). */
  const onTheWay = new Map<string | undefined, number>();

  const countPoll = (by: string) => {
    const times = polls.get(by) ?? [];
    polls.set(by, times);
    const now = clock.monotonic();
    times.push(now);
    while (now - (times[0] ?? now) >= 60_000) times.shift();
    if (times.length > 50)
      problems.push({ check: 'polls', text: `${by} polled ${times.length} times within 60 s` });
    const pause = pauses.get(by);
    if (pause && now > pause.from + onTheWayMs && now < pause.until - roundedMs)
      problems.push({
        check: 'pauses',
        text: `${by} polled ${pause.until - now} ms before a pause was over`,
      });
  };

  /** Carries a request to the service. `by`: whose limit of polls it counts for. */
  const fetch = async (request: Request, faults: Faults, by: string): Promise<Response> => {
    requests.push(request);
    const { pathname } = new URL(request.url);
    const isPoll = pathname.includes('/processed-messages/');
    const id = request.headers.get('x-operation-id') ?? undefined;
    trace.add('service', `gets ${request.method} ${pathname} ${id ?? ''}`);
    if (request.method === 'GET') {
      if (!isPoll) return sandbox.fetch(request);
      countPoll(by);
      return pollAnswer(request, faults, by);
    }
    if (id !== undefined) {
      const times = (sent.get(id) ?? 0) + 1;
      sent.set(id, times);
      if (times > 1)
        problems.push({
          check: 'requests',
          text: `${times} money requests were sent for the one operation ${id}`,
        });
    }
    const canReuse = ids.reusable(by).length > 0;
    const fault = faults.strike(canReuse ? moneyFaults : moneyFaultsOfFirst, id);
    const scenario = fault && scenarioOf[fault];
    if (scenario) sandbox.setScenario(scenario, { next: true });
    else if (!fault && state.isCrawling) {
      faults.count('service-crawls', id);
      sandbox.setScenario('stuck-received', { next: true });
    } else if (!fault && random.chance(0.08)) sandbox.setScenario('declined', { next: true });
    const response = await sandbox.fetch(request);
    if (fault === 'service-never-answers') return never(request.signal);
    if (response.status !== 200 || fault === 'service-repeats-id')
      return remembered(response, by, false, fault === 'service-repeats-id', id);
    const text = ids.accepted(await response.text(), by, id, fault === 'service-reuses-id');
    // What it said of the earlier message of this id, it does not say of this one.
    if (fault === 'service-reuses-id')
      for (let at = earlier.length - 1; at >= 0; at -= 1)
        if (idIn(earlier[at]!.text) === idIn(text)) earlier.splice(at, 1);
    const answered = await remembered(json(text, response), by, false, false);
    if (fault !== 'service-drips') return answered;
    const ms = random.between(1000, 90_000);
    onTheWay.set(idIn(text), clock.monotonic() + ms);
    return drip(clock, answered, ms, request.signal);
  };

  const pollAnswer = async (request: Request, faults: Faults, by: string) => {
    const id = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
    const fault = faults.strike(ids.canTakeBack(id) ? pollFaults : firstPollFaults);
    const answer = await sandbox.fetch(new Request(request.url.replace(id, ids.ownId(id)), request));
    const isTakenBack = fault === 'poll-takes-back';
    const response =
      answer.status === 200 ? json(ids.polled(await answer.text(), id, isTakenBack), answer) : answer;
    switch (fault) {
      case undefined:
      case 'poll-takes-back':
        return remembered(response, by, true, false);
      case 'poll-fails':
        return new Response('{}', { status: random.pick([408, 429, 500, 502]) });
      case 'poll-not-found':
        return new Response('{}', { status: 404 });
      case 'poll-never-answers':
        return never(request.signal);
      case 'poll-late':
        await sleep(clock, random.between(1000, 40_000), request.signal);
        return remembered(response, by, true, false);
      case 'poll-drips':
        return drip(clock, response, random.between(1000, 40_000), request.signal);
      case 'poll-rests': {
        const pause = busy(random);
        const from = clock.monotonic();
        pauses.set(by, { from, until: from + 1000 * Number(pause.headers.get('retry-after')) });
        return pause;
      }
      case 'poll-cut': {
        const text = await response.text();
        return new Response(text.slice(0, text.length / 2), response);
      }
      case 'poll-unknown-word': {
        const text = await response.text();
        return json(text.replace('"complete"', '"settled"'), response);
      }
      case 'poll-of-another':
        return remembered(response, by, true, true);
    }
  };

  /** The answer, or an earlier one in its place. */
  const remembered = async (
    response: Response,
    by: string,
    isPoll: boolean,
    isSwapped: boolean,
    operationId?: string,
  ) => {
    if (response.status !== 200) return response;
    const text = await response.text();
    const now = clock.monotonic();
    const others = isSwapped
      ? earlier.filter(
          (one) =>
            one.by === by && one.isPoll === isPoll && one.text !== text && (isPoll || now - one.at < openMs),
        )
      : [];
    if (others.length > 0) {
      const { text: said } = random.pick(others);
      // Until the gateway hears of the earlier message, what it is told of this id is true of the other payment only.
      if (operationId !== undefined && (onTheWay.get(idIn(said)) ?? 0) > now)
        ids.lies.set(operationId, new Set(['complete', 'failed']));
      return json(said, response);
    }
    earlier.push({ by, at: now, isPoll, text });
    if (earlier.length > 40) earlier.shift();
    return json(text, response);
  };

  /** The world is over. */
  const end = () => void (requests.length = 0);

  return { sandbox, fetch, problems, sent, state, lies: ids.lies, restored: ids.restored, end };
}
export type Service = ReturnType<typeof createService>;

/** A message that was accepted so lately is open: once it has ended, a gateway takes its id for a new one's. */
const openMs = 2500;

/** What was asked before the pause was told may still arrive. */
const onTheWayMs = 1000;
/** A clock may be read before the answer was sent. */
const roundedMs = 1000;

/** Too many requests, or none for a while. It says for how long. */
export const busy = (random: Random) =>
  new Response('{}', {
    status: random.pick([429, 503]),
    headers: { 'retry-after': `${random.between(5, 120)}` },
  });

/** Answers whose body is still to come. */
export const dripping = new WeakSet<Response>();

/** The headers come at once, and the body, as it is now, a while later. */
export async function drip(
  clock: Clock,
  response: Response,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) return response;
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      to.enqueue(bytes.slice(0, 1));
      const finish = async () => {
        await sleep(clock, ms, signal);
        to.enqueue(bytes.slice(1));
        to.close();
      };
      finish().catch((error: unknown) => to.error(error));
    },
  });
  const dripped = new Response(body, response);
  dripping.add(dripped);
  return dripped;
}

const json = (text: string, { status, headers }: Response) => new Response(text, { status, headers });

/** An answer that never comes. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
