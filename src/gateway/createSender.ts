import { createOperationId } from '../core/operations/operationId.ts';
import type { OperationName } from '../core/contract/operationName.ts';
import { sleep } from '../core/time/sleep.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { OperationAnswer, OperationEntry } from './gatewayStore.ts';
import { assertOwner } from './operationOwner.ts';
import { type OperationState, stateOfAnswer } from './operationState.ts';
import { storeRefusal } from './storeRefusal.ts';

/** One copy of a request that must reach the service once. */
export interface RequestCopy {
  id: string;
  operation: OperationName;
  bodyHash: string;
  subject: string;
  /** Asks the service. Called for one copy of an id at most. */
  ask: () => Promise<OperationAnswer>;
}

export interface Outcome {
  state: OperationState;
  answer: OperationAnswer;
}

export interface Sender {
  send: (copy: RequestCopy) => Promise<Outcome>;
  /** An answer that this process has and the store has not. */
  unkeptAnswer: (id: string) => OperationAnswer | undefined;
}

/** An answer may still be written when the service's time is up. */
const graceMs = 5_000;
const firstLookMs = 50;
const longestLookMs = 1_000;
const laterMs = [200, 1_000, 5_000, 15_000, 60_000];

const unanswered: OperationAnswer = inPlace(
  504,
  'unanswered',
  'The service gave no answer. What became of the operation is not known.',
);
const notSent: OperationAnswer = {
  ...inPlace(502, 'unreachable', 'The service could not be reached. Nothing was sent.'),
  isNotSent: true,
};

/** Sends each operation id to the service at most once, whatever number of copies comes, to whatever instance. */
export function createSender(context: GatewayContext): Sender {
  const { store, service, paymentTimeoutMs, classify, report } = context;
  const { clock } = service;
  const running = new Map<string, Promise<OperationAnswer>>();
  const unkept = new Map<string, OperationAnswer>();

  const keep = async (copy: RequestCopy, answer: OperationAnswer) => {
    try {
      await store.answer(copy.id, answer);
      return true;
    } catch {
      return false;
    }
  };

  // The service has answered: that the answer could not be recorded must not hold it back.
  const keepLater = async (copy: RequestCopy, answer: OperationAnswer) => {
    unkept.set(copy.id, answer);
    for (const ms of laterMs) {
      await sleep(clock, ms);
      if (await keep(copy, answer)) break;
    }
    unkept.delete(copy.id);
  };

  const askService = async (copy: RequestCopy): Promise<OperationAnswer> => {
    const { id, operation } = copy;
    let answer: OperationAnswer;
    try {
      answer = await copy.ask();
    } catch (error) {
      report({
        type: 'service-unreachable',
        operation,
        operationId: id,
        message: 'The service gave no answer to an operation.',
      });
      answer = neverLeft(error) ? notSent : unanswered;
    }
    if (!(await keep(copy, answer))) {
      report({
        type: 'answer-not-kept',
        operation,
        operationId: id,
        message: 'The answer to an operation could not be recorded yet.',
      });
      void keepLater(copy, answer);
    }
    return answer;
  };

  const claim = async (copy: RequestCopy): Promise<OperationEntry | undefined> => {
    const { id, operation, bodyHash, subject } = copy;
    const answerBy = clock.now() + paymentTimeoutMs + graceMs;
    const claimedBy = createOperationId();
    try {
      const holder = await store.claim({
        id,
        state: 'sent',
        operation,
        bodyHash,
        subject,
        claimedBy,
        answerBy,
      });
      // A store's client may repeat a claim whose answer it lost, and meet the one it made.
      return holder?.claimedBy === claimedBy ? undefined : holder;
    } catch (cause) {
      void withdraw(id, claimedBy);
      throw storeRefusal(context, operation, cause, id);
    }
  };

  // A claim whose answer was lost may have been recorded: this copy was not sent, and so nobody ever sends one.
  const withdraw = async (id: string, claimedBy: string) => {
    for (const ms of laterMs) {
      await sleep(clock, ms);
      try {
        if ((await store.find(id))?.claimedBy === claimedBy) return await store.answer(id, notSent);
      } catch {
        // looked again later
      }
    }
  };

  const find = async ({ id, operation }: RequestCopy) => {
    try {
      return await store.find(id);
    } catch (cause) {
      throw storeRefusal(context, operation, cause, id);
    }
  };

  /** The answer to the copy that was first, here or on another instance. */
  const answerOfFirst = async (copy: RequestCopy, first: OperationEntry): Promise<OperationAnswer> => {
    let entry: OperationEntry | undefined = first;
    for (let ms = firstLookMs; entry; ms = Math.min(2 * ms, longestLookMs)) {
      if (entry.answer) return entry.answer;
      const here = running.get(copy.id);
      if (here) return here;
      const unsaved = unkept.get(copy.id);
      if (unsaved) return unsaved;
      if (clock.now() >= entry.answerBy) return unanswered;
      await sleep(clock, ms);
      entry = await find(copy);
    }
    return unanswered;
  };

  return {
    async send(copy) {
      const first = await claim(copy);
      let answer: OperationAnswer;
      if (first) {
        assertSameRequest(copy, first);
        answer = await answerOfFirst(copy, first);
      } else {
        const asking = askService(copy).finally(() => running.delete(copy.id));
        running.set(copy.id, asking);
        answer = await asking;
      }
      return { state: stateOfAnswer(classify, copy.operation, answer), answer };
    },
    unkeptAnswer: (id) => unkept.get(id),
  };
}

function inPlace(status: number, code: string, message: string): OperationAnswer {
  return { status, body: JSON.stringify({ error: { code, message } }) };
}

const failedToConnect = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

// Node tells where a connection failed. Elsewhere the request counts as sent; so it does where an open connection failed:
// the system has the same codes for that.
function neverLeft(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', syscall = 'connect' } = cause as { code?: string; syscall?: string };
    if (failedToConnect.has(code)) return syscall === 'connect' || syscall === 'getaddrinfo';
  }
  return false;
}

function assertSameRequest(copy: RequestCopy, first: OperationEntry): void {
  assertOwner(first, copy.subject);
  if (first.state === 'closed') {
    throw new GatewayRefusal(
      410,
      'closed',
      'This operation id was closed before it was sent. Nothing was sent for it.',
    );
  }
  if (first.operation !== copy.operation || first.bodyHash !== copy.bodyHash) {
    throw new GatewayRefusal(
      409,
      'other-body',
      'This operation id was used for another request. This one was not sent: it needs an id of its own.',
    );
  }
}
