import { sleep } from '../core/time.ts';
import { authorizeUnlessApprovalNeeded } from './authorize.ts';
import { createEventStreams } from './createEventStreams.ts';
import { createServicePoller } from './createServicePoller.ts';
import { createRecordedOperationEndpoints } from './createRecordedOperationEndpoints.ts';
import { createClosingEndpoints } from './createClosingEndpoints.ts';
import { createOrderEndpoints } from './createOrderEndpoints.ts';
import { createOutbox, type UndeliveredEvent } from './createOutbox.ts';
import { createPollHandler } from './createPollHandler.ts';
import { createPostHandler } from './createPostHandler.ts';
import { createRecordHandler } from './createRecordHandler.ts';
import { createRecordReaderForCallers } from './createRecordReaderForCallers.ts';
import { createRequestHandler } from './createRequestHandler.ts';
import { createOperationSender } from './createOperationSender.ts';
import { mayHaveReceivers } from './eventOptions.ts';
import { createGatewayContext, reportStoreFailure } from './gatewayContext.ts';
import type { GatewayOptions } from './gatewayOptions.ts';
import { isRecordOperationName, type RouteMatch } from './gatewayRoutes.ts';
import { forwardWithoutClaim, listParametersWithinPageSizes } from './prepareServiceCallSender.ts';

export interface Gateway {
  /** Answers a request of a page. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Starts the work that runs until `stop`: follows every payment to its ending, delivers events, deletes expired rows. */
  readonly start: () => void;
  /** Ends what `start` began, and all streams. Resolves when payments and polls in flight have their answers. */
  readonly stop: () => Promise<void>;
  /**
   * Does the work of `start` for `forMs`, for platforms that run code on a schedule. Overlapping calls share the work.
   */
  readonly work: (options: { forMs: number }) => Promise<void>;
  /** A merchant's events whose delivery was given up after three days of failures: the 200 oldest. */
  readonly undelivered: (account?: string) => Promise<UndeliveredEvent[]>;
  /** Queues all given-up deliveries of a merchant again. Returns their number. */
  readonly redeliver: (account?: string) => Promise<number>;
}

/**
 * A proxy on the merchant's own server. It holds the secret headers, sends every payment to the service at most once,
 * follows each to its ending, and keeps the record that pages query and subscribe to. Throws `configuration`, naming
 * the option.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const context = createGatewayContext(options);
  const { record, store, keepEventsMs, report, measure } = context;
  const { clock } = context.service;
  const sender = createOperationSender(context);
  const poller = createServicePoller(context);
  const endpoints = createRecordedOperationEndpoints(context, sender);
  const recordReader = createRecordReaderForCallers({ store, mayHaveReceivers: mayHaveReceivers(options) });
  const { onEvent, onOrderPaid, webhooks, sendWebhook } = options;
  const outbox = createOutbox({ store, clock, onEvent, onOrderPaid, webhooks, sendWebhook, report });
  const streams = createEventStreams({
    store,
    clock,
    keepEventsMs,
    onCount: (count, account) => measure('streams', count, account),
    // A page with a stream does not poll, so payments are followed even without `start`.
    onOpen: () => poller.start(),
    onClose: () => void poller.stop(),
    onFailure: (cause) => reportStoreFailure(context, cause, { operation: 'streamOperations' }),
  });
  record.onEventsWritten((account) => {
    streams.nudge(account);
    outbox.nudge(account);
  });
  const answerPoll = createPollHandler(context, poller, sender);
  const answerPost = createPostHandler(context, { sender, poller, recordReader });
  let [starts, isStopped] = [0, false];
  const answerOfRecord = createRecordHandler(context, {
    endpoints,
    orders: createOrderEndpoints(context),
    closings: createClosingEndpoints(context),
    recordReader,
    poller,
    streams,
    isStopped: () => isStopped,
  });

  const answer = async (request: Request, match: RouteMatch): Promise<Response> => {
    const { operation, provider, currency, id = '', isFresh } = match;
    if (isRecordOperationName(operation)) return answerOfRecord(request, operation, match);
    switch (operation) {
      case 'getProcessedMessage': {
        const caller = await authorizeUnlessApprovalNeeded(context, request, operation, {
          msgIdentifier: id,
        });
        return answerPoll(caller, { id, provider, currency, isFresh });
      }
      case 'listTerminals':
      case 'listPaymentLinks': {
        const query = listParametersWithinPageSizes(request, context.service.service.pages);
        const { account } = await authorizeUnlessApprovalNeeded(context, request, operation, { query });
        const { signal } = request;
        return forwardWithoutClaim(context, { operation, provider, account, query, currency, signal });
      }
      default:
        return answerPost(request, { ...match, operation });
    }
  };

  const start = () => {
    poller.start();
    outbox.start();
  };
  const halt = async () => {
    await Promise.all([poller.stop(), outbox.stop()]);
  };

  return {
    undelivered: (account = '') => outbox.undelivered(account),
    redeliver: (account = '') => outbox.redeliver(account),
    start() {
      starts += 1;
      isStopped = false;
      start();
    },
    async stop() {
      starts = Math.max(0, starts - 1);
      // Once `stop` was called as often as `start`, no stream is opened. A stopping server still serves open
      // connections, and a page that opened its stream again would keep the server from ending.
      isStopped = starts === 0;
      streams.stop();
      await Promise.all([halt(), sender.idle()]);
    },
    async work({ forMs }) {
      start();
      await sleep(clock, forMs);
      await halt();
    },
    fetch: createRequestHandler(context, sender, answer),
  };
}
