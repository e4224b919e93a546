export {
  TransactionActions,
  type TransactionActionsProps,
} from '../../components/transaction-actions/TransactionActions.tsx';
export type { TransactionActionsLabels } from '../../components/transaction-actions/transactionActionsLabels.ts';
export { TransactionActionsAbout } from '../../components/transaction-actions/TransactionActionsAbout.tsx';
export { TransactionActionsAmount } from '../../components/transaction-actions/TransactionActionsAmount.tsx';
export { TransactionActionsBack } from '../../components/transaction-actions/TransactionActionsBack.tsx';
export { TransactionActionsCapture } from '../../components/transaction-actions/TransactionActionsCapture.ts';
export { TransactionActionsControls } from '../../components/transaction-actions/TransactionActionsControls.tsx';
export { TransactionActionsDetails } from '../../components/transaction-actions/TransactionActionsDetails.tsx';
export {
  TransactionActionsEntry,
  type TransactionActionsEntryProps,
} from '../../components/transaction-actions/TransactionActionsEntry.tsx';
export { TransactionActionsFacts } from '../../components/transaction-actions/TransactionActionsFacts.tsx';
export { TransactionActionsField } from '../../components/transaction-actions/TransactionActionsField.tsx';
export { TransactionActionsImpossible } from '../../components/transaction-actions/TransactionActionsImpossible.tsx';
export { TransactionActionsInDoubt } from '../../components/transaction-actions/TransactionActionsInDoubt.tsx';
export { TransactionActionsName } from '../../components/transaction-actions/TransactionActionsName.tsx';
export { TransactionActionsQuestion } from '../../components/transaction-actions/TransactionActionsQuestion.tsx';
export { TransactionActionsRefund } from '../../components/transaction-actions/TransactionActionsRefund.ts';
export { TransactionActionsRefusal } from '../../components/transaction-actions/TransactionActionsRefusal.tsx';
export {
  TransactionActionsRoot,
  type TransactionActionsState,
  type TransactionActionsRootProps,
} from '../../components/transaction-actions/TransactionActionsRoot.tsx';
export {
  TransactionActionsStatus,
  type TransactionActionsStatusProps,
} from '../../components/transaction-actions/TransactionActionsStatus.tsx';
export {
  TransactionActionsSubmit,
  type TransactionActionsSubmitProps,
} from '../../components/transaction-actions/TransactionActionsSubmit.tsx';
export { TransactionActionsText } from '../../components/transaction-actions/TransactionActionsText.tsx';
export {
  TransactionActionsTitle,
  type TransactionActionsTitleProps,
} from '../../components/transaction-actions/TransactionActionsTitle.tsx';
export {
  TransactionActionsVoid,
  type TransactionActionsVoidProps,
} from '../../components/transaction-actions/TransactionActionsVoid.tsx';
export { TransactionActionsVoided } from '../../components/transaction-actions/TransactionActionsVoided.tsx';
export type { TransactionActionState } from '../../components/transaction-actions/ActionPart.tsx';
export type {
  ShownTransaction,
  TransactionAction,
  TransactionEntry,
} from '../../components/transaction-actions/transactionActionsContext.ts';
export { useTransactionAction } from '../../components/transaction-actions/useTransactionAction.ts';
export { useTransactionActionsContext } from '../../components/transaction-actions/useTransactionActionsContext.ts';
export { useTransactionEntry } from '../../components/transaction-actions/useTransactionEntry.ts';
