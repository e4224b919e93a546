import { PaymentsError } from '../errors.ts';
import type { LostFact } from '../operations/operationFacts.ts';
import { acceptedFact, outcomeOfError } from '../operations/outcomeOfError.ts';
import type { OperationHistory } from '../operations/recorded.ts';
import {
  isInGatewayRecord,
  type OperationError,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { MoneyCallOptions, MoneyClient } from '../operations/terminalOperations.ts';
import type { PageLifecycle } from '../pageLifecycle.ts';
import type { Clock, TimerHandle } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { GatewayClient } from './gatewayClient.ts';
import { type MirrorRows, skewMs } from './mirrorRows.ts';
import type { PressNotes } from './pressNotes.ts';

interface SenderContext {
  client: Pick<GatewayClient, 'getOperation' | 'closeOperation'>;
  clock: Clock;
  page: PageLifecycle;
  rows: MirrorRows;
  notes: PressNotes;
  /** Asks the other tabs whether one of them holds a press. */
  isHeldByOtherTab: (id: string) => Promise<boolean>;
  /** Reports that a request was answered, or failed with `error`. */
  onAnswer: (error?: unknown) => void;
}

/** The pauses between readings of a press that has no row (ms). */
const gapsMs = [1000, 2000, 4000, 8000, 10_000, 30_000];
const longestGapMs = 60_000;
const askForMs = 24 * 60 * 60_000;
/** After this long without an answer a press is unknown (ms). An older press is not sent any more. */
const staySendingMs = 15_000;
/** If preparing the request takes longer, the page may have been frozen (ms). */
const frozenMs = 2000;
/** The gateway's `knownForMs` must exceed the age of a press by this much before "not seen" is believed (ms). */
const doubtMs = 10_000;

const notArrived: OperationError = {
  code: 'unanswered',
  shortMessage: 'The request did not reach the gateway. Nothing was sent.',
};

/** Sends each press once, and reads from the gateway what became of a press without a usable answer. */
export function createPressSender({
  client,
  clock,
  page,
  rows,
  notes,
  isHeldByOtherTab,
  onAnswer,
}: SenderContext) {
  const asking = new Map<string, TimerHandle>();
  /** When each press of this page was sent (monotonic ms). */
  const sentAt = new Map<string, number>();
  let isStopped = false;
  const isSending = (id: string) => rows.get(id)?.phase === 'sending';

  /** A press without a row that the gateway may have in its record. */
  const untold = (id: string) => {
    const operation = rows.rowOf(id) ? undefined : rows.get(id);
    return operation && isInGatewayRecord(operation) ? operation : undefined;
  };

  const ageOf = ({ id, createdAt }: TerminalOperation, gatewayNow = rows.gatewayNow()) => {
    const at = { wall: createdAt, gateway: notes.get(id)?.gatewayAt, mono: sentAt.get(id) };
    return passedSince(at, { wall: clock.now(), gateway: gatewayNow, mono: clock.monotonic() });
  };

  const plan = (id: string, ms: number, count: number) => {
    clock.clearTimeout(asking.get(id));
    // The answer to a press may arrive after `stop`.
    if (isStopped) return;
    asking.set(
      id,
      clock.setTimeout(() => void ask(id, count), ms),
    );
  };

  const ask = async (id: string, count = 0): Promise<void> => {
    const operation = untold(id);
    if (!operation) return void asking.delete(id);
    const age = ageOf(operation);
    // A press that is days old is read once per page.
    if (age > askForMs && age !== Infinity) asking.delete(id);
    else plan(id, gapsMs[count] ?? longestGapMs, count + 1);
    if (!sentAt.has(id) && operation.phase === 'sending' && !(await isLeft(operation))) return;
    if (!page.isVisible() && !isSending(id)) return;
    try {
      const told = await client.getOperation(id);
      if (told.now !== undefined) rows.setTime(told.now);
      await learn(operation, told);
      onAnswer();
    } catch (error) {
      onAnswer(error);
    }
  };

  /** Whether another tab may still be sending this press. */
  const isLeft = async (press: TerminalOperation): Promise<boolean> => {
    if (await isHeldByOtherTab(press.id)) return rows.refreshPress(press.id)?.phase !== 'sending';
    if (isSending(press.id) && ageOf(press) >= staySendingMs)
      rows.note(press.id, { lost: { at: clock.now(), reason: 'reloaded' } });
    return true;
  };

  /** Handles what the gateway knows of a press. */
  const learn = async (press: TerminalOperation, told: OperationHistory): Promise<void> => {
    if (told.operation) return rows.take(told.operation);
    if (told.state !== 'not-seen') return;
    // The gateway had it once: it lost its store, or the caller is another merchant by now.
    if (notes.get(press.id)?.isTaken) return rows.lose(press.id);
    if (!reachesBack(press, told)) return;
    if (told.isClosed || told.error) return notSent(press, told);
    // A copy of the request may still be on its way. Only a closed id is never sent.
    const closed = await client.closeOperation(press.id);
    if (closed.operation) return rows.take(closed.operation);
    if (closed.state === 'not-seen' && closed.isClosed && reachesBack(press, closed)) notSent(press, closed);
  };

  const reachesBack = (press: TerminalOperation, { knownForMs, now }: OperationHistory) =>
    knownForMs > ageOf(press, now) + doubtMs;

  const notSent = ({ id }: TerminalOperation, { error }: OperationHistory) => {
    const said = error && outcomeOfError(error, clock.now(), () => true);
    refuse(id, said?.type === 'refused' ? said.error : notArrived);
  };

  const refuse = (id: string, error: OperationError) => {
    const refused = { at: clock.now(), error };
    if (isInGatewayRecord({ phase: 'rejected', error }))
      return rows.applyToPress(id, { ...refused, type: 'refused', isProof: true });
    if (rows.rowOf(id)) return;
    const { resolution, seen } = notes.get(id) ?? {};
    // An operator who said that it was charged must see that it was not.
    rows.note(id, { refused, seen: resolution?.charged ? undefined : seen });
  };

  /** Marks a press as unknown after `afterMs`, unless it is no longer sending by then. */
  const doubt = (id: string, { reason, error }: Pick<LostFact, 'reason' | 'error'>, afterMs = 0) =>
    clock.setTimeout(() => {
      if (isSending(id)) rows.note(id, { lost: { at: clock.now(), reason, error } });
    }, afterMs);

  return {
    /** Sends the one request of a press. */
    async send(
      operation: TerminalOperation,
      request: TerminalRequests[MoneyOperation],
      sender: MoneyClient,
      agreed: Pick<MoneyCallOptions, 'confirmed' | 'approval' | 'orderTotalCents'>,
    ): Promise<void> {
      const { id, kind, currency } = operation;
      const [now, startedAt] = [clock.now(), clock.monotonic()];
      sentAt.set(id, startedAt);
      const passedMs = () => Math.max(clock.now() - now, clock.monotonic() - startedAt);
      // A page that was frozen must not send what an operator, or another tab, has given up meanwhile.
      const mayStillSend = async () =>
        passedMs() <= frozenMs || (passedMs() <= staySendingMs && rows.refreshPress(id)?.phase === 'sending');
      const call = sender[kind] as (input: typeof request, options: MoneyCallOptions) => Promise<BatchClosed>;
      try {
        const accepted = await call(request, { operationId: id, currency, ...agreed, mayStillSend });
        onAnswer();
        rows.applyToPress(id, acceptedFact(accepted, { at: clock.now(), isProof: true, isTaken: false }));
      } catch (error) {
        const fact = outcomeOfError(error, clock.now(), (refusal) => sender.isRefusal(refusal, kind));
        const isFromGateway = error instanceof PaymentsError && error.operationState !== undefined;
        onAnswer(error);
        if (fact.type === 'refused') refuse(id, fact.error);
        else {
          // If the gateway itself says so, no better answer comes soon. Otherwise the operator waits `staySendingMs` at most.
          doubt(id, fact, isFromGateway ? 0 : Math.max(0, staySendingMs - passedMs()));
          if (!isFromGateway) return ask(id);
        }
      }
      // If the stream is up, it brings the row before this reading is due.
      plan(id, 1000, 0);
    },
    /** Reads a press without a row, also one of an earlier page or of a tab that is gone. */
    ask: (id: string) => void ask(id),
    /** Reads every press without a row now. */
    hurry: () => asking.forEach((_, id) => void ask(id)),
    stop() {
      isStopped = true;
      asking.forEach((timer) => clock.clearTimeout(timer));
    },
  };
}

interface Times {
  wall: number;
  gateway: number | undefined;
  mono: number | undefined;
}

const between = (from = Number.NaN, to = Number.NaN) => to - from;

/** The time since a press (ms): the longest that one of three clocks shows, this machine's two and the gateway's. Infinite if a clock was set back. */
function passedSince(at: Times, now: Times): number {
  const byWall = between(at.wall, now.wall);
  const byGateway = between(at.gateway, now.gateway) + skewMs;
  const isSetBack = (Number.isNaN(byGateway) ? byWall : byGateway) < 0;
  const known = [byWall, byGateway, between(at.mono, now.mono)].filter((ms) => !Number.isNaN(ms));
  return isSetBack ? Infinity : Math.max(...known);
}
