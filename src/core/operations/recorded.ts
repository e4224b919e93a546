import type { OperationState, PaymentsError } from '../errors.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { PageField } from './operationFields.ts';
import type { PaymentsEventDetail, Phase, TerminalOperation } from './terminalOperation.ts';
import type { AllowedOperation } from './allowedOperations.ts';
import type { Transaction } from './transactions.ts';

/** An operation as a gateway's record has it. */
export interface RecordedOperation extends Omit<TerminalOperation, PageField> {
  /** Counts its changes, from 1 on: of two states the one with the greater `seq` is the later one. 0 where there is no gateway. */
  seq: number;
  /** Who took it, in the host's words. */
  actor?: string | undefined;
  /** It belongs to the till, or shop, of whoever asks. */
  isOwn: boolean;
}

/** Something that happened to an operation. Times are epoch ms. */
export type TimelineEntry = { at: number; actor?: string | undefined } & (
  | PaymentsEventDetail
  /** Somebody took note of its ending. */
  | { type: 'acknowledged' }
);

/** A finished sale or pre-authorization with what followed, as a gateway's record has it. */
export interface RecordedTransaction extends Transaction {
  currency?: string | undefined;
  createdAt: number;
  orderNumber?: string | undefined;
  /** How much may be given back at most; of a hold, how much may be captured. Nothing is left of what was voided. */
  leftCents: number;
  /** A pre-authorization that was neither captured nor voided. */
  isHeld: boolean;
  allowed: readonly AllowedOperation[];
  /** The sale or pre-authorization, then what followed, whoever did it. */
  operations: readonly RecordedOperation[];
}

/** What operations of one kind, currency, terminal and phase come to. */
export interface ReportRow {
  currency?: string | undefined;
  terminalId: string;
  kind: MoneyOperation;
  phase: Phase;
  count: number;
  /** What was asked for. */
  amountCents: number;
  /** What was moved: nothing as long as nobody knows. Of a void, what was left of the sale or the capture that it undid. */
  movedCents: number;
}

/**
 * What was begun within a time. The money of each currency is the `movedCents` of `pay` and `capture`, less those of `refund` and
 * `void`; a `preAuth` holds money and moves none. An operation counts on the day it was begun, however late its result is known: so
 * the days of a report do not change but for their unknown ones, each of which is named.
 */
export interface RecordedReport {
  rows: readonly ReportRow[];
  /** Open, or not known yet: what the rows may still come to. */
  unknown: readonly RecordedOperation[];
  /** Pre-authorizations that still hold money. */
  holds: readonly RecordedTransaction[];
}

/** What a gateway knows of an operation id, and of its operation what happened to it, oldest first. */
export interface OperationHistory {
  state: OperationState;
  /** For how long the gateway has forgotten nothing (ms): what is older may have been sent though it was not seen. */
  knownForMs: number;
  /** It was not sent and never will be, as far as `knownForMs` goes. */
  isClosed: boolean;
  /** The gateway's time (epoch ms). */
  now?: number | undefined;
  /** Why a lock or guard kept it back, where one did. */
  error?: PaymentsError | undefined;
  /** Undefined for an id that was not sent, and for an operation that the caller may not see. */
  operation?: RecordedOperation | undefined;
  timeline: readonly TimelineEntry[];
}

/** Which state of an operation a person looked at: its `seq`. */
export interface ReviewedState {
  seq?: number | undefined;
}

/** A page of a list, the newest first. */
export interface RecordPage<Item> {
  items: Item[];
  /** Where the next page begins; nothing on the last one. */
  cursor?: string | undefined;
}

/** A time in which operations were begun (epoch ms; `to` is not in it any more), and where. */
export interface RecordPeriod {
  from?: number | undefined;
  to?: number | undefined;
  terminalId?: string | readonly string[] | undefined;
}

export interface TransactionQuery extends RecordPeriod {
  orderNumber?: string | undefined;
  pnRefNum?: string | undefined;
  /** Goes on where another page ended. */
  cursor?: string | undefined;
  /** Items a page; default 50. */
  limit?: number | undefined;
}

export interface OperationQuery extends TransactionQuery {
  kind?: MoneyOperation | readonly MoneyOperation[] | undefined;
  phase?: Phase | readonly Phase[] | undefined;
  /** Cents: what was asked for, or was moved. */
  amount?: number | undefined;
  /** Those that hold their terminal. */
  open?: boolean | undefined;
  /** Endings that nobody of the till took note of. */
  unseen?: boolean | undefined;
}

export interface ReportQuery extends RecordPeriod {
  from: number;
  to: number;
}

export interface TransactionReference {
  pnRefNum: string;
  /** Whose reference it is, where the service has several providers. */
  provider?: string | undefined;
}
