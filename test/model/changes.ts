import { hasPendingCommand } from '../../src/core/mirror/browserOperationNotes.ts';
import { facts, onePage, sending, shownBy, wholeNote, withFact } from './operations.ts';
import type { Answer, Instance, Page, PaymentState, Place, StoreRow } from './paymentState.ts';
import type { Broken } from './rule.ts';

export function withPage(state: PaymentState, patch: Partial<Page>): PaymentState {
  const page = onePage({ ...state.page, ...patch });
  const shown = shownBy(page);
  if (!page.note || !shown) return { ...state, page };
  const isAccepted = shown.msgIdentifier !== undefined || shown.phase === 'complete';
  const isTaken = page.note.isTaken || page.row !== undefined || isAccepted;
  const isAcknowledged = page.row?.acknowledgedAt !== undefined && !hasPendingCommand(wholeNote(page.note));
  const isOver = page.note.isOver || isAcknowledged;
  return {
    ...state,
    page: onePage({ ...page, note: { ...page.note, phase: shown.phase, isTaken, isOver } }),
  };
}

export const withNote = (state: PaymentState, patch: Partial<NonNullable<Page['note']>>): PaymentState =>
  state.page.note ? withPage(state, { note: { ...state.page.note, ...patch } }) : state;

export function withInstance(state: PaymentState, at: 0 | 1, instance: Instance | null): PaymentState {
  const instances: PaymentState['instances'] = [...state.instances];
  instances[at] = instance;
  return { ...state, instances };
}

export function withCopy(state: PaymentState, copy: 0 | 1, place: Place | null): PaymentState {
  const copies: PaymentState['copies'] = [...state.copies];
  copies[copy] = place;
  return { ...state, copies };
}

/** A row is taken unless a later one is known. */
export function taking(
  state: PaymentState,
  { operation, seq }: { operation: StoreRow['operation']; seq: number },
) {
  const { page } = state;
  if (!operation || (seq < page.seq && !page.isForgotten)) return state;
  if (seq === page.seq && !page.isGone && !page.isForgotten) return state;
  const press = operation.phase === 'sending' ? page.press : undefined;
  return withPage(state, { row: operation, seq, press, isGone: undefined, isForgotten: undefined });
}

/** What the page does with the gateway's word that it did not send the request. */
export function notSent(state: PaymentState): PaymentState {
  const { note, row } = state.page;
  if (row || !note) return state;
  const seen = note.resolution?.charged ? undefined : note.seen;
  return withNote(state, { refused: facts.notSent, seen });
}

/** What the page does with a reading of its press. */
export function learn(
  state: PaymentState,
  told: NonNullable<PaymentState['lateReading']>,
  broken: Broken,
): PaymentState {
  if (told.operation) return taking(state, { operation: told.operation, seq: told.seq });
  if (state.page.row) return state;
  if (state.page.note?.isTaken) return withPage(state, { isGone: true });
  if (state.isStoreYoung && !broken.has('young')) return state;
  if (told.isClosed || broken.has('close')) return notSent(state);
  return withPage(state, { isClosing: true });
}

/** The answer to a copy reaches the page. */
export function answered(state: PaymentState, copy: 0 | 1, answer: Answer | 'store-failed'): PaymentState {
  const { page } = state;
  const left = withCopy(state, copy, null);
  if (copy === 1 || !page.isWaiting) return left;
  const heard = withPage(left, { isWaiting: undefined });
  const { press, row } = heard.page;
  switch (answer) {
    case 'accepted':
    case 'refused':
      return press && !row
        ? withPage(heard, {
            press: withFact({ state: 'sent', operation: press, seq: 0 }, facts[answer]).operation,
          })
        : heard;
    case 'not-sent':
      return notSent(heard);
    case 'unanswered':
      return shownBy(heard.page)?.phase === 'sending' ? withNote(heard, { lost: facts.unanswered }) : heard;
    case 'store-failed':
      return heard;
  }
}

/** Whether the page reads its press: it has no row, no answer, and no request on its way that it still waits for. */
export function mayRead(page: Page): boolean {
  const isSent = page.step === 'sent' || page.step === 'reloaded' || page.note?.lost !== undefined;
  const phase = page.note?.refused ? undefined : shownBy(page)?.phase;
  return (
    isSent && !page.row && !page.isWaiting && !page.isClosing && phase !== undefined && phase !== 'rejected'
  );
}

export const claimed = (at: 0 | 1): StoreRow => ({
  state: 'sent',
  operation: sending,
  seq: 1,
  claimedBy: at,
});
