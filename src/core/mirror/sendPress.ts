import { PaymentsError } from '../errors.ts';
import type { LostFact } from '../operations/operationReducer.ts';
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

interface Pressing {
  client: Pick<GatewayClient, 'getOperation' | 'closeOperation'>;
  clock: Clock;
  page: PageLifecycle;
  rows: MirrorRows;
  notes: PressNotes;
  /** Asks the other tabs whether one of them looks after a press. */
  isElsewhere: (id: string) => Promise<boolean>;
  /** A question was answered, or was not. */
  onAnswer: (error?: unknown) => void;
}

/** After which pauses the gateway is asked about a press that it has not told of. */
const gapsMs = [1000, 2000, 4000, 8000, 10_000, 30_000];
const longestGapMs = 60_000;
const askForMs = 24 * 60 * 60_000;
/** How long a lost answer is looked for before it counts as lost (ms). A press that is older is not sent any more. */
const staySendingMs = 15_000;
/** What takes longer on the way to the request means that the page may not have run (ms). */
const frozenMs = 2000;
/** How much longer than a press is old the gateway must have forgotten nothing (ms). */
const doubtMs = 10_000;

const notArrived: OperationError = {
  code: 'unanswered',
  shortMessage: 'The request did not reach the gateway. Nothing was sent.',
};

/** Sends presses, each once, and asks about those whose answer says nothing. */
export function createPressing({ client, clock, page, rows, notes, isElsewhere, onAnswer }: Pressing) {
  const asking = new Map<string, TimerHandle>();
  /** Of presses of this page: when each was sent. After a reload nobody knows. */
  const sentAt = new Map<string, number>();
  let isStopped = false;
  const isSending = (id: string) => rows.get(id)?.phase === 'sending';

  /** A press that the gateway may have in its record, and has not told of. */
  const untold = (id: string) => {
    const operation = rows.rowOf(id) ? undefined : rows.get(id);
    return operation && isInGatewayRecord(operation) ? operation : undefined;
  };

  /** How old a press is (ms), by whichever clock says most: this machine's two, or the gateway's. One that was set back says nothing. */
  const ageOf = ({ id, createdAt }: TerminalOperation, gatewayNow = rows.gatewayNow()): number => {
    const { gatewayAt } = notes.get(id) ?? {};
    const isKnown = gatewayAt !== undefined && gatewayNow !== undefined;
    const byGateway = isKnown ? gatewayNow - gatewayAt + skewMs : undefined;
    const mono = clock.monotonic();
    const ages = [clock.now() - createdAt, byGateway ?? -1, mono - (sentAt.get(id) ?? mono)];
    const isSetBack = byGateway === undefined ? (ages[0] ?? 0) < 0 : byGateway < 0;
    return isSetBack ? Infinity : Math.max(...ages);
  };

  const plan = (id: string, ms: number, count: number) => {
    clock.clearTimeout(asking.get(id));
    // The answer to a press may come after its page was given up.
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
    // One of days ago is asked about once a page.
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

  /** Whether an earlier page left a press before it was answered: the tab that sent it may live, and its request be on the way. */
  const isLeft = async (press: TerminalOperation): Promise<boolean> => {
    if (await isElsewhere(press.id)) return rows.reread(press.id)?.phase !== 'sending';
    if (isSending(press.id) && ageOf(press) >= staySendingMs)
      rows.note(press.id, { lost: { at: clock.now(), reason: 'reloaded' } });
    return true;
  };

  /** What the gateway said of a press. */
  const learn = async (press: TerminalOperation, told: OperationHistory): Promise<void> => {
    if (told.operation) return rows.take(told.operation);
    if (told.state !== 'not-seen') return;
    // It had it once, so it has lost it, or the caller is another merchant by now.
    if (notes.get(press.id)?.isTaken) return rows.lose(press.id);
    if (!reachesBack(press, told)) return;
    if (told.isClosed || told.error) return notSent(press, told);
    // A copy of the request may still be on its way: only a closed id is never sent.
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
      return void rows.applyToPress(id, { ...refused, type: 'refused', isProof: true });
    if (rows.rowOf(id)) return;
    const { resolution, seen } = notes.get(id) ?? {};
    // Whoever said that it was charged has to hear that it was not.
    rows.note(id, { refused, seen: resolution?.charged ? undefined : seen });
  };

  /** Calls a press unknown after a while, unless the gateway tells what became of it. */
  const doubt = (id: string, { reason, error }: Pick<LostFact, 'reason' | 'error'>, afterMs = 0) =>
    clock.setTimeout(() => {
      if (isSending(id)) rows.note(id, { lost: { at: clock.now(), reason, error } });
    }, afterMs);

  return {
    /** The one request of a press. */
    async send(
      operation: TerminalOperation,
      request: TerminalRequests[MoneyOperation],
      sender: MoneyClient,
      confirmed: string | undefined,
    ): Promise<void> {
      const { id, kind, currency } = operation;
      const [now, startedAt] = [clock.now(), clock.monotonic()];
      sentAt.set(id, startedAt);
      const passedMs = () => Math.max(clock.now() - now, clock.monotonic() - startedAt);
      // A page that stood still must not send what a person, or another tab, has given up by now.
      const mayStillSend = async () =>
        passedMs() <= frozenMs || (passedMs() <= staySendingMs && rows.reread(id)?.phase === 'sending');
      const call = sender[kind] as (input: typeof request, options: MoneyCallOptions) => Promise<BatchClosed>;
      try {
        const accepted = await call(request, { operationId: id, currency, confirmed, mayStillSend });
        onAnswer();
        rows.applyToPress(id, acceptedFact(accepted, { at: clock.now(), isProof: true, isTaken: false }));
      } catch (error) {
        const fact = outcomeOfError(error, clock.now(), (refusal) => sender.isRefusal(refusal, kind));
        const isOfGateway = error instanceof PaymentsError && error.operationState !== undefined;
        onAnswer(error);
        if (fact.type === 'refused') refuse(id, fact.error);
        else {
          // Where the gateway itself says so nothing better is to come soon; however the asking goes, nobody waits longer than that.
          doubt(id, fact, isOfGateway ? 0 : Math.max(0, staySendingMs - passedMs()));
          if (!isOfGateway) return ask(id);
        }
      }
      // Its row is on the way, where a stream stands.
      plan(id, 1000, 0);
    },
    /** Asks about a press of an earlier page, or of another tab that is gone. */
    resume: (id: string) => void ask(id),
    /** Asks now about what has no row yet. */
    hurry: () => asking.forEach((_, id) => void ask(id)),
    ask: (id: string) => ask(id),
    stop() {
      isStopped = true;
      asking.forEach((timer) => clock.clearTimeout(timer));
    },
  };
}
