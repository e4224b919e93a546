import { claimed, mayRead, withCopy, withInstance, withPage } from './changes.ts';
import { sending } from './operations.ts';
import type { PaymentState } from './paymentState.ts';
import { both, nothing, only, type Rule } from './rule.ts';

/** What the service, the customer, the network and the machines do. */
export const worldRules: readonly Rule[] = [
  {
    name: 'the service gets the request',
    steps: (state) =>
      state.isPosted
        ? (['pending', 'refused'] as const).map((service) => ({
            next: {
              ...state,
              isPosted: undefined,
              received: state.received + 1,
              service: state.service ?? service,
            },
          }))
        : nothing,
  },
  {
    name: 'the customer pays, or does not',
    steps: (state) =>
      state.service === 'pending'
        ? (['approved', 'declined'] as const).map((service) => ({ next: { ...state, service } }))
        : nothing,
  },
  {
    name: 'a late commit is made',
    steps: (state) => {
      const { lateCommit: at, ...rest } = state;
      return at === undefined ? nothing : only(state.row ? rest : { ...rest, row: claimed(at) });
    },
  },
  {
    name: 'a proxy repeats the request',
    fault: 'repeated',
    steps: (state) =>
      state.copies[0] === 'net' && !state.copies[1] ? only(withCopy(state, 1, 'net')) : nothing,
  },
  {
    name: 'the request is lost',
    fault: 'lost',
    steps: (state) =>
      state.copies[0] === 'net'
        ? only(withPage(withCopy(state, 0, null), { isWaiting: undefined }))
        : nothing,
  },
  {
    name: 'the answer to the page is lost',
    fault: 'lost',
    steps: (state) =>
      typeof state.copies[0] === 'number'
        ? only(withPage(withCopy(state, 0, null), { isWaiting: undefined }))
        : nothing,
  },
  {
    name: 'the page’s time is over before the request arrives',
    fault: 'late',
    steps: (state) =>
      state.copies[0] === 'net' && state.page.isWaiting
        ? only(withPage(state, { isWaiting: undefined }))
        : nothing,
  },
  {
    name: 'the request to the service is lost',
    fault: 'lost',
    steps: (state) =>
      state.isPosted
        ? both.flatMap((at) =>
            state.instances[at]?.step === 'asking'
              ? only({
                  ...withInstance(state, at, { step: 'answered', answer: 'unanswered' }),
                  isPosted: undefined,
                })
              : nothing,
          )
        : nothing,
  },
  {
    name: 'the service answers too late',
    fault: 'late',
    steps: (state) =>
      both.flatMap((at) =>
        state.instances[at]?.step === 'asking'
          ? only(withInstance(state, at, { step: 'answered', answer: 'unanswered' }))
          : nothing,
      ),
  },
  {
    name: 'the answer to the close command is lost',
    fault: 'lost',
    steps: (state) => {
      const { page, row } = state;
      if (!page.isClosing) return nothing;
      const heard = withPage(state, { isClosing: undefined });
      return row
        ? only(heard)
        : both.map((at) => ({
            next: {
              ...(state.instances[at] ? heard : withInstance(heard, at, { step: 'closed' })),
              row: { state: 'closed', seq: 0 },
            },
          }));
    },
  },
  {
    name: 'a reading of the page is late',
    fault: 'late',
    steps: (state) => {
      const { page, row } = state;
      if (!mayRead(page) || state.lateReading) return nothing;
      if (row?.state === 'sent')
        return only({ ...state, lateReading: { operation: row.operation ?? sending, seq: row.seq } });
      return state.isStoreYoung
        ? nothing
        : only({ ...state, lateReading: { seq: 0, isClosed: row !== undefined } });
    },
  },
  {
    // A restore takes longer than a copy of a request may be on its way.
    name: 'the store is restored from a backup without the payment',
    fault: 'restored',
    steps: (state) => {
      const isMoving = state.lateCommit !== undefined || state.copies.includes('net');
      return state.row && !isMoving
        ? only({
            ...withPage(state, { isForgotten: state.page.row && true }),
            row: undefined,
            said: undefined,
            isStoreYoung: true,
          })
        : nothing;
    },
  },
];

/** An instance is killed, and started again: what it knew of a payment is gone. */
export function killed(state: PaymentState, at: 0 | 1): PaymentState {
  const isOwnHere = state.copies[0] === at;
  const copies = state.copies.map((place) => (place === at ? null : place)) as PaymentState['copies'];
  const { row } = state;
  const after = {
    ...withInstance(state, at, null),
    copies,
    row: row?.claimedBy === at ? { ...row, claimedBy: undefined } : row,
  };
  return isOwnHere ? withPage(after, { isWaiting: undefined }) : after;
}
