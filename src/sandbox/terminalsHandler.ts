import type { Call } from './call.ts';
import { type Check, filledString, optional } from './checks.ts';
import { checkListQuery, pageOf } from './paging.ts';
import { answered, refusedFields, type Reply } from './replies.ts';
import { terminalRecord } from './terminals.ts';
import type { World } from './world.ts';

export function handleListTerminals(world: World, { query }: Call): Reply {
  const others = { clientId: optional(filledString), timezone: optional(timeZone) };
  const [first, ...rest] = checkListQuery(query, others);
  if (first) return refusedFields([first, ...rest]);
  const records = world.settings.terminals.map((terminal, index) =>
    terminalRecord(terminal, index, world.now()),
  );
  return answered(pageOf(records, query));
}

const timeZone: Check = (value, field) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: String(value) }).format();
    return value === '' ? [{ field, message: 'must be an IANA time zone.' }] : [];
  } catch {
    return [{ field, message: 'must be an IANA time zone.' }];
  }
};
