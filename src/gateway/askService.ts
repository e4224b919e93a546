import type { GatewayContext } from './gatewayContext.ts';
import type { Claim } from './record.ts';
import type { OperationAnswer } from './replies.ts';

/** What the gateway says in the place of a service that gave no answer. */
export const unanswered: OperationAnswer = /*#__PURE__*/ inPlace(
  504,
  'unanswered',
  'The service gave no answer. What became of the operation is not known.',
);
const notReached = /*#__PURE__*/ never(
  502,
  'unreachable',
  'The service could not be reached. Nothing was sent.',
);

function inPlace(status: number, code: string, message: string): OperationAnswer {
  return { status, body: JSON.stringify({ error: { code, message } }), isOwn: true };
}

/** What the gateway says in its place where nothing was sent, and nothing ever will be. */
export function never(...said: Parameters<typeof inPlace>): OperationAnswer {
  return { ...inPlace(...said), isNotSent: true };
}

/** Asks the service, once. Gives what the gateway says in its place where there is no answer. */
export async function askService(
  { options, report }: GatewayContext,
  { kind, id }: Pick<Claim, 'kind' | 'id'>,
  ask: () => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  const isBelieved = isNodesOwnFetch(options.fetcher ?? globalThis.fetch);
  try {
    return await ask();
  } catch (error) {
    const message = 'The service gave no answer to an operation.';
    report({ type: 'service-unreachable', operation: kind, operationId: id, message });
    return isBelieved && neverLeft(error) ? notReached : unanswered;
  }
}

const failedToConnect = /*#__PURE__*/ new Set([
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

/** Whether it is Node's own, which asks once. What a host put in its place may have asked before it failed. */
function isNodesOwnFetch(fetcher: unknown): boolean {
  return (
    typeof fetcher === 'function' &&
    Function.prototype.toString.call(fetcher).includes('internal/deps/undici')
  );
}
