'use client';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../core/listeners.ts';
import {
  checkCheckoutFields,
  type CheckoutDefaults,
  type CheckoutDraft,
  fieldsOf,
  withLockedFields,
  nextDraft,
  initialDraft,
  withoutPersonalData,
} from './checkoutDraft.ts';

/** The amount being typed, in a store: a key press renders only the parts that show the amount, not the whole till. */
function createTypedAmount(cents: number | null) {
  const { add: subscribe, notify } = createListeners();
  return {
    get: () => cents,
    set(next: number | null) {
      cents = next;
      notify();
    },
    subscribe,
  };
}

export function useCheckoutDraft(options: CheckoutDefaults) {
  const fields = fieldsOf(options);
  checkCheckoutFields(fields);
  const [entered, setEntered] = useState<Omit<CheckoutDraft, 'amountCents'>>(() => initialDraft(fields));
  const [typed] = useState(() => createTypedAmount(initialDraft(fields).amountCents));
  const currentDraft = (): CheckoutDraft => ({ ...entered, amountCents: typed.get() });
  const enter = useCallback(
    ({ amountCents, ...others }: Partial<CheckoutDraft>) => {
      if (amountCents !== undefined) typed.set(amountCents);
      if (Object.keys(others).length > 0) setEntered((before) => ({ ...before, ...others }));
    },
    [typed],
  );
  return {
    fields,
    typed,
    enter,
    currentDraft,
    draftToSend: () => withLockedFields(currentDraft(), fields),
    forgetPayer: () => setEntered(withoutPersonalData(currentDraft(), fields)),
    /** Empties the form for the next customer, except the terminal and the host's values. */
    enterNext: () => enter(nextDraft(currentDraft(), fields)),
  };
}

/** A value computed from the form's amount (cents). The part renders again only if the value changes. */
export function useTypedAmount<Shown extends string | number | boolean | null | undefined>(
  {
    typed,
    fields,
    isAmountLocked,
  }: Pick<ReturnType<typeof useCheckoutDraft>, 'typed' | 'fields'> & { isAmountLocked: boolean },
  shownOf: (cents: number | null) => Shown,
): Shown {
  const read = () => shownOf(isAmountLocked ? (fields.amount?.value ?? null) : typed.get());
  return useSyncExternalStore(typed.subscribe, read, read);
}
