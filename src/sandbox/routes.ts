import { attempt } from '../core/errors.ts';
import { moneyOperations, type OperationName } from '../core/wire/routes.ts';
import { errorReply, type Reply } from './replies.ts';
import { simulatedOperations } from './simulatedOperations.ts';

export interface SandboxRouteMatch {
  operation: OperationName;
  /** Whether this is the deprecated version of payment links, which answers differently. */
  isV1?: boolean | undefined;
  messageId?: string | undefined;
}

type Methods = Partial<Record<string, SandboxRouteMatch>>;

const links = (isV1: boolean): Methods => ({
  GET: { operation: 'listPaymentLinks', isV1 },
  POST: { operation: 'createPaymentLink', isV1 },
});

// docs/contract.md lists the paths. Some deployments serve the paths with `202104` under `/v1`.
const routes = /*#__PURE__*/ new Map<string, Methods>([
  ...moneyOperations.map((operation): [string, Methods] => [
    simulatedOperations[operation].path,
    { POST: { operation } },
  ]),
  ['/terminals', { GET: { operation: 'listTerminals' } }],
  ['/public/202104/payment-link', links(false)],
  ['/v1/public/202104/payment-link', links(false)],
  ['/v1/public/payment-link', links(true)],
  ['/v1/public/payment-link/upload-attachments', { POST: { operation: 'uploadAttachments' } }],
]);

const messagePath = /^\/processed-messages\/([^/]+)$/;

const decoded = (segment: string) => attempt(() => decodeURIComponent(segment)) ?? segment;

/** The route of a method and path, or a 404 or 405 reply. */
export function findRouteOrErrorReply(method: string, path: string): SandboxRouteMatch | Reply {
  const messageId = messagePath.exec(path)?.[1];
  const methods: Methods | undefined =
    messageId === undefined
      ? routes.get(path)
      : { GET: { operation: 'getProcessedMessage', messageId: decoded(messageId) } };
  if (!methods) return errorReply(404, `There is nothing at ${path}.`);
  const allow = Object.keys(methods).join(', ');
  return methods[method] ?? errorReply(405, `${path} takes ${allow}, not ${method}.`, { allow });
}
