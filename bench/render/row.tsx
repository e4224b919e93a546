import { countRender } from './counter.ts';

/** What every subject shows of a message. It is called as a function, so its render counts as its tracker's. */
export function row(id: string, status: string | undefined) {
  countRender(id, status);
  return (
    <li>
      {id} <b>{status ?? 'not known yet'}</b>
    </li>
  );
}
