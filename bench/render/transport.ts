import { createPlan, statusAt, tickMs } from './plan.ts';

/** The service inside the page: a `fetch` that answers at once. Until the run begins, every message is `received`. */
export interface Transport {
  ids: readonly string[];
  fetch: (request: Request | string) => Promise<Response>;
  begin: () => void;
  /** Polls since the beginning, and how many answers had a change. */
  counts: () => { polls: number; changes: number };
}

export function createTransport(seed: number): Transport {
  const plan = createPlan(seed);
  const told = new Map<string, string>();
  let begunAt = Infinity;
  let polls = 0;
  let changes = 0;

  const answer = (id: string) => {
    const course = plan.get(id);
    if (!course) return new Response('{}', { status: 404 });
    const elapsed = performance.now() - begunAt;
    const status = statusAt(course, elapsed < 0 ? -1 : Math.floor(elapsed / tickMs));
    polls += 1;
    if (told.has(id) && told.get(id) !== status) changes += 1;
    told.set(id, status);
    const body = JSON.stringify({ msgIdentifier: id, status, amount: 1250 });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };

  return {
    ids: [...plan.keys()],
    fetch: async (request) => {
      const url = typeof request === 'string' ? request : request.url;
      return answer(url.slice(url.lastIndexOf('/') + 1));
    },
    begin() {
      begunAt = performance.now();
      polls = 0;
      changes = 0;
    },
    counts: () => ({ polls, changes }),
  };
}

export interface Answer {
  msgIdentifier: string;
  status: string;
  amount: number;
}

/** How a host polls without the kit. */
export async function ask({ fetch }: Transport, id: string): Promise<Answer> {
  const response = await fetch(`/api/processed-messages/${id}`);
  if (!response.ok) throw new Error(`Answered ${response.status}.`);
  return (await response.json()) as Answer;
}
