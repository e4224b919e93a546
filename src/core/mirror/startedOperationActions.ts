import { checkResolution } from '../operations/operationDraft.ts';
import { mayBeInGatewayRecord, isUnseen, type TerminalOperation } from '../operations/terminalOperation.ts';
import type { TerminalOperations } from '../operations/terminalOperations.ts';
import { minPollGapMs } from '../polling/chooseNextPoll.ts';
import { checkUnlessTooEarly, type createMessagePolls } from './messagePolls.ts';
import type { MirrorContext } from './mirrorRows.ts';
import type { createCommandSender } from './pendingCommands.ts';

interface ActionContext extends MirrorContext {
  commands: ReturnType<typeof createCommandSender>;
  messages: ReturnType<typeof createMessagePolls>;
  readOperation: (id: string) => void;
  isStreaming: () => boolean;
}

/** What an operator or the host does with a started operation: check it, stop waiting, resolve it, acknowledge it. */
export function createStartedOperationActions(context: ActionContext) {
  const { clock, rows, presence, commands, messages, readOperation, isStreaming } = context;
  /** By operation id: when "Check now" works again (monotonic ms). */
  const checkableFrom = new Map<string, number>();
  const canCheck = (id: string) => ['waiting', 'unknown'].includes(rows.get(id)?.phase ?? '');

  /** Makes the gateway poll the service, then reads the row. Without a stream the row is read once more later. */
  const check = async ({ id, msgIdentifier, provider }: TerminalOperation) => {
    if (msgIdentifier) await messages.ask(msgIdentifier, { provider, isFresh: true });
    readOperation(id);
    if (msgIdentifier && !isStreaming()) clock.setTimeout(() => readOperation(id), minPollGapMs);
  };

  return {
    checkNow(id) {
      const operation = canCheck(id) ? rows.get(id) : undefined;
      return checkUnlessTooEarly(clock, operation && (checkableFrom.get(id) ?? 0), async () => {
        checkableFrom.set(id, clock.monotonic() + minPollGapMs);
        if (operation) await check(operation);
      });
    },
    canCheck,
    stopWaiting(id) {
      if (rows.get(id)?.phase === 'waiting') rows.note(id, { stoppedAt: clock.now() });
    },
    resolveUnknown(id, resolution) {
      const { charged, basis, note } = checkResolution(resolution);
      if (rows.get(id)?.phase !== 'unknown') return;
      const said = { charged, basis, note, seq: rows.rowOf(id)?.seq ?? 0, at: clock.now() };
      rows.note(
        id,
        { resolution: said, isResolutionRefused: undefined, isOver: undefined },
        { type: 'resolved', charged, basis, note },
      );
      commands.send(id);
    },
    acknowledge(id) {
      const operation = rows.get(id);
      if (!operation || !isUnseen(operation)) return;
      const row = rows.rowOf(id);
      const isKept = row !== undefined || mayBeInGatewayRecord(operation);
      rows.note(id, {
        seen: {
          seq: row?.seq ?? 0,
          at: clock.now(),
          phase: operation.phase,
          anomalies: row?.anomalies.length ?? 0,
        },
        isResolutionRefused: undefined,
        isOver: !isKept || undefined,
      });
      commands.send(id);
      presence.release(id);
    },
    markReported: (id, phase) => rows.note(id, { toldPhase: phase }),
  } satisfies Partial<TerminalOperations>;
}
