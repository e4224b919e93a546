import { defineService } from 'tillkit/core';

/** The provider is in the path, two headers carry credentials, and links count in the main unit. */
// prettier-ignore
export const meridian = defineService({
  terminalPathPrefix: '/api/v2',
  providers: ['clearwave', 'tidepay'],
  credentials: ['authorization', 'key-hash'],
  routes: {
    pay: { path: '/{provider}/sale' },
    preAuth: { path: '/{provider}/preauth' },
    capture: { path: '/{provider}/capture' },
    void: { path: '/{provider}/void' },
    refund: { path: '/{provider}/refund' },
    closeBatch: { path: '/{provider}/batch-close' },
    getProcessedMessage: { path: '/{provider}/processed-messages/{messageId}' },
    listPaymentLinks: { path: '/v1/public/202104/payment-link' },
    createPaymentLink: { path: '/v1/public/202104/payment-link' },
  },
  pages: { most: 50 },
  paymentLinks: { version: '202104', amountUnit: 'major', sendsClientId: true },
  payload: { createPaymentLink: '', uploadAttachments: '' },
  statuses: { RECEIVED: 'received', IN_PROGRESS: 'processing', COMPLETE: 'complete', DECLINED: 'failed', TIMED_OUT: 'timeout' },
  fields: {
    terminal: { id: '_id', name: 'nickname', serialNumber: 'serial', provider: 'type', status: 'state', lastSeenAt: 'lastSeen' },
    message: { message: 'responseText' },
    paymentLink: { id: 'paymentRequestId' },
  },
  // Its refusals are sentences: `customValues.1.key is not set up`.
  read: { error: (body, own) => ({ ...own(body), errors: [body['message']].flat().flatMap(refusedIn) }) },
  speak: { error: ({ message, errors }) => ({ message: [errors ?? message].flat().map(sentenceOf) }) },
});

function refusedIn(sentence: unknown) {
  const [, field, message] = /^([\w.]+) ((?:is|must|should) .+)$/.exec(String(sentence)) ?? [];
  return field ? [{ field, message }] : [];
}

const sentenceOf = (refused: unknown) =>
  typeof refused === 'object' ? Object.values({ field: '', message: '', ...refused }).join(' ') : refused;
