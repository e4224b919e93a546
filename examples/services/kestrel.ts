import { defineService } from 'tillkit/core';

/** Nearly every field has another name, answers are inside `result`, and the service remembers request ids. */
// prettier-ignore
export const kestrel = defineService({
  credentials: ['x-api-key'],
  operationIdHeader: 'x-request-id',
  routes: {
    pay: { path: '/terminal-transactions/sale' },
    preAuth: { path: '/terminal-transactions/authorisation' },
    capture: { path: '/terminal-transactions/capture' },
    void: { path: '/terminal-transactions/void', method: 'PUT' },
    refund: { path: '/terminal-transactions/refund' },
    closeBatch: { path: '/devices/settlement' },
    listTerminals: { path: '/devices' },
    getProcessedMessage: { path: '/messages/{messageId}/result' },
    listPaymentLinks: { path: '/payment-links' },
    createPaymentLink: { path: '/payment-links' },
    uploadAttachments: { path: '/payment-links/files' },
  },
  pages: { limit: 10, most: 10 },
  paymentLinks: { amountUnit: 'minor' },
  payload: 'result',
  refusals: [400, 401, 402, 403, 405, 409, 413, 415, 422, 429],
  statuses: { Waiting: 'received', Running: 'processing', Approved: 'complete', Refused: 'failed', Expired: 'timeout' },
  fields: {
    terminal: { id: 'deviceId', name: 'title', serialNumber: 'serialNo', model: 'hardware', provider: 'acquirer', status: 'condition' },
    accepted: { msgIdentifier: 'messageId', pnRefNum: 'reference' },
    message: { msgIdentifier: 'messageId', status: 'state', pnRefNum: 'reference', amount: 'approvedTotal', tip: 'gratuity', message: 'text' },
    paymentLink: { id: 'link_id', paymentLink: 'url', status: 'state', amount: 'total', totalAmount: 'grandTotal', paidAmount: 'paidTotal', createdAt: 'created', customValues: 'metadata' },
    page: { items: 'rows', total: 'paging.count', page: 'paging.number', limit: 'paging.size' },
    error: { message: 'problem.text', errors: 'problem.fields' },
    refusedField: { field: 'name', message: 'text' },
    request: { terminalId: 'deviceId', amount: 'total', receipt: 'sendReceipt', clientId: 'channel', orderNumber: 'reference', email: 'contact.email', phone: 'contact.phone', customValues: 'metadata', pnRefNum: 'originalReference' },
    linkRequest: { amount: 'total', taxes: 'tax', showBilling: 'askBilling', showShipping: 'askShipping', customValues: 'metadata', attachments: 'files', applyDiscount: 'cardDiscount' },
    customValue: { key: 'name', label: 'title', value: 'text', valueLabel: 'textLabel' },
    query: { page: 'pageNumber', limit: 'pageSize', clientId: 'channel' },
  },
});
