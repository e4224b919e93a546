import type { TerminalOperations } from '../../core/operations/terminalOperations.ts';
import type { Clock } from '../../core/time.ts';
import { refreshOnChange } from '../../hooks/refreshOnChange.ts';
import { readSinceClosing } from './sinceClosing.ts';

/** Reports when a terminal's day was closed last (epoch ms); undefined if payments came since or the read failed. */
export function followClosedAt(
  terminalId: string,
  operations: TerminalOperations,
  clock: Clock,
  onChange: (closedAt: number | undefined) => void,
): () => void {
  let newest = 0;
  const read = async () => {
    const turn = (newest += 1);
    const closedAt = await readSinceClosing(operations.record, terminalId, {}).then(
      ({ hasNews, last }) => (hasNews ? undefined : last?.at),
      () => undefined,
    );
    if (turn === newest) onChange(closedAt);
  };
  void read();
  const { leave } = refreshOnChange(operations, clock, read);
  return () => {
    newest = 0;
    leave();
  };
}
