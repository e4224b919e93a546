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
