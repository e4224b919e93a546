import { isId } from '../core/wire/check.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { authorizeUnlessApprovalNeeded } from './authorize.ts';
import { closeDay, maySeeClosingsOfTerminal, findClosingWithCorrections, toClosing } from './closings.ts';
import { createCursors } from './createCursors.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal, invalidParameterRefusal } from './GatewayRefusal.ts';
import { isOperationId } from './gatewayRoutes.ts';
import type { Where } from './gatewayStore.ts';
import { type Period, parameterNamesByQuery, parseRecordQuery } from './recordQuery.ts';
import type { ClosingRow } from './recordRows.ts';
import { jsonReply } from './replies.ts';
import { readJsonBody } from './requestBody.ts';
import { type Caller, visibleTerminalIdsAmong } from './visibility.ts';

export type ClosingEndpoints = ReturnType<typeof createClosingEndpoints>;

/** Lists and reads closings, and closes a day that was forgotten. */
export function createClosingEndpoints(context: GatewayContext) {
  const { record, store } = context;
  const cursors = createCursors(store);

  return {
    /** Lists closings, newest first. */
    async listClosings(caller: Caller, asked: URLSearchParams): Promise<Response> {
      const { period, limit, cursor, words } = parseRecordQuery(asked, parameterNamesByQuery.closings);
      const about = ['closings by number', caller.account, caller.subject, words];
      const after = cursor === undefined ? undefined : await cursors.openOrRefuse(about, cursor);
      const wanted = words.flatMap(([name, value]) => (name === 'terminalId' ? [value] : []));
      const where = whereVisible(caller, wanted, period);
      // Two closings of a terminal may end at the same time, if the later one is empty. Then the number decides.
      const by = ['toMs', 'number', 'terminalId'] as const;
      const order = { by, isDescending: true, after, limit: limit + 1 } as const;
      const rows = where ? await record.read(caller.account, (tx) => tx.closings.list(where, order)) : [];
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return jsonReply({
        items: shown.map(toClosing),
        cursor: last && (await cursors.seal(about, [last.toMs, last.number, last.terminalId])),
      });
    },

    async getClosing(caller: Caller, terminalId: string, number: number): Promise<Response> {
      const found = await record.read(caller.account, (tx) =>
        findClosingWithCorrections(tx, caller, { terminalId, number }, store.keepMs),
      );
      if (!found) throw new GatewayRefusal(404, 'not-found', 'The record holds no such closing.');
      return jsonReply(found);
    },

    async closeDay(request: Request): Promise<Response> {
      const body = await readJsonBody(context, request);
      const asked = readNewClosing(body);
      const caller = await authorizeUnlessApprovalNeeded(context, request, 'closeDay', { body });
      const { account, actor = null } = caller;
      if (!maySeeClosingsOfTerminal(caller, asked.terminalId))
        throw new GatewayRefusal(
          403,
          'not-authorized',
          'You may not see this terminal, so you cannot close it.',
        );
      const close = () => record.change(account, (tx) => closeDay(tx, { ...asked, account, actor }));
      let closing = await close();
      while (closing.toMs < asked.to) closing = await close(); // a long period is closed in parts
      return jsonReply(toClosing(closing));
    },
  };
}

/** Selects the wanted closings that the caller may see. Undefined if the caller may see no wanted terminal. */
function whereVisible(
  { account, sees }: Caller,
  wanted: readonly string[],
  { from, to }: Period,
): Where<ClosingRow> | undefined {
  if (sees === 'own') return undefined;
  const terminals = visibleTerminalIdsAmong(sees, wanted.length > 0 ? wanted : undefined);
  if (terminals?.length === 0) return undefined;
  return {
    account,
    ...(terminals && { terminalId: { in: terminals } }),
    ...(from !== undefined && { toMs: { above: from } }),
    ...(to !== undefined && { fromMs: { below: to } }),
  };
}

function readNewClosing(body: JsonObject): { id: string; terminalId: string; to: number } {
  const { id, terminalId, to, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalidParameterRefusal(
      unknown,
      'is not a field of this request: take it out or correct its name.',
    );
  if (typeof id !== 'string' || !isOperationId(id))
    throw invalidParameterRefusal('id', 'must be 16 to 128 letters, digits, "-" or "_".');
  if (!isId(terminalId)) throw invalidParameterRefusal('terminalId', 'must be the id of a terminal.');
  if (!Number.isSafeInteger(to) || Number(to) < 0)
    throw invalidParameterRefusal('to', 'must be a time (epoch ms).');
  return { id, terminalId, to: Number(to) };
}
