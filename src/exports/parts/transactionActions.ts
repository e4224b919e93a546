export {
  TransactionActionsAmount as Amount,
  TransactionActionsBack as Back,
  TransactionActionsDetails as Details,
  TransactionActionsEntry as Entry,
  TransactionActionsFacts as Facts,
  TransactionActionsInstead as Instead,
  TransactionActionsInsteadHint as InsteadHint,
  TransactionActionsRoot as Root,
  type TransactionActionsRootProps as RootProps,
  TransactionActionsStatus as Status,
  TransactionActionsTitle as Title,
  TransactionActionsWhyNot as WhyNot,
} from '../../components/transaction-actions/TransactionActions.tsx';
export {
  TransactionActionsAbout as About,
  TransactionActionsCapture as Capture,
  TransactionActionsControls as Controls,
  TransactionActionsField as Field,
  TransactionActionsGiveBack as GiveBack,
  TransactionActionsName as Name,
  TransactionActionsQuestion as Question,
  TransactionActionsRefusal as Refusal,
  TransactionActionsSubmit as Submit,
  TransactionActionsText as Text,
} from '../../components/transaction-actions/actions.tsx';
export type { TransactionActionsState as State } from '../../components/transaction-actions/useTransactionActions.ts';
