import type { MoneyOperation } from '../wire/routes.ts';
import type { PageField } from './operationFields.ts';
import type { PaymentsEventDetail, Phase, TerminalOperation } from './terminalOperation.ts';
import type { AllowedOperation } from './allowedOperations.ts';
import type { Transaction } from './transactions.ts';

/** An operation as a gateway's record has it. */
export interface RecordedOperation extends Omit<TerminalOperation, PageField> {
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
