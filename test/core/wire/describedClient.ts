import {
  createPollBudget,
  defineService,
  type PaymentsClientOptions,
  type ServiceDescription,
} from '../../../src/exports/core.ts';
import { json, recordingClient } from '../client/recordingClient.ts';

export const sale = { terminalId: 'T1', amount: 1250, receipt: false };
/** A client of a service of that description, which gives every request that answer. */
export const fetching = (
  description: ServiceDescription,
  answer: (request: Request) => unknown = () => ({ data: { msgIdentifier: 'm-1' } }),
  options: Partial<PaymentsClientOptions> = {},
) =>
  recordingClient(
    (request) => {
      const told = answer(request);
      return told instanceof Response ? told : json(told);
    },
    { service: defineService(description), pollBudget: createPollBudget({ limit: 1000 }), ...options },
  );
export const messageOf = (description: ServiceDescription, body: unknown) =>
  fetching(description, () => body).client.getProcessedMessage({ msgIdentifier: 'm-1' });
export const terminalsOf = async (description: ServiceDescription, body: unknown) =>
  fetching(description, () => body).client.listTerminals();
