import type { ListPaging, RecordedOperation, RecordedReport, RecordPeriod, ReportRow } from './recorded.ts';

/** A closed period of one terminal. A closing never changes. Times are epoch ms. */
export interface Closing {
  terminalId: string;
  /** The closing's number among the closings of its terminal, from 1. */
  number: number;
  /** The period has the operations that started at `from` or later, and before `to`. */
  from: number;
  to: number;
  /** When the period was closed. */
  at: number;
  /** Who closed the period, in the host's words. */
  actor?: string | undefined;
  /** The report as it was when the period was closed. It lists no legs, because legs have no terminal. */
  report: RecordedReport;
}

/** What changed in a closed period after it was closed. */
export interface ClosingCorrections {
  /** Differences to add, figure by figure, to the rows of the closed report. Figures may be negative. */
  rows: readonly ReportRow[];
  /** Operations of the period whose outcome became known, or doubtful, after the closing; newest first. */
  operations: readonly RecordedOperation[];
}

export interface CorrectedClosing extends Closing {
  /** What changed after the closing. Undefined once operations of the period are no longer kept. */
  corrections?: ClosingCorrections | undefined;
}

/** Closings whose period overlaps the time from `from` to `to`. */
export interface ClosingQuery extends RecordPeriod, ListPaging {}

export interface ClosingReference {
  terminalId: string;
  number: number;
}

/** A period in the past that is still to be closed, such as a day that was forgotten. */
export interface NewClosing {
  terminalId: string;
  /** The end of the period (epoch ms). The period begins where the previous closing ended. */
  to: number;
  /** Id of the closing: the gateway makes only one closing for an id, even if the id is sent again. Default: a new id. */
  id?: string | undefined;
}
