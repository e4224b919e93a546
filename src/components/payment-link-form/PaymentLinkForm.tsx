'use client';
import {
  type FormEvent,
  forwardRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { useCreatePaymentLink } from '../../hooks/useCreatePaymentLink.ts';
import { useOwner } from '../../hooks/useOwner.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentLinkForm, paymentLinkList } from '../../words/en.ts';
import { useMoney } from '../kit/useMoney.ts';
import { confirmsComposition, isLocked } from '../kit/fields.tsx';
import { SearchIcon } from '../kit/linkIcons.tsx';
import { Part, type PartProps, takeSubmit } from '../kit/part.tsx';
import { createScanWatch, minShownMs } from '../kit/useKeyGuard.ts';
import { LinkStatus, LinkTime } from '../payment-link-list/LinkStatus.tsx';
import { PaymentLinkFormAdd, PaymentLinkFormAmount, PaymentLinkFormFields } from './fields.tsx';
import { knownTaxes, type LinkSetup, type PaymentLinkFields } from './linkFormValues.ts';
import {
  LinkApproval,
  PaymentLinkFormAgain,
  PaymentLinkFormCreated,
  PaymentLinkFormEstimate,
  PaymentLinkFormOutcome,
  PaymentLinkFormRejected,
  PaymentLinkFormRestored,
  PaymentLinkFormShare,
  PaymentLinkFormUnknown,
  useEstimated,
} from './outcome.tsx';
import { draftName, storeDraft, useLinkForm } from './useLinkForm.ts';
import {
  definePart,
  LinkEntryContext,
  PaymentLinkFormContext,
  type PaymentLinkFormOptions,
  type PaymentLinkFormState,
  stateOf,
  useLinkEntry,
  usePaymentLinkFormContext,
  useRefusals,
  useSubmitLink,
} from './useSubmitLink.ts';

/** The buttons at the end; hidden while the outcome of the request is unknown. */
export const PaymentLinkFormActions = /*#__PURE__*/ definePart('div', function PaymentLinkFormActions() {
  if (useContext(LinkEntryContext)?.isUnknown) return undefined;
  return { className: 'tillkit-actions' };
});

/** The service's data about the new link. Missing data has no line. */
export const PaymentLinkFormDetails = /*#__PURE__*/ definePart(
  'dl',
  function PaymentLinkFormDetails({ creation, setup }) {
    const listLabels = useLabels('paymentLinkList', paymentLinkList);
    const { link } = creation;
    if (!link) return undefined;
    const { labels } = setup;
    const { reference, status, paid, createdAt, customValues } = link;
    return {
      className: 'tillkit-payment-link-form-details',
      children: (
        <>
          {reference !== undefined && (
            <Detail name={labels.reference} className="tillkit-figures">
              <bdi>{reference}</bdi>
            </Detail>
          )}
          {(status !== undefined || paid !== undefined) && (
            <Detail name={labels.status}>
              <LinkStatus link={link} labels={listLabels} />
            </Detail>
          )}
          {createdAt !== undefined && (
            <Detail name={labels.created} className="tillkit-figures">
              <LinkTime value={createdAt} absent={listLabels.absent} />
            </Detail>
          )}
          {customValues.map(({ key, label, value, valueLabel }, index) => (
            <Detail key={`${index} ${key}`} name={<bdi>{label ?? key}</bdi>}>
              <bdi>{valueLabel ?? value}</bdi>
            </Detail>
          ))}
        </>
      ),
    };
  },
);

function Detail({ name, className, children }: { name: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

/** The form, until the link is created. Each submit sends one request. */
export const PaymentLinkFormEntry = /*#__PURE__*/ forwardRef<HTMLFormElement, PartProps<'form'>>(
  function PaymentLinkFormEntry(props, ref) {
    const { isCreated, name, turn } = usePaymentLinkFormContext();
    return isCreated ? null : <Entry key={`${turn} ${name}`} given={props} hostRef={ref} />;
  },
);

function Entry({ given, hostRef }: { given: PartProps<'form'>; hostRef: Ref<HTMLFormElement> }) {
  const view = usePaymentLinkFormContext();
  const { creation, setup, flowKey, turn, startOver } = view;
  const { labels, fields } = setup;
  const linkForm = useLinkForm(setup, flowKey);
  const { form, element, drop } = linkForm;
  const atTop = useRefusals(view, linkForm);
  const submit = useSubmitLink(view, linkForm);
  const submitButton = useRef<HTMLButtonElement>(null);
  const hasAmountInput = !isLocked(fields.amount);
  const { setFocus } = form;
  const { clock } = usePaymentsContext();
  const [watch] = useState(() => createScanWatch(clock));
  /** When a press last brought this form back (monotonic ms). */
  const backAt = useRef(-Infinity);
  useEffect(() => {
    if (turn === 0) return;
    backAt.current = clock.monotonic();
    // The pressed button disappeared together with the previous link, so the amount field gets the focus.
    if (hasAmountInput) setFocus('amountCents');
  }, [turn, hasAmountInput, setFocus, clock]);
  const value = {
    ...linkForm,
    creation,
    setup,
    submit,
    atTop,
    isSending: creation.phase === 'sending',
    isUnknown: creation.phase === 'unknown',
    submitButton,
    startOver: () => {
      drop();
      startOver();
    },
    giveUp: () => {
      creation.reset();
      backAt.current = clock.monotonic();
      requestAnimationFrame(() => submitButton.current?.focus());
    },
  };
  const own = {
    className: 'tillkit-stack',
    noValidate: true,
    autoComplete: 'off',
    hidden: creation.approve !== undefined,
    'aria-label': labels.title,
    // Some presses must not submit the form. Repeats of a held key, and the second click of a double click, were
    // meant for the previous screen. The Enter key that ends a scanned code was meant for the field.
    onKeyDown: (event: KeyboardEvent) => {
      const isPress = event.key === 'Enter' && (event.target as Element).localName !== 'textarea';
      const { endsScan } = watch(event);
      if ((isPress && (event.repeat || endsScan)) || confirmsComposition(event)) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (event.detail > 1 && clock.monotonic() - backAt.current < minShownMs) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    onSubmit: (event: FormEvent) => {
      takeSubmit(event);
      void form.handleSubmit((content) => {
        submitButton.current?.focus(); // while the link is created, the fields are disabled and would lose the focus
        return submit.send(content);
      })(event);
    },
  };
  return (
    <LinkEntryContext.Provider value={value}>
      <LinkApproval />
      <Part as="form" ref={hostRef} partRef={element} own={own} given={given} />
    </LinkEntryContext.Provider>
  );
}

/** The button that searches the list for the new link, if the service did not say which link it created. */
export const PaymentLinkFormLook = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkFormLook({ creation, setup }) {
    const { phase, link, search, look } = creation;
    if (phase !== 'created-unconfirmed' || link) return undefined;
    const isLooking = search?.status === 'reading';
    return {
      'aria-disabled': isLooking || undefined,
      'data-busy': isLooking ? '' : undefined,
      onClick: () => void look(),
      children: (
        <>
          <SearchIcon />
          {isLooking ? setup.labels.looking : setup.labels.lookAgain}
        </>
      ),
    };
  },
);

export interface PaymentLinkFormRootProps
  extends PaymentLinkFormOptions, PartProps<'section', PaymentLinkFormState> {}

const none: readonly never[] = [];

const noFieldRules: PaymentLinkFields = {};

/** Provides the form's settings and the state of its request to the parts inside. */
export const PaymentLinkFormRoot = /*#__PURE__*/ forwardRef<HTMLElement, PaymentLinkFormRootProps>(
  function PaymentLinkFormRoot(props, ref) {
    const { customFields = none, taxes = none, discount, fields = noFieldRules, ...rest } = props;
    const { flowKey = 'default', keepDraft = true, onLinkCreated, labels: words, ...given } = rest;
    if (fields.amount?.hidden && fields.amount.value === undefined) {
      throw new ConfigurationError(
        'fields.amount',
        'The amount is hidden and has no value, so no link can be created. Set fields.amount.value of PaymentLinkForm, in cents.',
      );
    }
    const labels = useLabels('paymentLinkForm', paymentLinkForm, words);
    const creation = useCreatePaymentLink({ flowKey: `payment-link-form ${flowKey}` });
    const setup = useMemo<LinkSetup>(
      () => ({ customFields, taxes: knownTaxes(taxes, fields), discount, fields, labels }),
      [customFields, taxes, discount, fields, labels],
    );
    const owner = useOwner();
    const name = draftName(owner, flowKey);
    const [begun, setBegun] = useState({ name, turn: 0 });
    const turn = begun.name === name ? begun.turn : 0;
    const { phase } = creation;
    const isCreated = phase === 'created' || phase === 'created-unconfirmed';
    useEffect(() => {
      // When the form unmounts, it stores its draft. This effect runs after that and deletes the draft.
      if (isCreated) storeDraft(owner, flowKey, undefined);
    }, [isCreated, owner, flowKey]);
    const value = {
      creation,
      setup,
      isCreated,
      flowKey: keepDraft ? flowKey : undefined,
      name,
      turn,
      onLinkCreated,
      startOver: () => {
        creation.reset();
        setBegun({ name, turn: turn + 1 });
      },
    };
    const own = {
      className: 'tillkit-payment-link-form tillkit-card tillkit-stack',
      'data-tillkit': 'payment-link-form',
    };
    return (
      <PaymentLinkFormContext.Provider value={value}>
        <Part as="section" ref={ref} own={own} given={given} state={stateOf(value)} />
      </PaymentLinkFormContext.Provider>
    );
  },
);

/** Creates the link. The button names the total if it is known. */
export const PaymentLinkFormSubmit = /*#__PURE__*/ definePart('button', function PaymentLinkFormSubmit() {
  const { form, isSending, setup, submitButton } = useLinkEntry();
  const money = useMoney();
  const { totals } = useEstimated(form, setup);
  const amount = totals.totalCents === undefined ? undefined : money.format(totals.totalCents);
  return {
    type: 'submit',
    'data-variant': 'primary',
    'data-size': 'large',
    'aria-disabled': isSending || undefined,
    'data-busy': isSending ? '' : undefined,
    children: (
      <span className="tillkit-figures">
        {isSending ? setup.labels.creating : setup.labels.create({ amount })}
      </span>
    ),
    ref: submitButton,
  };
});

export interface PaymentLinkFormProps extends Omit<PaymentLinkFormRootProps, 'children'> {}

/**
 * Creates a payment link, with attachments, and shows the link's web address.
 *
 * @example
 * <PaymentLinkForm
 *   customFields={[{ key: 'invoice-number', label: 'Invoice number' }]}
 *   fields={{ amount: { readOnly: true, value: 1250 }, showShipping: { hidden: true } }}
 * />
 */
export const PaymentLinkForm = /*#__PURE__*/ forwardRef<HTMLElement, PaymentLinkFormProps>(
  function PaymentLinkForm(props, ref) {
    return (
      <PaymentLinkFormRoot {...props} ref={ref}>
        <PaymentLinkFormEntry>
          <PaymentLinkFormRestored />
          <PaymentLinkFormRejected />
          <PaymentLinkFormUnknown />
          <PaymentLinkFormFields>
            <PaymentLinkFormAmount />
            <PaymentLinkFormAdd />
            <PaymentLinkFormEstimate />
          </PaymentLinkFormFields>
          <PaymentLinkFormActions>
            <PaymentLinkFormSubmit />
          </PaymentLinkFormActions>
        </PaymentLinkFormEntry>
        <PaymentLinkFormCreated>
          <PaymentLinkFormOutcome />
          <PaymentLinkFormShare />
          <PaymentLinkFormDetails />
          <PaymentLinkFormActions>
            <PaymentLinkFormLook />
            <PaymentLinkFormAgain />
          </PaymentLinkFormActions>
        </PaymentLinkFormCreated>
      </PaymentLinkFormRoot>
    );
  },
);
