import { isOpen, type TerminalOperation } from './terminalOperation.ts';

/** What is kept of an operation. Nothing personal and no secret: no e-mail, phone, custom value, header or raw body. */
export interface OperationRecord extends Omit<TerminalOperation, 'connection' | 'nextCheckAt'> {
  v: 1;
  /** The terminal it holds: the service's origin and the terminal's id. */
  lock: string;
  /** Grows with every change. */
  seq: number;
}

export interface JournalFilter {
  open?: boolean | undefined;
  lock?: string | undefined;
}

export type ClaimResult = { ok: true } | { ok: false; holder: OperationRecord };

/** Where operations are recorded before they are sent. */
export interface Journal {
  /** Whether records outlive the page. */
  readonly durable: boolean;
  /**
   * Records an operation and takes its terminal's lock, in one step; refused while another open record holds it, except
   * those it may be made over.
   */
  claim: (record: OperationRecord, options?: { over?: readonly string[] }) => Promise<ClaimResult>;
  /** Changes a record, unless a later `seq` was written already. */
  update: (id: string, patch: Partial<OperationRecord>, seq: number) => Promise<boolean>;
  get: (id: string) => Promise<OperationRecord | undefined>;
  list: (filter?: JournalFilter) => Promise<OperationRecord[]>;
  remove: (id: string) => Promise<void>;
  /** Calls back when a record may have changed, in this tab or another. */
  subscribe: (listener: () => void) => () => void;
}

export function matchesFilter(record: OperationRecord, { open, lock }: JournalFilter = {}): boolean {
  return (open === undefined || isOpen(record) === open) && (lock === undefined || record.lock === lock);
}
