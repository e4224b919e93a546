export { PaymentStatus, type PaymentStatusProps } from '../../components/payment-status/PaymentStatus.tsx';
export type { PaymentStatusLabels } from '../../components/payment-status/paymentStatusLabels.ts';
export { PaymentStatusActions } from '../../components/payment-status/PaymentStatusActions.ts';
export { PaymentStatusProgress } from '../../components/payment-status/PaymentStatusProgress.tsx';
export { PaymentStatusAmount } from '../../components/payment-status/PaymentStatusAmount.tsx';
export { PaymentStatusAnomalies } from '../../components/payment-status/PaymentStatusAnomalies.tsx';
export { PaymentStatusCheck } from '../../components/payment-status/PaymentStatusCheck.tsx';
export {
  PaymentStatusConnection,
  type PaymentStatusConnectionState,
  type PaymentStatusConnectionProps,
} from '../../components/payment-status/PaymentStatusConnection.tsx';
export { PaymentStatusDetails } from '../../components/payment-status/PaymentStatusDetails.tsx';
export { PaymentStatusElapsed } from '../../components/payment-status/PaymentStatusElapsed.tsx';
export { PaymentStatusEmpty } from '../../components/payment-status/PaymentStatusEmpty.tsx';
export { PaymentStatusFindOut } from '../../components/payment-status/PaymentStatusFindOut.tsx';
export { PaymentStatusHead } from '../../components/payment-status/PaymentStatusHead.tsx';
export { PaymentStatusNotDurable } from '../../components/payment-status/PaymentStatusNotDurable.tsx';
export {
  PaymentStatusNow,
  type PaymentStatusNowProps,
} from '../../components/payment-status/PaymentStatusNow.tsx';
export {
  PaymentStatusOutcome,
  type PaymentStatusOutcomeState,
  type PaymentStatusOutcomeProps,
} from '../../components/payment-status/PaymentStatusOutcome.tsx';
export { PaymentStatusResolve } from '../../components/payment-status/PaymentStatusResolve.tsx';
export {
  PaymentStatusRoot,
  type PaymentStatusState,
  type PaymentStatusRootProps,
} from '../../components/payment-status/PaymentStatusRoot.tsx';
export { PaymentStatusSentences } from '../../components/payment-status/PaymentStatusSentences.tsx';
export { PaymentStatusSteps } from '../../components/payment-status/PaymentStatusSteps.tsx';
export { PaymentStatusStop } from '../../components/payment-status/PaymentStatusStop.tsx';
export {
  PaymentStatusTitle,
  type PaymentStatusTitleProps,
} from '../../components/payment-status/PaymentStatusTitle.tsx';
export { PaymentStatusUnknown } from '../../components/payment-status/PaymentStatusUnknown.tsx';
export { PaymentStatusWaiting } from '../../components/payment-status/PaymentStatusWaiting.tsx';
export type { PaymentEnding } from '../../components/payment-status/paymentEnding.ts';
export type { ShownPayment } from '../../components/payment-status/paymentStatusContext.ts';
export { usePaymentStatusContext } from '../../components/payment-status/usePaymentStatusContext.ts';
export type { PaymentView } from '../../components/payment-status/usePaymentView.ts';
