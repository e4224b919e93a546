'use client';
import {
  type FormEvent,
  forwardRef,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { amountField } from '../../words/en.ts';
import {
  AmountFieldControl,
  AmountFieldCurrency,
  AmountFieldError,
  AmountFieldHint,
  AmountFieldInput,
  AmountFieldLabel,
  AmountFieldRoot,
  keypadOf,
} from '../amount-field/AmountField.tsx';
import { typeInto } from '../amount-field/amountTyping.ts';
import { useMoney } from '../kit/useMoney.ts';
import { useQuestionState } from '../kit/Question.tsx';
import { isLocked } from '../kit/fields.tsx';
import { isFocusLost, Part, type PartProps, takeSubmit } from '../kit/part.tsx';
import { type KeyGuard, useTypedDigits } from '../kit/useKeyGuard.ts';
import { useNewest } from '../kit/useLatestValue.ts';
import { TerminalPicker } from '../terminal-picker/TerminalPicker.tsx';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import { checkoutErrors, type CheckoutProblems, refusedField } from './checkoutDraft.ts';
import {
  CheckoutEntryContext,
  type Control,
  definePart,
  hintOf,
  useEntry,
  useIsTerminalHeld,
  useCheckout,
} from './useCheckoutContext.ts';
import { useTypedAmount } from './useCheckoutDraft.ts';
import { CheckoutLoadingContext } from './useOutcomeParts.ts';

/** The form of a payment, until it is sent. */
export const TerminalCheckoutEntry = /*#__PURE__*/ forwardRef<HTMLFormElement, PartProps<'form'>>(
  function TerminalCheckoutEntry(props, ref) {
    const { sale, unknown } = useCheckout();
    return sale.shown || unknown.isChecking ? null : <Entry {...props} ref={ref} />;
  },
);

/** The form's controls by field name, with functions that focus them. */
function useFirstInvalid() {
  const [found] = useState(() => {
    const controls = new Map<string, Control>();
    const refs = new Map<string, RefCallback<Control>>();
    const refTo =
      (field: string): RefCallback<Control> =>
      (control) => {
        if (control) controls.set(field, control);
        else controls.delete(field);
      };
    /** Focuses the control of a field. Returns whether the form has this control. */
    const focus = (field: string | undefined, options?: FocusOptions): boolean => {
      const control = field === undefined ? undefined : controls.get(field);
      control?.focus(options);
      return control !== undefined;
    };
    return {
      /** Returns the same ref for a field at each render, so that the field need not render again. */
      refFor: (field: string) => {
        const ref = refs.get(field) ?? refTo(field);
        refs.set(field, ref);
        return ref;
      },
      focus,
      typeAmount: (digits: string, before?: string) =>
        typeInto(controls.get('amount') ?? null, digits, before),
      focusFirst: (problems: CheckoutProblems) =>
        focus(Object.keys(problems).find((field) => controls.has(field))),
    };
  });
  return found;
}

const Entry = /*#__PURE__*/ forwardRef<HTMLFormElement, PartProps<'form'>>(function Entry(props, ref) {
  const { sale, labels, quickAmountsCents, onTerminalChange, isAfterSale, keys } = useCheckout();
  const { fields, payment, kind, draft, isAsking, submit } = sale;
  const { refusal } = payment;
  const [isTried, setIsTried] = useState(false);
  const { refFor, focus, focusFirst, typeAmount } = useFirstInvalid();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Whether a person has begun to use this form: typed digits before it appeared, or clicked in it.
  const isBegun = useRef(false);
  const hintId = useId();
  const amountId = useId();
  const terminalFieldId = useId();
  const refused = refusedField(refusal, fields);
  const errors = checkoutErrors(isTried ? sale.problems : {}, refused, labels);
  const isAsked = isAsking || refusal?.code === 'needs-confirmation';
  const isHeld = useIsTerminalHeld(sale);
  const loading = useContext(CheckoutLoadingContext);
  useQuestionState(button, isAsked);

  useEffect(() => {
    keys.screenChanged();
    if (isAfterSale && !isAsked && !focus('amount')) button.current?.focus();
    const digits = keys.buffered();
    isBegun.current ||= digits !== '';
    keys.clearBuffer();
    typeAmount(digits, '');
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form appears
  }, []);
  useEffect(() => {
    focus(refused);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [refusal]);

  const isAmountOpen = !isLocked(fields.amount);
  const isReady = isAmountOpen && !isAfterSale && draft.terminalId !== null && sale.typed.get() === null;
  useFocusAtLoad(form, isReady, () => focus('amount', { preventScroll: true }));
  useDigitsOutsideFields(form, keys, isAmountOpen && !isAsked, (digits) => {
    focus('amount');
    if (!isFree(form.current)) typeAmount(digits); // a hidden till does not take the focus
  });

  const isEarly = () => isAfterSale && !isBegun.current && !keys.hasTyped() && !keys.isShownLongEnough();
  const own = {
    className: 'tillkit-terminal-checkout-form',
    'aria-label': kind === 'pay' ? labels.form : labels.formAuthorize,
    noValidate: true,
    // A key that was meant for the previous screen must not send a form that is already filled in.
    onKeyDown: (event: KeyboardEvent) => {
      const isNotMeant = event.repeat || isEarly() || keys.endsScan();
      const isPress = event.key === ' ' && event.target === button.current;
      if ((event.key === 'Enter' || isPress) && isNotMeant) event.preventDefault();
    },
    // If a double click began on the previous screen, its second click must not press a button of the form.
    onClickCapture: (event: MouseEvent) => {
      if (event.detail < 2) isBegun.current = true;
      if (isEarly()) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    onSubmit: (event: FormEvent) => {
      takeSubmit(event);
      if (loading?.hasFailed) return loading.loadAgain();
      const { problems } = sale.live();
      const isWhole = Object.keys(problems).length === 0;
      // If `isTried` is true, the button's hint is hidden. The hint must stay if no field can show the problem.
      setIsTried(isWhole || focusFirst(problems));
      if (isWhole && !isAsked && !loading) submit();
    },
  };
  const entry = {
    sale,
    labels,
    quickAmountsCents,
    onTerminalChange,
    errors,
    refFor,
    focus,
    isTried,
    canCharge: !isAsked && !isHeld,
    button,
    hintId,
    amountId,
    terminalFieldId,
  };
  return (
    <CheckoutEntryContext.Provider value={entry}>
      <Part as="form" ref={ref} partRef={form} own={own} given={props} />
    </CheckoutEntryContext.Provider>
  );
});

/** Whether no input has the focus. The page's body, a component's root or a button of the form may have it. */
function isFree(form: HTMLElement | null): form is HTMLElement {
  if (!form) return false;
  const page = form.ownerDocument;
  // In a shadow root, only the root itself tells which element inside has the focus.
  const at = (form.getRootNode() as Document | ShadowRoot).activeElement ?? page.activeElement;
  return !at || at.matches('body, [data-tillkit]') || (form.contains(at) && at.matches('button'));
}

/** Focuses the amount once, when the form is ready. Not on a touch device, whose system keyboard would appear. */
function useFocusAtLoad(form: RefObject<HTMLElement | null>, isReady: boolean, focus: () => void): void {
  const isOver = useRef(false);
  useEffect(() => {
    const page = form.current?.ownerDocument;
    if (!page || !isReady || isOver.current) return;
    isOver.current = true;
    const isCoarse = page.defaultView?.matchMedia?.('(pointer: coarse)').matches;
    if (!isCoarse && isFocusLost(page)) focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [isReady]);
}

/** Digits that a person types while no input has the focus go into the amount. */
function useDigitsOutsideFields(
  form: RefObject<HTMLElement | null>,
  keys: KeyGuard,
  isOpen: boolean,
  write: (digits: string) => void,
): void {
  const { take, cancel } = useTypedDigits(keys, () => {
    if (isFree(form.current)) write(keys.buffered());
    keys.clearBuffer();
  });
  const newest = useNewest((event: globalThis.KeyboardEvent) => {
    const { defaultPrevented, ctrlKey, metaKey, altKey } = event;
    const isMeant = isOpen && !defaultPrevented && !ctrlKey && !metaKey && !altKey;
    if (isMeant && isFree(form.current)) return void take(event, true);
    cancel();
    keys.clearBuffer();
  });
  useEffect(() => {
    const page = form.current?.ownerDocument;
    const onKeyDown = (event: globalThis.KeyboardEvent) => newest.current(event);
    page?.addEventListener('keydown', onKeyDown);
    return () => {
      page?.removeEventListener('keydown', onKeyDown);
      cancel();
    };
  }, [form, cancel, newest]);
}

// Memoised, so that a key press in one field renders only that field and the button.
const Picker = /*#__PURE__*/ memo(TerminalPicker);

/** The terminal of the payment. */
export function TerminalCheckoutTerminal() {
  const { sale, errors, refFor, onTerminalChange, terminalFieldId } = useEntry();
  const { draft, fields, terminals, change } = sale;
  const onValueChange = useCallback(
    (terminalId: string | null, details: TerminalChangeDetails) => {
      change({ terminalId });
      onTerminalChange?.(terminalId, details);
    },
    [change, onTerminalChange],
  );
  if (fields.terminalId?.hidden) return null;
  return (
    <Picker
      ref={refFor('terminalId')}
      id={terminalFieldId}
      required
      layout={terminals?.layout ?? 'chips'}
      terminals={terminals}
      readOnly={fields.terminalId?.readOnly}
      value={draft.terminalId}
      error={errors['terminalId']}
      onValueChange={onValueChange}
    />
  );
}

/** The amount. */
export function TerminalCheckoutAmountField() {
  const { entry, layout } = useCheckout();
  const { sale, errors, refFor, isTried, amountId } = useEntry();
  const cents = useTypedAmount(sale, (typed) => typed);
  const rule = sale.fields.amount;
  if (rule?.hidden) return null;
  return (
    <AmountFieldRoot
      id={amountId}
      entry={entry}
      layout={layout}
      required
      readOnly={rule?.readOnly}
      value={cents}
      showError={isTried}
      error={errors['amount']}
      onValueChange={(amountCents) => sale.change({ amountCents })}
    >
      <AmountFieldLabel />
      <AmountFieldControl>
        <AmountFieldCurrency />
        <AmountFieldInput ref={refFor('amount')} />
      </AmountFieldControl>
      <AmountFieldHint />
      <AmountFieldError />
    </AmountFieldRoot>
  );
}

/** A keypad for the amount, with `layout="keypad"` and while the amount is not locked. */
export const TerminalCheckoutKeypad = /*#__PURE__*/ definePart(
  'div',
  function TerminalCheckoutKeypad({ sale, entry, layout }) {
    const inputId = useEntry().amountId;
    const labels = useLabels('amountField', amountField);
    if (layout !== 'keypad' || isLocked(sale.fields.amount)) return undefined;
    return keypadOf({ inputId, entry, labels });
  },
);

/** A button that enters its amount. While the amount is entered, the button is shown as pressed. */
export const TerminalCheckoutQuickAmount = /*#__PURE__*/ definePart(
  'button',
  function TerminalCheckoutQuickAmount(_, { amountCents, ...props }: { amountCents: number }) {
    const { sale } = useEntry();
    const { format } = useMoney();
    const isPressed = useTypedAmount(sale, (typed) => typed === amountCents);
    return {
      'data-size': 'small',
      'aria-pressed': isPressed,
      onClick: () => sale.change({ amountCents }),
      children: <bdi className="tillkit-figures">{format(amountCents)}</bdi>,
      given: props,
    };
  },
);

interface TerminalCheckoutQuickAmountsProps {
  /** Renders one amount (cents); default a `TerminalCheckout.QuickAmount`. */
  children?: ((amountCents: number) => ReactNode) | undefined;
}

/** The buttons of quick amounts, while the amount is not locked. */
export const TerminalCheckoutQuickAmounts = /*#__PURE__*/ definePart(
  'fieldset',
  function TerminalCheckoutQuickAmounts(_, { children, ...props }: TerminalCheckoutQuickAmountsProps) {
    const { sale, labels, quickAmountsCents } = useEntry();
    if (isLocked(sale.fields.amount) || quickAmountsCents.length === 0) return undefined;
    return {
      className: 'tillkit-terminal-checkout-quick',
      'aria-label': labels.quickAmounts,
      children: [...new Set(quickAmountsCents)]
        .filter(Number.isSafeInteger)
        .map(children ?? ((cents) => <TerminalCheckoutQuickAmount key={cents} amountCents={cents} />)),
      given: props,
    };
  },
);

/** The amount, with quick amounts and a keypad if the host wants them. */
export const TerminalCheckoutAmount = /*#__PURE__*/ definePart('div', function TerminalCheckoutAmount() {
  if (useEntry().sale.fields.amount?.hidden) return undefined;
  const children = (
    <>
      <TerminalCheckoutAmountField />
      <TerminalCheckoutQuickAmounts />
      <TerminalCheckoutKeypad />
    </>
  );
  return { className: 'tillkit-terminal-checkout-amount', children };
});

/** Two fields side by side if there is room and neither shows a large figure. Otherwise one above the other. */
export const TerminalCheckoutPair = /*#__PURE__*/ definePart('div', function TerminalCheckoutPair() {
  return { className: 'tillkit-terminal-checkout-pair' };
});

/** Says what is missing or that the terminal is busy. Hidden once the fields themselves say so. */
export const TerminalCheckoutHint = /*#__PURE__*/ definePart('p', function TerminalCheckoutHint() {
  const entry = useEntry();
  const { sale, canCharge, hintId, labels } = entry;
  const { announce } = usePaymentsContext();
  const notLoaded = useContext(CheckoutLoadingContext)?.hasFailed ? labels.notLoaded : undefined;
  const missing = useTypedAmount(sale, (typed) => hintOf(entry, sale.asSent(typed)?.text));
  const hint = notLoaded ?? missing;
  useEffect(() => {
    if (notLoaded !== undefined) announce(notLoaded, 'polite');
  }, [announce, notLoaded]);
  return canCharge && hint ? { className: 'tillkit-hint', id: hintId, children: hint } : undefined;
});

/** Sends the payment, and names what it sends. Hidden while a question or the terminal's open operation is shown. */
export const TerminalCheckoutCharge = /*#__PURE__*/ definePart('button', function TerminalCheckoutCharge() {
  const entry = useEntry();
  const { sale, labels, canCharge, button, hintId, terminalFieldId } = entry;
  const loading = useContext(CheckoutLoadingContext);
  const amount = useTypedAmount(sale, (typed) => sale.asSent(typed)?.text);
  if (!canCharge) return undefined;
  const { kind, terminalTitle: terminal, isTerminalFree } = sale;
  const hasHint = loading?.hasFailed || hintOf(entry, amount) !== undefined;
  const described = [hasHint && hintId, !isTerminalFree && `${terminalFieldId}-notice`];
  const nameOf = kind === 'pay' ? labels.charge : labels.authorize;
  const waiting = loading?.hasFailed ? labels.loadAgain : labels.loading;
  return {
    type: 'submit',
    // If the terminal is not free, the button is not drawn as the main one.
    'data-variant': isTerminalFree && !loading ? 'primary' : undefined,
    'data-size': 'large',
    'aria-disabled': (loading && !loading.hasFailed) || undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    children: <span className="tillkit-figures">{loading ? waiting : nameOf({ amount, terminal })}</span>,
    ref: button,
  };
});
