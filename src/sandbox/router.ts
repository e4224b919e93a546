import type { OperationName } from './operations.ts';
import { refused, type Reply } from './replies.ts';

export interface Route {
  operation: OperationName;
  /** Payment links of the deprecated version answer differently. */
  isV1?: boolean | undefined;
  messageId?: string | undefined;
}

type Methods = Partial<Record<string, Route>>;

const links = (isV1: boolean): Methods => ({
  GET: { operation: 'listPaymentLinks', isV1 },
  POST: { operation: 'createPaymentLink', isV1 },
});

// contract: "Terminal operations" and "Payment links"; the third address of links is the deployment variant.
const routes = new Map<string, Methods>([
  ['/pay', { POST: { operation: 'pay' } }],
  ['/pre-auth', { POST: { operation: 'preAuth' } }],
  ['/capture', { POST: { operation: 'capture' } }],
  ['/void', { POST: { operation: 'void' } }],
  ['/refund', { POST: { operation: 'refund' } }],
  ['/close-batch', { POST: { operation: 'closeBatch' } }],
  ['/terminals', { GET: { operation: 'listTerminals' } }],
  ['/public/202104/payment-link', links(false)],
  ['/v1/public/202104/payment-link', links(false)],
  ['/v1/public/payment-link', links(true)],
  ['/v1/public/payment-link/upload-attachments', { POST: { operation: 'uploadAttachments' } }],
]);

const messagePath = /^\/processed-messages\/([^/]+)$/;

/** The operation at an address, or the 404 or 405 that there is none. */
export function findRoute(method: string, path: string): Route | Reply {
  const messageId = messagePath.exec(path)?.[1];
  const methods: Methods | undefined =
    messageId === undefined
      ? routes.get(path)
      : { GET: { operation: 'getProcessedMessage', messageId: decodeSegment(messageId) } };
  if (!methods) return refused(404, `There is nothing at ${path}.`);
  const allow = Object.keys(methods).join(', ');
  return methods[method] ?? refused(405, `${path} takes ${allow}, not ${method}.`, { allow });
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
