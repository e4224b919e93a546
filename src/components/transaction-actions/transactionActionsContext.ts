import { createContext, type Ref, type RefObject } from 'react';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import type { Refusal } from '../../core/operations/terminalOperation.ts';
import type { AmountFieldProps } from '../amount-field/AmountField.tsx';
import type { QuestionProps } from '../flow/Question.tsx';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';
import type { TransactionFlow } from './useTransactionFlow.ts';

export interface ShownTransaction {
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
  /** The status was here before. */
  isBack: boolean;
  /** Takes the focus when it takes the place of the actions. */
  status: RefObject<HTMLElement | null>;
  /** Leaves the status. */
  back: () => void;
}

export const TransactionActionsContext = createContext<ShownTransaction | null>(null);

/** A transaction with which nothing is being done. */
export interface TransactionEntry extends Pick<ShownTransaction, 'flow' | 'labels'> {
  heading: RefObject<HTMLHeadingElement | null>;
}

export const TransactionEntryContext = createContext<TransactionEntry | null>(null);

/** One thing that may be done. */
export interface TransactionAction {
  operation: AllowedOperation['operation'];
  labels: TransactionActionsLabels;
  terminal: string;
  headingId: string;
  /** What it does to the money. */
  text: string;
  /** What its button says. */
  buttonText: string;
  button: RefObject<HTMLButtonElement | null>;
  /** For the amount. A void has none: a part is never voided. */
  field: (AmountFieldProps & { ref: Ref<HTMLInputElement> }) | undefined;
  /** What has to be answered before anything is sent. */
  question: QuestionProps | undefined;
  refusal: Refusal | undefined;
  /** Asks, or sends what needs no question. */
  press: () => void;
}

export const TransactionActionContext = createContext<TransactionAction | null>(null);
