import { commits } from '../shared/commits.ts';

const shown = new Map<string, string | undefined>();
let renders = 0;
let idleRenders = 0;

/** Called by every tracker at each render. */
export function countRender(id: string, status: string | undefined): void {
  renders += 1;
  if (shown.has(id) && shown.get(id) === status) idleRenders += 1;
  shown.set(id, status);
}

export const shownAs = (status: string) => [...shown.values()].filter((one) => one === status).length;

/** `idle`: renders without a change. */
export const rendered = () => ({ renders, idleRenders, commits: commits() });
