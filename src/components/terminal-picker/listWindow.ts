/** Drawn beyond what is seen, so that a scroll does not outrun the next render. */
const beyond = 3;

/** The top row from which a row is seen in full, as near to the present one as can be. */
export function topFor(index: number, top: number, rows: number): number {
  return Math.max(0, index < top ? index : Math.max(top, index - rows + 1));
}

/** The rows to draw: those in view, a few beyond, and the active one wherever it is. */
export function shownRows(list: { top: number; rows: number; count: number; active: number }): number[] {
  const { rows, count, active } = list;
  const top = Math.max(0, Math.min(list.top, count - rows));
  const from = Math.max(0, top - beyond);
  const end = Math.min(count, top + rows + 1 + beyond);
  const shown = Array.from({ length: end - from }, (_, index) => from + index);
  if (active >= 0 && active < from) shown.unshift(active);
  if (active >= end && active < count) shown.push(active);
  return shown;
}
