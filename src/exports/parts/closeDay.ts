export {
  CloseDayActions as Actions,
  CloseDayAllClosed as AllClosed,
  CloseDayCloseAll as CloseAll,
  CloseDayDone as Done,
  CloseDayEmpty as Empty,
  CloseDayError as Error,
  CloseDayLoading as Loading,
  CloseDayMore as More,
  CloseDayNote as Note,
  CloseDayRoot as Root,
  type CloseDayRootProps as RootProps,
  CloseDayTerminals as Terminals,
  CloseDayTitle as Title,
} from '../../components/close-day/CloseDay.tsx';
export { CloseDayQuestion as Question } from '../../components/close-day/CloseDayQuestion.tsx';
export { CloseDayTerminal as Terminal } from '../../components/close-day/CloseDayTerminal.tsx';
export { type CloseDayState as State } from '../../components/close-day/useCloseDay.ts';
