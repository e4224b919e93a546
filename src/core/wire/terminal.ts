import { attempt, ContractError } from '../errors.ts';
import {
  type Check,
  checkId,
  idFieldOrUndefined,
  strictObjectOf,
  refine,
  optional,
  readOptionalId,
  string,
} from './check.ts';
import { listPageQueryChecks, type ListPageQuery } from './listPage.ts';
import { assertObject, textFieldOrUndefined } from './read.ts';

/** A card terminal of the merchant. Only `id` and `name` are always set. */
export interface Terminal {
  id: string;
  name: string;
  serialNumber?: string | undefined;
  model?: string | undefined;
  provider?: string | undefined;
  status?: string | undefined;
  /** The time as the service writes it, usually in ISO 8601. */
  lastSeenAt?: string | undefined;
  raw: unknown;
}

export interface ListTerminalsQuery extends ListPageQuery {
  clientId?: string | undefined;
  timezone?: string | undefined;
}

const zoneWanted = 'must be an IANA time zone.';

export const checkListTerminalsQuery: Check<ListTerminalsQuery> = /*#__PURE__*/ strictObjectOf({
  ...listPageQueryChecks,
  clientId: optional(checkId),
  timezone: optional(refine(string(zoneWanted), isTimeZone, zoneWanted)),
});

export function readTerminal(value: unknown, path: string): Terminal {
  const source = assertObject(value, path);
  const id = readOptionalId(source, path, 'terminalId', 'id', '_id');
  if (id === undefined) throw new ContractError(`${path}.terminalId`, 'is missing');
  return {
    id,
    name: textFieldOrUndefined(source, 'name', 'label', 'terminalName') ?? id,
    serialNumber: idFieldOrUndefined(source, 'serialNumber'),
    model: textFieldOrUndefined(source, 'model'),
    provider: textFieldOrUndefined(source, 'provider'),
    status: textFieldOrUndefined(source, 'status'),
    lastSeenAt: textFieldOrUndefined(source, 'lastSeenAt'),
    raw: value,
  };
}

function isTimeZone(name: string): boolean {
  return !!attempt(() => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
}
