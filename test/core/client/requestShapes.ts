import { createPollBudget, type OperationName, type PaymentsClient } from '../../../src/exports/core.ts';
import { json, recordingClient } from './recordingClient.ts';

const customValues = [{ key: 'table', value: '7', label: 'Table', valueLabel: 'seven' }];
const transaction = {
  terminalId: 'T1',
  amount: 1250,
  receipt: true,
  clientId: 'till-1',
  orderNumber: 'A-7',
  email: 'a@shop.test',
  phone: '+1 555',
  customValues,
  provider: 'beta',
};
const reference = { terminalId: 'T1', pnRefNum: 'pn-3', clientId: 'till-1', provider: 'beta' };
const closing = { terminalId: 'T1', clientId: 'till-1', provider: 'beta' };

/** What each operation takes, with every field it has. */
export const wholeRequests = {
  pay: transaction,
  preAuth: transaction,
  capture: { ...reference, amount: 5 },
  void: reference,
  refund: { ...reference, amount: 5 },
  closeBatch: closing,
  listTerminals: { page: 2, limit: 10, clientId: 'till-1', timezone: 'Europe/Paris' },
  getProcessedMessage: { msgIdentifier: 'msg-7', provider: 'beta' },
  listPaymentLinks: { page: 2, limit: 10 },
  createPaymentLink: {
    amount: 100,
    taxes: ['vat'],
    showBilling: true,
    showShipping: false,
    customValues,
    attachments: [{ path: '/f/a.pdf' }],
    applyDiscount: true,
    clientId: 'till-1',
  },
  uploadAttachments: { files: [new File(['a'], 'a.txt')] },
} satisfies { [Name in OperationName]: Parameters<PaymentsClient[Name]>[0] };

export const operations = Object.keys(wholeRequests) as OperationName[];

/** What became of a request that need not be one: the error it was refused with, or nothing, and what was sent. */
export async function sendAnything(name: OperationName, input: unknown) {
  const { client, sent } = recordingClient(() => json(answers[name] ?? { msgIdentifier: 'msg-7' }), {
    clientId: undefined,
    pollBudget: createPollBudget({ limit: 1000, burst: 1000 }),
  });
  const call = client[name] as (input: unknown) => Promise<unknown>;
  const error = await call(input).then(
    () => undefined,
    (reason: unknown) => reason as Error & { code?: string; field?: string },
  );
  return { error, sent };
}

const answers: Partial<Record<OperationName, unknown>> = {
  listTerminals: { items: [] },
  listPaymentLinks: { items: [] },
  createPaymentLink: {},
  uploadAttachments: { files: [{ path: '/f/a.txt' }] },
  getProcessedMessage: { status: 'received' },
};
