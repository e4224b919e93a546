import { countRender } from './counter.ts';

/** What every subject shows of a message. It is called, not rendered: a render of it is a render of its tracker. */
export function row(id: string, status: string | undefined) {
  countRender(id, status);
  return (
    <li>
      {id} <b>{status ?? 'not known yet'}</b>
    </li>
  );
}
