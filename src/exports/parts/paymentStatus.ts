export { PaymentStatusApproval as Approval } from '../../components/payment-status/approval.tsx';
export {
  PaymentStatusActions as Actions,
  PaymentStatusProgress as Progress,
  PaymentStatusAmount as Amount,
  type PaymentStatusAmountState as AmountState,
  PaymentStatusAnomalies as Anomalies,
  PaymentStatusEmpty as Empty,
  PaymentStatusFigures as Figures,
  PaymentStatusHead as Head,
  PaymentStatusOutcome as Outcome,
  type PaymentStatusOutcomeState as OutcomeState,
  PaymentStatusRoot as Root,
  type PaymentStatusRootProps as RootProps,
  PaymentStatusSentences as Sentences,
  PaymentStatusTitle as Title,
} from '../../components/payment-status/PaymentStatus.tsx';
export {
  PaymentStatusCaution as Caution,
  PaymentStatusConnection as Connection,
  type PaymentStatusConnectionState as ConnectionState,
  PaymentStatusDetails as Details,
  PaymentStatusMore as More,
  PaymentStatusResolve as Resolve,
  PaymentStatusUnknown as Unknown,
} from '../../components/payment-status/unknown.tsx';
export type { PaymentStatusState as State } from '../../components/payment-status/usePaymentStatus.ts';
export {
  PaymentStatusCheck as Check,
  PaymentStatusElapsed as Elapsed,
  PaymentStatusNotDurable as NotDurable,
  PaymentStatusNow as Now,
  PaymentStatusSteps as Steps,
  PaymentStatusStop as Stop,
  PaymentStatusWaiting as Waiting,
  type PaymentStatusWaitingState as WaitingState,
} from '../../components/payment-status/waiting.tsx';
