import { isOpen } from '../../src/core/operations/terminalOperation.ts';
import { shownBy } from './operations.ts';
import type { PaymentState } from './paymentState.ts';

/** The promise that a state breaks; undefined if it keeps all of them. */
export function brokenPromise(state: PaymentState): string | undefined {
  const { page, row, service, received, said } = state;
  if (state.broken) return state.broken;
  if (received > 1) return 'the service got a request twice';
  const isCharged = service === 'approved';
  const shown = shownBy(page);
  const isDoubted = shown?.anomalies.length !== 0;
  if (isCharged && !isDoubted && (shown?.phase === 'failed' || shown?.phase === 'rejected'))
    return `the page says ${shown.phase}, and the card was charged`;
  if (!isCharged && shown?.phase === 'complete') return 'the page says complete, and nothing was charged';
  const isUnsent = shown?.phase === 'rejected' && shown.error?.operationState !== 'refused';
  if (isUnsent && received > 0) return 'the page says that nothing was sent, and the service got it';
  const operation = row?.operation;
  if (
    isCharged &&
    operation?.anomalies.length === 0 &&
    (operation.phase === 'failed' || operation.phase === 'rejected')
  )
    return `the record says ${operation.phase}, and the card was charged`;
  if (!isCharged && operation?.phase === 'complete')
    return 'the record says complete, and nothing was charged';
  if (said && operation && !operation.resolution && !operation.anomalies.includes('contradicts-operator')) {
    const proven =
      operation.phase === 'complete'
        ? true
        : operation.phase === 'failed' || operation.phase === 'rejected'
          ? false
          : undefined;
    if (proven !== said.charged) return 'the record lost what a person said';
  }
  return undefined;
}

/** Two payments at once at one terminal, although no person has said that the first one is over. */
export function isTerminalShared(one: PaymentState, other: PaymentState): boolean {
  return one.service === 'pending' && other.service === 'pending' && !isResolved(one) && !isResolved(other);
}
const isResolved = ({ said, isStoreYoung, row, received }: PaymentState) =>
  said !== undefined || isStoreYoung || (received > 0 && !row);

/** Whether the payment holds the terminal in the record. */
export const holdsTerminal = ({ row }: PaymentState) =>
  row?.state === 'sent' && row.operation !== undefined && isOpen(row.operation);

/** Why a payment to which nothing more happens has not ended; undefined if it has. */
export function unended({ page, row, copies, instances, isPosted }: PaymentState): string | undefined {
  if (page.step === 'idle') return 'nothing was pressed';
  if (copies.some((place) => place !== null && place !== undefined) || isPosted)
    return 'a message is on its way for ever';
  if (instances.some((instance) => instance && instance.step !== 'done' && instance.step !== 'closed'))
    return 'an instance waits for ever';
  const shown = shownBy(page);
  if (!shown) return page.note?.isOver || page.note?.isTaken ? undefined : 'the page forgot its press';
  if (shown.phase === 'sending' || shown.phase === 'waiting') return `the page shows ${shown.phase} for ever`;
  if (row?.operation && row.operation.phase !== shown.phase)
    return `the page shows ${shown.phase}, and the record ${row.operation.phase}`;
  return undefined;
}
