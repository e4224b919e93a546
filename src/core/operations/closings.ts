import type { PageRequest, RecordedOperation, RecordedReport, RecordPeriod, ReportRow } from './recorded.ts';

/** A closed period of one terminal. It never changes. Times are epoch ms. */
export interface Closing {
  terminalId: string;
  /** Counts the closings of the terminal, from 1. */
  number: number;
  /** Operations that started at `from` or later, and before `to`, are in it. */
  from: number;
  to: number;
  /** When it was closed. */
  at: number;
  /** Who closed it, in the host's words. */
  actor?: string | undefined;
  /** The report as it was then. Legs have no terminal, so it has none. */
  report: RecordedReport;
}

/** What changed in a closed period after it was closed. */
export interface ClosingCorrections {
  /** What is to be added to the rows of the report: figures may be negative. */
  rows: readonly ReportRow[];
  /** Operations of the period whose outcome came later, newest first. */
  operations: readonly RecordedOperation[];
}

export interface CorrectedClosing extends Closing {
  /** Undefined once operations of the period are no longer kept. */
  corrections?: ClosingCorrections | undefined;
}

/** Closings whose period has a part between `from` and `to`. */
export interface ClosingQuery extends RecordPeriod, PageRequest {}

export interface ClosingReference {
  terminalId: string;
  number: number;
}

/** A period to close now, which ends before now: a day that was forgotten. */
export interface NewClosing {
  terminalId: string;
  /** The end of the period (epoch ms). It begins where the closing before ended. */
  to: number;
  /** The same id closes once. Default: a new one. */
  id?: string | undefined;
}
