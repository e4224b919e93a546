import type { OperationName } from '../core/wire/routes.ts';
import type { MessageKind } from './simulatedOperations.ts';

/** A request that reached the sandbox, and its outcome. Times are epoch ms, amounts cents. */
export interface LedgerRequest {
  at: number;
  index: number;
  operation: OperationName | 'unknown';
  method: string;
  path: string;
  query: Record<string, string>;
  /** The body as parsed JSON, or the names and sizes of uploaded files. */
  body?: unknown;
  status?: number | undefined;
  /** `open` until the request is answered, dropped or aborted. */
  outcome: 'open' | 'answered' | 'dropped' | 'aborted';
  terminalId?: string | undefined;
  amount?: number | undefined;
  orderNumber?: string | undefined;
  /** From the header `x-operation-id`. */
  operationId?: string | undefined;
  /** The message that the request started or polled. */
  msgIdentifier?: string | undefined;
}

/** An operation that took effect, with the approved amount (cents). A void has the released amount. */
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

/** What really happened, whatever the client believes. Each read gives the current state. */
export interface Ledger {
  readonly requests: readonly LedgerRequest[];
  readonly charges: readonly LedgerCharge[];
  /** The polls among the requests. */
  readonly polls: readonly LedgerRequest[];
  /** The payment links that were created, as the service lists them. */
  readonly links: readonly object[];
  /** CORS preflights; `requests` does not include them. */
  readonly preflights: readonly LedgerPreflight[];
}

/** An operation as a screen showed it at one moment. */
export interface TraceEntry {
  id: string;
  kind: string;
  phase: string;
  terminalId?: string | undefined;
  /** ISO 4217. Only amounts with two decimals are compared: for other currencies, the wire may use another unit. */
  currency?: string | undefined;
  amountCents?: number | undefined;
  orderNumber?: string | undefined;
  msgIdentifier?: string | undefined;
  createdAt?: number | undefined;
}
