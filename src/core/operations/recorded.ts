import type { OperationStateAtGateway, PaymentsError } from '../errors.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { PageOnlyField } from './operationFields.ts';
import type { PaymentsEventDetail, Phase, TerminalOperation } from './terminalOperation.ts';
import type { AllowedOperation } from './allowedOperations.ts';
import type { Transaction } from './transactions.ts';

export interface RecordedOperation extends Omit<TerminalOperation, PageOnlyField> {
  /** The version of the operation, from 1: of two states, the one with the greater `seq` is later. 0 without a gateway. */
  seq: number;
  /** Who started the operation, in the host's words. */
  actor?: string | undefined;
  /** The person who approved the operation, if the host asked for an approval. */
  approvedBy?: string | undefined;
  /** Whether the operation belongs to the caller's till or shop. */
  isOwn: boolean;
}

/** An event of an operation. Times are epoch ms. */
export type TimelineEntry = { at: number; actor?: string | undefined } & (
  | PaymentsEventDetail
  /** A person or the host acknowledged the ending. */
  | { type: 'acknowledged' }
  /** Another person, the `actor` of this entry, approved the operation before it was sent. */
  | { type: 'approved' }
);

/** A completed sale or pre-authorization of a gateway's record, with its follow-ups. */
export interface RecordedTransaction extends Transaction {
  currency?: string | undefined;
  createdAt: number;
  orderNumber?: string | undefined;
  /** The most that can still be returned (cents). For a hold: the most that can be captured. After a void: 0. */
  leftCents: number;
  /** A pre-authorization without capture or void. */
  isHeld: boolean;
  allowed: readonly AllowedOperation[];
  /** The sale or pre-authorization, then its follow-ups by any caller. */
  operations: readonly RecordedOperation[];
}

/** Totals of the operations of one kind, currency, terminal and phase. */
export interface ReportRow {
  currency?: string | undefined;
  terminalId: string;
  kind: MoneyOperation;
  phase: Phase;
  count: number;
  /** How many of the `count` operations moved money; in a `resolved` row, how many a person recorded as charged. */
  movedCount: number;
  /** The requested amount (cents). */
  amountCents: number;
  /** The amount moved (cents): 0 while the outcome is unknown. For a void: what was left of the sale or capture. */
  movedCents: number;
  /** The part of `movedCents` that is tips. */
  tipCents: number;
}

/** The sum of all legs with one name, such as `cash`: paid without a terminal. */
export interface ReportLeg {
  name: string;
  currency: string;
  count: number;
  cents: number;
}

/**
 * The figures of the operations started within a period. The money moved in a currency is the `movedCents` of `pay` and
 * `capture` minus those of `refund` and `void`; a `preAuth` moves none. An operation counts on the day it was started.
 * So only the unknown operations, which the report lists, can change the figures of a day later.
 */
export interface RecordedReport {
  rows: readonly ReportRow[];
  /** Operations that are open or unknown: their rows may still change. */
  unknown: readonly RecordedOperation[];
  /** Pre-authorizations that still hold money. */
  holds: readonly RecordedTransaction[];
  /**
   * The legs of orders that were recorded in the period. If the report covers only some terminals, `legs` is empty,
   * because a leg has no terminal.
   */
  legs: readonly ReportLeg[];
}

/** An operation with its events, oldest first. */
export interface OperationWithTimeline {
  operation: RecordedOperation;
  timeline: readonly TimelineEntry[];
}

/** What a gateway knows of an operation id, with the events of its operation, oldest first. */
export interface OperationHistory {
  state: OperationStateAtGateway;
  /** How far back the record is complete (ms). An operation from before may have been sent, although the state is `not-seen`. */
  knownForMs: number;
  /** The id is closed: the operation was not sent within `knownForMs` and never will be. */
  isClosed: boolean;
  /** The gateway's time (epoch ms). */
  now?: number | undefined;
  /** Why a lock or guard of the gateway refused the operation. Undefined if none did. */
  error?: PaymentsError | undefined;
  /** The operation. Undefined if the id was not sent, or if the caller may not see the operation. */
  operation?: RecordedOperation | undefined;
  timeline: readonly TimelineEntry[];
}

/** The `seq` of the state that a person looked at; undefined if the page does not know it. */
export interface SeqOfReviewedState {
  seq?: number | undefined;
}

/** One page of a list, newest first. */
export interface RecordPage<Item> {
  items: Item[];
  /** Cursor of the next page; undefined on the last page. */
  cursor?: string | undefined;
}

/** Operations that started at `from` or later and before `to` (epoch ms), at the terminals of `terminalId`. */
export interface RecordPeriod {
  from?: number | undefined;
  to?: number | undefined;
  terminalId?: string | readonly string[] | undefined;
}

/** The filters of lists, reports and exports. All conditions must hold; empty values are ignored. */
interface TransactionFilters extends RecordPeriod {
  orderNumber?: string | undefined;
  pnRefNum?: string | undefined;
  /** Finds operations that requested or moved this amount (cents). */
  amount?: number | undefined;
  /** Who started the operation, as `authorize` named the person or device. */
  actor?: string | undefined;
  /** The start or end of an order number, in any case, or a whole `pnRefNum` or `msgIdentifier`. At least 2 characters. */
  search?: string | undefined;
}

export interface ListPaging {
  /** The `cursor` of the previous page. */
  cursor?: string | undefined;
  /** Items per page; default 50. */
  limit?: number | undefined;
}

/** All filters apply to the sale or pre-authorization of a transaction, not to its follow-ups. */
export interface TransactionQuery extends TransactionFilters, ListPaging {}

export interface OperationFilters extends TransactionFilters {
  kind?: MoneyOperation | readonly MoneyOperation[] | undefined;
  phase?: Phase | readonly Phase[] | undefined;
  /** True finds only operations that hold their terminal, false only operations that do not. */
  open?: boolean | undefined;
  /** True finds only operations with an unacknowledged ending, false only operations without one. */
  unseen?: boolean | undefined;
}

export interface OperationQuery extends OperationFilters, ListPaging {}

/** A report counts exactly the operations that the same filters list. */
export interface ReportQuery extends OperationFilters {
  from: number;
  to: number;
}

export interface ExportQuery extends OperationFilters {
  /** The zone of the times, as `Europe/Berlin`. */
  timeZone: string;
}

export interface TransactionReference {
  pnRefNum: string;
  /** The provider that gave the reference. Needed if the service has several, because two may give the same reference. */
  provider?: string | undefined;
}
