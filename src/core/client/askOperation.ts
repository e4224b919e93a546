import { ConfigurationError, ContractError, isOperationState, PaymentsError } from '../errors.ts';
import { type BatchClosed, readAccepted, readBatchClosed } from '../wire/message.ts';
import { type JsonObject, objectAt } from '../wire/read.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { ClientContext } from './clientContext.ts';
import { readAnswer } from './readAnswer.ts';
import { send } from './send.ts';
import { type CallOptions, readBatchAnswer } from './terminalOperations.ts';

export interface OperationQuestion {
  operationId: string;
  kind: MoneyOperation;
  /** Closes an id that the gateway has not seen: a copy of the request that comes later is refused. */
  close?: boolean | undefined;
}

/** What a gateway knows of an operation. An answer of the service is read as if it had come in time. */
export type KnownOperation =
  | {
      state: 'not-seen';
      /** For how long the gateway has forgotten nothing (ms): what is older may have been sent nevertheless. */
      knownForMs: number;
      /** It was not sent and never will be, as far as `knownForMs` goes. */
      isClosed: boolean;
      /** Why, where a lock or a guard of the gateway kept it back. */
      error?: PaymentsError | undefined;
    }
  | { state: 'sent' }
  | { state: 'accepted'; accepted: BatchClosed }
  /** `error`: what the request would have thrown. Whether that proves anything is to be judged as if it had. */
  | { state: 'refused' | 'unanswered'; error?: PaymentsError | undefined };

const askTimeoutMs = 10_000;
const largestAnswer = 20_000_000;

/** Asks the gateway what became of an operation. Throws where it does not say; that tells nothing of the operation. */
export async function askOperation(
  context: ClientContext,
  { operationId, kind, close = false }: OperationQuestion,
  { signal }: CallOptions = {},
): Promise<KnownOperation> {
  if (!context.options.gateway) throw new ConfigurationError('gateway', 'Only a gateway can be asked.');
  const method = close ? 'DELETE' : 'GET';
  const question = send(context, {
    route: { name: kind, method, path: '/operations/{messageId}', headers: true },
    messageId: operationId,
    signal,
    timeoutMs: askTimeoutMs,
    maxBytes: largestAnswer,
  });
  question.catch((error: unknown) => {
    if (error instanceof PaymentsError && error.code === 'unauthorized') context.headersRefused();
  });
  const told = objectAt((await question).body, '');
  const { id, state, knownForMs, isClosed } = told;
  if (id !== operationId || !isOperationState(state))
    throw new ContractError('state', 'is of something else');
  if (state === 'sent') return { state };
  if (state === 'not-seen') {
    return {
      state,
      knownForMs: Number.isFinite(knownForMs) ? Number(knownForMs) : 0,
      isClosed: isClosed === true,
      error: told['answer'] === undefined ? undefined : await readRefusal(context, kind, { ...told, state }),
    };
  }
  try {
    const accepted = await readLate(context, kind, { ...told, state });
    return accepted ? { state: 'accepted', accepted } : { state: 'unanswered' };
  } catch (error) {
    return {
      state: state === 'refused' ? state : 'unanswered',
      error: error instanceof PaymentsError ? error : undefined,
    };
  }
}

/** What the gateway said when it did not let it through. */
async function readRefusal(
  context: ClientContext,
  kind: MoneyOperation,
  told: JsonObject & { state: string },
): Promise<PaymentsError | undefined> {
  try {
    await readLate(context, kind, told);
    return undefined;
  } catch (error) {
    return error instanceof PaymentsError ? error : undefined;
  }
}

/** Reads a kept answer with what reads one that comes in time. Undefined where none was kept. */
async function readLate(
  context: ClientContext,
  kind: MoneyOperation,
  told: JsonObject & { state: string },
): Promise<BatchClosed | undefined> {
  const isBatch = kind === 'closeBatch';
  const { answer, state } = told;
  if (answer === undefined) {
    if (state !== 'accepted') return undefined;
    return isBatch ? readBatchClosed(told) : readAccepted(told);
  }
  const { status, body } = objectAt(answer, 'answer');
  // What is no answer makes no `Response`: no status becomes NaN, which it refuses.
  const init = { status: Number(status), headers: { 'x-operation-state': state } };
  const response = new Response((body as string) || null, init);
  const rules = { operation: kind, isRead: false, maxBytes: largestAnswer };
  const read = await readAnswer(context, response, rules);
  return isBatch ? readBatchAnswer(context, read) : readAccepted(read.body);
}
