/** An operation as a screen showed it at some moment. */
export interface TraceEntry {
  id: string;
  kind: string;
  phase: string;
  terminalId?: string | undefined;
  amountCents?: number | undefined;
  orderNumber?: string | undefined;
  msgIdentifier?: string | undefined;
  createdAt?: number | undefined;
}
