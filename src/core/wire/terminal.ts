import { ContractError } from '../errors.ts';
import { type Check, checkId, fields, must, optional, readOptionalId, string } from './check.ts';
import { checkPage, type PageQuery } from './page.ts';
import { objectAt, textOf } from './read.ts';

/** A card terminal of the merchant. Only `id` and `name` are sure to be there. */
export interface Terminal {
  id: string;
  name: string;
  serialNumber?: string | undefined;
  model?: string | undefined;
  provider?: string | undefined;
  status?: string | undefined;
  /** As the service wrote it, usually ISO 8601. */
  lastSeenAt?: string | undefined;
  raw: unknown;
}

/** The query of list terminals. */
export interface ListTerminalsQuery extends PageQuery {
  clientId?: string | undefined;
  timezone?: string | undefined;
}

const zoneWanted = 'must be an IANA time zone.';

export const checkListTerminalsQuery: Check<ListTerminalsQuery> = /*#__PURE__*/ fields({
  ...checkPage,
  clientId: optional(checkId),
  timezone: optional(must(string(zoneWanted), isTimeZone, zoneWanted)),
});

export function readTerminal(value: unknown, path: string): Terminal {
  const source = objectAt(value, path);
  const id = readOptionalId(source, path, 'terminalId', 'id', '_id');
  if (id === undefined) throw new ContractError(`${path}.terminalId`, 'is missing');
  return {
    id,
    name: textOf(source, 'name', 'label', 'terminalName') ?? id,
    serialNumber: readOptionalId(source, path, 'serialNumber'),
    model: textOf(source, 'model'),
    provider: textOf(source, 'provider'),
    status: textOf(source, 'status'),
    lastSeenAt: textOf(source, 'lastSeenAt'),
    raw: value,
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
