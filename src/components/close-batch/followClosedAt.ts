import type { TerminalOperations } from '../../core/operations/terminalOperations.ts';
import type { Clock } from '../../core/time.ts';
import { refreshOnChange } from '../../hooks/refreshOnChange.ts';
import { readSinceClosing } from './sinceClosing.ts';

interface ClosedTerminal {
  terminalId: string;
  operations: TerminalOperations;
  clock: Clock;
  /** When the day was closed last (epoch ms). Undefined if something was taken since, or the record cannot be read. */
  onChange: (closedAt: number | undefined) => void;
}

/** Tells when a terminal's day was closed last, if nothing was taken since. Returns a function that stops it. */
export function followClosedAt({ terminalId, operations, clock, onChange }: ClosedTerminal): () => void {
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
