import type { MessageKind, OperationName } from './scenarios.ts';

/** A request that reached the sandbox, and how it went. */
export interface LedgerRequest {
  at: number;
  index: number;
  operation: OperationName | 'unknown';
  method: string;
  path: string;
  query: Record<string, string>;
  /** The parsed JSON, or the names and sizes of uploaded files. */
  body?: unknown;
  status?: number | undefined;
  /** `open` until the answer is out, or is known never to come. */
  outcome: 'open' | 'answered' | 'dropped' | 'aborted';
  terminalId?: string | undefined;
  amount?: number | undefined;
  orderNumber?: string | undefined;
  /** From the header `x-operation-id`. */
  operationId?: string | undefined;
  /** Of the message it started, or asked for. */
  msgIdentifier?: string | undefined;
}

/** Something that really took effect, with the amount that was approved. A void carries the one it released. */
export interface LedgerCharge {
  at: number;
  kind: MessageKind;
  amount: number;
  terminalId: string;
  pnRefNum: string;
  msgIdentifier: string;
  orderNumber?: string | undefined;
  operationId?: string | undefined;
}

export interface LedgerPreflight {
  at: number;
  path: string;
}

/** What really happened, whatever the client believes. Each read gives the state of that moment. */
export interface Ledger {
  readonly requests: readonly LedgerRequest[];
  readonly charges: readonly LedgerCharge[];
  /** The requests to processed-messages. */
  readonly polls: readonly LedgerRequest[];
  /** The payment links that were created, as the service lists them. */
  readonly links: readonly object[];
  /** CORS preflights, which are not among `requests`. */
  readonly preflights: readonly LedgerPreflight[];
}

/** An operation as a screen showed it at some moment. */
export interface TraceEntry {
  id: string;
  kind: string;
  phase: string;
  terminalId?: string | undefined;
  /** ISO 4217; of one without two digits the amounts are not compared, since the wire may count otherwise. */
  currency?: string | undefined;
  amountCents?: number | undefined;
  orderNumber?: string | undefined;
  msgIdentifier?: string | undefined;
  createdAt?: number | undefined;
}
