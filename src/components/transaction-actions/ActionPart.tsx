'use client';
import type { FormEvent, Ref } from 'react';
import { Part } from '../part/Part.tsx';
import { TransactionActionsAbout } from './TransactionActionsAbout.tsx';
import { type TransactionAction, TransactionActionContext } from './transactionActionsContext.ts';
import { TransactionActionsControls } from './TransactionActionsControls.tsx';
import { TransactionActionsQuestion } from './TransactionActionsQuestion.tsx';
import { TransactionActionsRefusal } from './TransactionActionsRefusal.tsx';

export interface TransactionActionState {
  kind: TransactionAction['operation'];
}

export interface ActionPartProps<Element> {
  action: TransactionAction;
  given: object;
  hostRef: Ref<Element>;
}

/** The element of one action, with its parts in the usual order: a form where there is an amount to enter. */
export function ActionPart<Element>({ action, given, hostRef }: ActionPartProps<Element>) {
  const { operation, headingId, field, press } = action;
  const own = {
    className: 'tillkit-transaction-actions-action',
    'aria-labelledby': headingId,
    ...(field && {
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        press();
      },
    }),
    children: (
      <>
        <TransactionActionsAbout />
        <TransactionActionsQuestion />
        <TransactionActionsControls />
        <TransactionActionsRefusal />
      </>
    ),
  };
  const state: TransactionActionState = { kind: operation };
  return (
    <TransactionActionContext.Provider value={action}>
      <Part as={field ? 'form' : 'section'} ref={hostRef} own={own} given={given} state={state} />
    </TransactionActionContext.Provider>
  );
}
