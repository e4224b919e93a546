import type { AllowedOperation } from '../core/operations/allowedOperations.ts';
import { checkResolution } from '../core/operations/operationDraft.ts';
import type { RecordedTransaction } from '../core/operations/recorded.ts';
import { isOpen } from '../core/operations/terminalOperation.ts';
import { authorizeUnlessApprovalNeeded, authorizeCaller, noSubject } from './authorize.ts';
import type { ClosingEndpoints } from './createClosingEndpoints.ts';
import type { EventStreams } from './createEventStreams.ts';
import type { ServicePoller } from './createServicePoller.ts';
import type { RecordedOperationEndpoints } from './createRecordedOperationEndpoints.ts';
import type { OrderEndpoints } from './createOrderEndpoints.ts';
import type { RecordReaderForCallers } from './createRecordReaderForCallers.ts';
import { type GatewayContext, reportStoreFailure } from './gatewayContext.ts';
import type { GatewayCall, RecordOperationName } from './gatewayOptions.ts';
import { GatewayRefusal, invalidParameterRefusal } from './GatewayRefusal.ts';
import type { RouteMatch } from './gatewayRoutes.ts';
import { findOperationRow } from './record.ts';
import { csvReply, jsonReply } from './replies.ts';
import { readJsonBody, refuseOnPaymentsError } from './requestBody.ts';
import { toRecordedOperation } from './visibility.ts';

interface RecordHandlerParts {
  endpoints: RecordedOperationEndpoints;
  orders: OrderEndpoints;
  closings: ClosingEndpoints;
  recordReader: RecordReaderForCallers;
  poller: ServicePoller;
  streams: EventStreams;
  isStopped: () => boolean;
}

export function createRecordHandler(context: GatewayContext, parts: RecordHandlerParts) {
  const { endpoints, orders, closings, recordReader, poller, streams } = parts;

  return async (
    request: Request,
    operation: RecordOperationName,
    { provider = '', id = '' }: RouteMatch,
  ): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const call = { query: queryParametersOf(query) };
    const callerOf = (about: GatewayCall) =>
      authorizeUnlessApprovalNeeded(context, request, operation, about);
    switch (operation) {
      case 'askOperation': {
        const caller = await callerOf({ operationId: id });
        const status = await endpoints.askOperation(id, caller);
        const known = await recordReader.getOperation(caller, id);
        // If no poller runs and the operation is open, the gateway makes one poll now: it may bring a result.
        const isPolled = poller.isRunning() || !known || !isOpen(known.operation);
        const asked = isPolled ? undefined : await poller.askOne(caller.account).catch(() => undefined);
        if (!asked) return jsonReply({ ...status, ...known });
        return jsonReply({ ...status, ...(await recordReader.getOperation(caller, id)) });
      }
      case 'closeOperation': {
        const caller = await callerOf({ operationId: id });
        const status = await endpoints.closeOperation(id, caller);
        return jsonReply({ ...status, ...(await recordReader.getOperation(caller, id)) });
      }
      case 'resolveOperation':
      case 'acknowledgeOperation': {
        const body = await readJsonBody(context, request);
        const { seq: said, ...rest } = body;
        const seq = readSeq(said);
        const resolution =
          operation === 'resolveOperation' ? refuseOnPaymentsError(() => checkResolution(rest)) : undefined;
        const caller = await callerOf({ operationId: id, body, operation: operationReader(context, id) });
        const status = resolution
          ? await endpoints.resolveOperation(id, caller, { ...resolution, seq })
          : await endpoints.acknowledgeOperation(id, caller, { seq });
        return jsonReply({ ...status, ...(await recordReader.getOperation(caller, id)) });
      }
      case 'listOperations':
      case 'listTransactions':
        return jsonReply(await recordReader[operation](await callerOf(call), query));
      case 'getReport':
        return jsonReply(await recordReader.getReport(await callerOf(call), query, request.signal));
      case 'exportOperations': {
        const caller = await callerOf(call);
        const onFailure = (cause: unknown) => reportStoreFailure(context, cause, { operation });
        return csvReply(await recordReader.exportOperations(caller, query, onFailure));
      }
      case 'getTransaction': {
        const caller = await callerOf({ query: { provider, pnRefNum: id } });
        const found = await recordReader.getTransaction(caller, provider, id);
        if (!found) throw new GatewayRefusal(404, 'not-found', 'The record holds no such transaction.');
        return jsonReply(await permittedTransaction(context, request, found));
      }
      case 'listClosings':
        return closings.listClosings(await callerOf(call), query);
      case 'getClosing': {
        const caller = await callerOf({ query: { terminalId: provider, number: id } });
        return closings.getClosing(caller, provider, Number(id));
      }
      case 'closeDay':
        return closings.closeDay(request);
      case 'getOrder':
        return orders.getOrder(request, id, query);
      case 'recordLeg':
        return orders.recordLeg(request, id);
      case 'health':
        return jsonReply(await recordReader.health(await callerOf({}).catch(() => undefined)));
      case 'streamOperations': {
        const caller = await callerOf({});
        if (parts.isStopped())
          throw new GatewayRefusal(
            503,
            'busy',
            'This instance is stopping. Connect again to reach another one.',
          );
        return streams.open(request.headers.get('last-event-id'), caller, request.signal);
      }
    }
  };
}

/** Returns a function with which `authorize` reads an operation. */
function operationReader({ record }: GatewayContext, id: string): GatewayCall['operation'] {
  return async (account = '') => {
    const row = await record.read(account, (tx) => findOperationRow(tx, account, id));
    if (!row?.operation) return undefined;
    const { isOwn: _, ...operation } = toRecordedOperation(
      { ...row, operation: row.operation },
      unknownCaller,
    );
    return operation;
  };
}

const unknownCaller = { account: '', subject: noSubject, actor: undefined, sees: 'own' } as const;

/** All query parameters, so that `authorize` sees everything that is asked. */
function queryParametersOf(query: URLSearchParams): Record<string, string | string[]> {
  const entries = [...new Set(query.keys())].map((name) => {
    const [value = '', ...others] = query.getAll(name);
    return [name, others.length === 0 ? value : [value, ...others]];
  });
  return Object.fromEntries(entries) as Record<string, string | string[]>;
}

function readSeq(seq: unknown): number | undefined {
  if (seq === undefined || (Number.isSafeInteger(seq) && Number(seq) >= 0)) return seq as number | undefined;
  throw invalidParameterRefusal(
    'seq',
    'must be a whole number from 0 on, as the operation had it when it was looked at.',
  );
}

/** A transaction with what this caller may do: `authorize` is asked about each follow-up that the record allows. */
async function permittedTransaction(
  context: GatewayContext,
  request: Request,
  transaction: RecordedTransaction,
): Promise<RecordedTransaction> {
  const { pnRefNum, terminalId } = transaction;

  /**
   * Asks `authorize` about a follow-up. Returns why another person must approve it; undefined if none has to; null if
   * the caller may not do it at all.
   */
  const previewOf = async (operation: AllowedOperation['operation'], amount?: number) => {
    const body = { terminalId, pnRefNum, ...(amount !== undefined && { amount }) };
    const call = { body, isPreview: true, transaction: async () => transaction };
    try {
      return (await authorizeCaller(context, request, operation, call)).needsApproval;
    } catch (error) {
      if (error instanceof GatewayRefusal && error.code === 'not-authorized') return null;
      throw error;
    }
  };

  const permitted = async (possible: AllowedOperation): Promise<AllowedOperation> => {
    const { operation, allowed, maxCents } = possible;
    if (!allowed) return possible;
    const whole = await previewOf(operation, maxCents);
    if (whole === undefined) return possible;
    // The host may forbid large amounts only. So if it forbids the whole amount, it is asked about the smallest.
    const isForSome = whole !== null || (maxCents !== undefined && (await previewOf(operation, 1)) !== null);
    if (!isForSome) return { operation, allowed: false, reason: 'role' };
    return { ...possible, needsApproval: whole ?? undefined };
  };

  return { ...transaction, allowed: await Promise.all(transaction.allowed.map(permitted)) };
}
