import { InvalidInputError } from '../errors.ts';
import { currencyDigits } from '../money/currency.ts';
import { decimalTextOfCents } from '../money/decimals.ts';
import { createInstantToWallTimeAsUtcMs } from '../shopDay.ts';
import { isKnownTime } from '../time.ts';
import { toCsv } from '../toCsv.ts';
import { isUndecided, type TerminalOperation } from './terminalOperation.ts';
import { type OperationsByReference, toReportRow } from './transactionRecord.ts';

/** How many operations one file can have. A spreadsheet shows about a million rows, and a browser holds the whole file. */
export const mostOperationsPerFile = 100_000;

type Exported = TerminalOperation & {
  actor?: string | null | undefined;
  approvedBy?: string | null | undefined;
};

export type OperationsCsvWriter = ReturnType<typeof createOperationsCsvWriter>;

/** Creates the parts of a CSV file of operations, with times in `timeZone`. Throws `invalid-input` for an unknown zone. */
export function createOperationsCsvWriter(timeZone: string) {
  const timeOf = isoTimeIn(timeZone);
  const columns = [
    `started (${timeZone})`,
    'kind',
    'outcome',
    'amount',
    'moved',
    'tip',
    'currency',
    'terminal',
    'order number',
    'reference',
    'actor',
    'approved by',
    'ended',
    'id',
  ];
  return {
    /** The byte order mark, which makes a spreadsheet read UTF-8, and the names of the columns. */
    head: `\uFEFF${toCsv([columns])}`,
    /** One line for each operation. `found`: the known operations, among them those that the voids undid. */
    linesOf: (operations: readonly Exported[], found: OperationsByReference) =>
      toCsv(
        operations.map((operation) => {
          const { kind, phase, amountCents, tipCents, endedAt } = operation;
          const { currency = '', movedCents } = toReportRow(operation, found);
          const decimal = (cents: number | undefined) =>
            cents === undefined ? '' : decimalTextOfCents(cents, currencyDigits(currency));
          return [
            timeOf(operation.createdAt),
            kind,
            phase,
            decimal(amountCents),
            // No amount moved is written while the outcome is not known, or for the closing of a batch.
            isUndecided(operation) || kind === 'closeBatch' ? '' : decimal(movedCents),
            decimal(tipCents),
            currency,
            operation.terminalId,
            operation.orderNumber ?? '',
            operation.pnRefNum ?? '',
            operation.actor ?? '',
            operation.approvedBy ?? '',
            endedAt === undefined ? '' : timeOf(endedAt),
            operation.id,
          ];
        }),
      ),
  };
}

/** The whole file. Throws `invalid-input` for too many operations or an unknown zone. */
export function operationsCsvFile(
  operations: readonly Exported[],
  found: OperationsByReference,
  timeZone: string,
): Blob {
  if (operations.length > mostOperationsPerFile)
    throw new InvalidInputError(
      'from',
      `is too early: a file holds at most ${mostOperationsPerFile} operations.`,
    );
  const { head, linesOf } = createOperationsCsvWriter(timeZone);
  return new Blob([head, linesOf(operations, found)], { type: 'text/csv;charset=utf-8' });
}

/** Returns a function that formats a time as ISO 8601 with the zone's offset, such as `2026-03-29T04:00:00+02:00`. */
function isoTimeIn(timeZone: string): (at: number) => string {
  let wallTime: (at: number) => number;
  try {
    wallTime = createInstantToWallTimeAsUtcMs(timeZone);
  } catch {
    throw new InvalidInputError('timeZone', 'must be the name of a time zone, as Europe/Berlin.');
  }
  return (at) => {
    if (!isKnownTime(at)) return '';
    const wall = wallTime(at);
    const minutes = Math.round((wall - at) / 60_000);
    const [hours, rest] = [Math.abs(Math.trunc(minutes / 60)), Math.abs(minutes % 60)];
    const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
    return `${new Date(wall).toISOString().slice(0, 19)}${offset}`;
  };
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
