import { appendCodeOfError } from './GatewayRefusal.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { OperationClaim } from './claimIdOrReadHolder.ts';
import { type OperationAnswer, gatewayErrorAnswer } from './replies.ts';

/** The gateway's answer if the service gave none. */
export const unansweredAnswer: OperationAnswer = /*#__PURE__*/ gatewayErrorAnswer(
  504,
  'unanswered',
  'The service gave no answer. The outcome of the operation is unknown.',
);
const notReached = /*#__PURE__*/ notSentAnswer(
  502,
  'unreachable',
  'The service could not be reached. Nothing was sent.',
);

/** The gateway's answer if nothing was sent and nothing will be. */
export function notSentAnswer(...said: Parameters<typeof gatewayErrorAnswer>): OperationAnswer {
  return { ...gatewayErrorAnswer(...said), isNotSent: true };
}

/** Sends the request once. If the service gives no answer, returns an answer of the gateway. */
export async function sendWithAnswerOnFailure(
  { options, report }: GatewayContext,
  { kind, id }: Pick<OperationClaim, 'kind' | 'id'>,
  send: () => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  const isBelieved = isNodesOwnFetch(options.fetcher ?? globalThis.fetch);
  try {
    return await send();
  } catch (error) {
    const message = appendCodeOfError('The service gave no answer to an operation', error);
    report({ type: 'service-unreachable', operation: kind, operationId: id, message });
    return isBelieved && neverLeft(error) ? notReached : unansweredAnswer;
  }
}

const failedToConnect = /*#__PURE__*/ new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

// Whether Node failed to connect, so that nothing was sent. An open connection may fail with the same codes after the
// request was sent. Then `syscall` names a later step than connecting, such as `read`.
function neverLeft(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', syscall = 'connect' } = cause as { code?: string; syscall?: string };
    if (failedToConnect.has(code)) return syscall === 'connect' || syscall === 'getaddrinfo';
  }
  return false;
}

/** Whether this is Node's own fetch, which sends once. Another fetch may have sent the request before it failed. */
function isNodesOwnFetch(fetcher: unknown): boolean {
  return (
    typeof fetcher === 'function' &&
    Function.prototype.toString.call(fetcher).includes('internal/deps/undici')
  );
}
