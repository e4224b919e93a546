import type { AllowedOperation } from '../core/operations/allowedOperations.ts';
import type { RecordedTransaction } from '../core/operations/recorded.ts';
import { readPermission } from './authorize.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';

/** A transaction with what this caller may do: the host is asked for each follow-up that the record allows. */
export async function permittedTransaction(
  context: GatewayContext,
  request: Request,
  transaction: RecordedTransaction,
): Promise<RecordedTransaction> {
  const { pnRefNum, terminalId } = transaction;

  /** The reason why another person must approve a follow-up; null if the caller may not do it at all. */
  const previewOf = async (operation: AllowedOperation['operation'], amount?: number) => {
    const body = { terminalId, pnRefNum, ...(amount !== undefined && { amount }) };
    const call = { body, isPreview: true, transaction: async () => transaction };
    try {
      return (await readPermission(context, request, operation, call)).needsApproval;
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
    // The host may forbid large amounts only, so the smallest decides whether the caller may do it at all.
    const isForSome = whole !== null || (maxCents !== undefined && (await previewOf(operation, 1)) !== null);
    if (!isForSome) return { operation, allowed: false, reason: 'role' };
    return { ...possible, needsApproval: whole ?? undefined };
  };

  return { ...transaction, allowed: await Promise.all(transaction.allowed.map(permitted)) };
}
