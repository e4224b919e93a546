const shown = new Map<string, string | undefined>();
let renders = 0;
let idleRenders = 0;
let commits = 0;

/** Called by every tracker at each render. */
export function countRender(id: string, status: string | undefined): void {
  renders += 1;
  if (shown.has(id) && shown.get(id) === status) idleRenders += 1;
  shown.set(id, status);
}

export const shownAs = (status: string) => [...shown.values()].filter((one) => one === status).length;

/** `idle`: renders without a change. */
export const rendered = () => ({ renders, idleRenders, commits });

/** Production React calls this hook too. It must exist before React loads. */
export function countCommits(): void {
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: () => void (commits += 1),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
}
