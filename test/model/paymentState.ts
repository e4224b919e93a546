import type { BrowserOperationNote } from '../../src/core/mirror/browserOperationNotes.ts';
import type { TerminalOperation } from '../../src/core/operations/terminalOperation.ts';

/** Where a copy of the request is: on its way, or at one of the two gateway instances. */
export type Place = 'net' | 0 | 1;

/**
 * What one instance knows of the operation id. `answered`: the service has answered (or its time is over), and that is
 * not recorded yet; `unrecorded`: the store refused it once; `done`: it is recorded. `withdrawing`: the store failed while
 * the id was claimed.
 */
export interface Instance {
  step: 'claimed' | 'asking' | 'answered' | 'unrecorded' | 'done' | 'withdrawing' | 'closed';
  answer?: Answer;
}

/** `own`: the gateway's word that the service gave no answer. */
export type Answer = 'accepted' | 'refused' | 'unanswered' | 'not-sent';

export interface StoreRow {
  state: 'sent' | 'closed';
  /** Undefined if the id was closed. */
  operation?: TerminalOperation | undefined;
  seq: number;
  /** The instance that claimed the id, while that process lives. */
  claimedBy?: 0 | 1 | undefined;
  answer?: Answer | undefined;
}

/** A page as `mirrorRows` and `browserOperationNotes` keep it. */
export interface Page {
  /** `noted`: the press is noted and not sent yet. `reloaded`: the page that sent it is gone. */
  step: 'idle' | 'noted' | 'sent' | 'reloaded';
  /** The request has no answer yet. */
  isWaiting?: boolean | undefined;
  /** The close command is on its way. */
  isClosing?: boolean | undefined;
  press?: TerminalOperation | undefined;
  row?: TerminalOperation | undefined;
  seq: number;
  note?:
    Omit<BrowserOperationNote, 'id' | 'kind' | 'terminalId' | 'amountCents' | 'at' | 'flowKey'> | undefined;
  /** The gateway no longer knows the row. */
  isGone?: boolean | undefined;
  /** The gateway has forgotten the row since the page heard of it. */
  isForgotten?: boolean | undefined;
  /** The ending that the person had before them when they acknowledged it. */
  sawEnding?: string | undefined;
}

/** All that concerns one payment: its page, its request, both instances, the store's row, and the service. */
export interface PaymentState {
  page: Page;
  /** The page's copy of the request, and the proxy's. */
  copies: [own?: Place | null, repeated?: Place | null];
  instances: [Instance | null, Instance | null];
  row?: StoreRow | undefined;
  /** A commit that the database has not made yet, although it told the instance that it failed. */
  lateCommit?: 0 | 1 | undefined;
  /** The request on its way to the service. */
  isPosted?: boolean | undefined;
  /** How often the service got the request. */
  received: number;
  service?: 'pending' | 'approved' | 'declined' | 'refused' | undefined;
  /** An answer to a reading of the page that is still on its way. */
  lateReading?: { operation?: TerminalOperation; seq: number; isClosed?: boolean } | undefined;
  /** The resolution that the gateway took. */
  said?: { charged: boolean } | undefined;
  /** The store was restored from a backup that is older than the request. */
  isStoreYoung?: boolean | undefined;
  /** A promise that was broken on the way here. */
  broken?: string | undefined;
}

export const idle: PaymentState = {
  page: { step: 'idle', seq: 0 },
  copies: [],
  instances: [null, null],
  received: 0,
};
