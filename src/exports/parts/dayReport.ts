export {
  DayReportDay as Day,
  DayReportEmpty as Empty,
  DayReportError as Error,
  DayReportLoading as Loading,
  DayReportNote as Note,
  DayReportPeriod as Period,
  DayReportPrint as Print,
  DayReportRoot as Root,
  type DayReportRootProps as RootProps,
  DayReportShop as Shop,
  DayReportTitle as Title,
} from '../../components/day-report/DayReport.tsx';
export {
  DayReportHeld as Held,
  DayReportLegs as Legs,
  DayReportPayments as Payments,
  type DayReportState as State,
  DayReportTerminals as Terminals,
  DayReportTotals as Totals,
  DayReportUnknown as Unknown,
} from '../../components/day-report/DayReportSections.tsx';
export { DayReportCorrections as Corrections } from '../../components/day-report/DayReportClosing.tsx';
