export {
  TransactionActionsAmount as Amount,
  TransactionActionsBack as Back,
  TransactionActionsDetails as Details,
  TransactionActionsEntry as Entry,
  TransactionActionsFacts as Facts,
  TransactionActionsImpossible as Impossible,
  TransactionActionsInDoubt as InDoubt,
  TransactionActionsRoot as Root,
  type TransactionActionsRootProps as RootProps,
  TransactionActionsStatus as Status,
  TransactionActionsTitle as Title,
  TransactionActionsVoided as Voided,
} from '../../components/transaction-actions/TransactionActions.tsx';
export {
  TransactionActionsAbout as About,
  TransactionActionsCapture as Capture,
  TransactionActionsControls as Controls,
  TransactionActionsField as Field,
  TransactionActionsName as Name,
  TransactionActionsQuestion as Question,
  TransactionActionsRefund as Refund,
  TransactionActionsRefusal as Refusal,
  TransactionActionsSubmit as Submit,
  TransactionActionsText as Text,
  TransactionActionsVoid as Void,
} from '../../components/transaction-actions/actions.tsx';
export type { TransactionActionsState as State } from '../../components/transaction-actions/useTransactionActions.ts';
