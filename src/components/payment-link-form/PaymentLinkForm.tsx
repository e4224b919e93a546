'use client';
import { definePart, type PaymentLinkFormState, stateOf } from './useSubmitLink.ts';
import {
  type FormEvent,
  forwardRef,
  type Ref,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { ConfigurationError } from '../../core/errors.ts';
import type { LinkOutcome } from '../../core/links/linkCreation.ts';
import type { LinkDiscount, LinkTax } from '../../core/links/linkTotals.ts';
import { isUnderWay } from '../../core/uploads/uploadQueue.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { textOf } from '../../core/wire/read.ts';
import type { Attachment } from '../../core/wire/requests.ts';
import { useCreatePaymentLink } from '../../hooks/useCreatePaymentLink.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { AmountField } from '../amount-field/AmountField.tsx';
import { AttachmentField } from '../attachment-field/AttachmentField.tsx';
import { Icon } from '../kit/Icon.tsx';
import { isRequired } from '../kit/fields.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { LinkStatus, LinkTime } from '../payment-link-list/linkColumns.tsx';
import { paymentLinkList } from '../../words/en.ts';
import { PaymentLinkFormCustomValues } from './customValues.tsx';
import {
  type CustomValueOption,
  knownTaxes,
  type LinkFieldRule,
  type LinkFlagName,
  type LinkSetup,
  type PaymentLinkFields,
  percentText,
} from './linkFormValues.ts';
import {
  PaymentLinkFormAgain,
  PaymentLinkFormCreated,
  PaymentLinkFormEstimate,
  PaymentLinkFormOutcome,
  PaymentLinkFormRejected,
  PaymentLinkFormRestored,
  PaymentLinkFormShare,
  PaymentLinkFormUnknown,
} from './outcome.tsx';
import type { PaymentLinkFormLabels } from '../../words/words.ts';
import { paymentLinkForm } from '../../words/en.ts';
import { draftName, type LinkForm, storeDraft, useLinkForm } from './useLinkForm.ts';
import {
  type LinkEntry,
  LinkEntryContext,
  PaymentLinkFormContext,
  useLinkEntry,
  usePaymentLinkFormContext,
  useRefusals,
  useSubmitLink,
} from './useSubmitLink.ts';

export interface LinkAmountProps {
  form: LinkForm;
  name: 'amountCents' | 'taxCents';
  rule: LinkFieldRule<unknown> | undefined;
  required: boolean;
  label?: string | undefined;
  /** Cents; default 1. */
  min?: number | undefined;
  className?: string | undefined;
}

/** A sum. What is wrong with its text it says itself; the form adds what the rules and the service say. */
function LinkAmount({ form, name, rule, required, label, min, className }: LinkAmountProps) {
  const { control, formState } = form;
  const shared = { name, label, min, className, required, showError: formState.submitCount > 0 };
  if (rule?.readOnly) {
    const value = typeof rule.value === 'number' ? rule.value : null;
    const error = formState.errors[name];
    return (
      <AmountField
        {...shared}
        value={value}
        readOnly
        error={error?.type === 'service' ? error.message : undefined}
        onValueChange={() => undefined}
      />
    );
  }
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ref, onChange }, fieldState: { error } }) => (
        <AmountField
          {...shared}
          ref={ref}
          value={Number.isNaN(value) ? null : value}
          error={error?.type === 'service' ? error.message : undefined}
          onValueChange={(cents, { error: problem }) =>
            onChange(problem === undefined || problem === 'empty' ? cents : Number.NaN)
          }
        />
      )}
    />
  );
}

export interface LinkFlagProps {
  form: LinkForm;
  name: LinkFlagName;
  rule: LinkFieldRule<boolean> | undefined;
  label: string;
  hint?: string | undefined;
}

/** Something that is wanted or not. */
function LinkFlag({ form, name, rule, label, hint }: LinkFlagProps) {
  const id = useId();
  const isReadOnly = rule?.readOnly ?? false;
  const error = isReadOnly ? undefined : form.formState.errors[name]?.message;
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  const state = isReadOnly
    ? { checked: rule?.value ?? false, readOnly: true, disabled: true }
    : { ...form.register(name), defaultChecked: form.getValues(name) };
  return (
    <div className="tillkit-check-field">
      <label className="tillkit-check" data-disabled={isReadOnly ? '' : undefined}>
        <input
          type="checkbox"
          name={name}
          {...state}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described || undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="tillkit-hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="tillkit-error" id={`${id}error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** The buttons at the end; none while nobody knows what became of the link. */
export const PaymentLinkFormActions = /*#__PURE__*/ definePart('div', function PaymentLinkFormActions() {
  if (useContext(LinkEntryContext)?.isUnknown) return undefined;
  return { className: 'tillkit-actions' };
});

/** What the link is for. */
export function PaymentLinkFormAmount() {
  const { form, setup } = useLinkEntry();
  const rule = setup.fields.amount;
  if (rule?.hidden) return null;
  return (
    <LinkAmount
      form={form}
      name="amountCents"
      rule={rule}
      required
      className="tillkit-payment-link-form-amount-field"
    />
  );
}

/**
 * Fields one under the other. Where there is room, two columns stand side by side: in the drop-in what is paid in the
 * first, what goes with it in the second.
 */
export const PaymentLinkFormColumn = /*#__PURE__*/ definePart('div', function PaymentLinkFormColumn() {
  return { className: 'tillkit-stack' };
});

/** What the service said of the new link; what it left out has no line. */
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
            <div>
              <dt>{labels.reference}</dt>
              <dd className="tillkit-figures">
                <bdi>{reference}</bdi>
              </dd>
            </div>
          )}
          {(status !== undefined || paid !== undefined) && (
            <div>
              <dt>{labels.status}</dt>
              <dd>
                <LinkStatus link={link} labels={listLabels} />
              </dd>
            </div>
          )}
          {createdAt !== undefined && (
            <div>
              <dt>{labels.created}</dt>
              <dd className="tillkit-figures">
                <LinkTime value={createdAt} absent={listLabels.absent} />
              </dd>
            </div>
          )}
          {customValues.map(({ key, label, value, valueLabel }, index) => (
            <div key={`${index} ${key}`}>
              <dt>
                <bdi>{label ?? key}</bdi>
              </dt>
              <dd>
                <bdi>{valueLabel ?? value}</bdi>
              </dd>
            </div>
          ))}
        </>
      ),
    };
  },
);

export interface PaymentLinkFormEntryProps extends PartProps<'form'> {}

/** The form itself, while there is no link: one press sends one request. */
export const PaymentLinkFormEntry = /*#__PURE__*/ forwardRef<HTMLFormElement, PaymentLinkFormEntryProps>(
  function PaymentLinkFormEntry(props, ref) {
    const { isCreated, name, turn } = usePaymentLinkFormContext();
    return isCreated ? null : <Entry key={`${turn} ${name}`} given={props} hostRef={ref} />;
  },
);

interface EntryProps {
  given: PaymentLinkFormEntryProps;
  hostRef: Ref<HTMLFormElement>;
}

function Entry({ given, hostRef }: EntryProps) {
  const { creation, setup, formKey, turn, onLinkCreated, startOver } = usePaymentLinkFormContext();
  const { labels, fields } = setup;
  const linkForm = useLinkForm(setup, formKey);
  const { form, element, drop } = linkForm;
  const atTop = useRefusals(creation, linkForm, setup);
  const submit = useSubmitLink({ creation, linkForm, setup, onLinkCreated });
  const submitButton = useRef<HTMLButtonElement>(null);
  const hasAmountInput = !fields.amount?.hidden && !fields.amount?.readOnly;
  const { setFocus } = form;
  useEffect(() => {
    // It follows another link, whose last button had the focus.
    if (turn > 0 && hasAmountInput) setFocus('amountCents');
  }, [turn, hasAmountInput, setFocus]);
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
      requestAnimationFrame(() => submitButton.current?.focus());
    },
  };
  const own = {
    className: 'tillkit-stack',
    noValidate: true,
    autoComplete: 'off',
    'aria-label': labels.title,
    onSubmit: (event: FormEvent) => void form.handleSubmit(submit.send)(event),
  };
  return (
    <LinkEntryContext.Provider value={value}>
      <Part as="form" ref={hostRef} partRef={element} own={own} given={given} />
    </LinkEntryContext.Provider>
  );
}

/** Everything that goes into the request. Locked while it is sent, and while nobody knows what became of it. */
export const PaymentLinkFormFields = /*#__PURE__*/ definePart('fieldset', function PaymentLinkFormFields() {
  const { isSending, isUnknown } = useLinkEntry();
  return { className: 'tillkit-payment-link-form-fields', disabled: isSending || isUnknown };
});

/** The files that go with the link: those the host attached before, and those that are added. */
export function PaymentLinkFormFiles() {
  const { form, setup, isSending, isUnknown, touch } = useLinkEntry();
  const { fields, labels } = setup;
  const count = useCount();
  const rule = fields.attachments;
  if (rule?.hidden) return null;
  return (
    <>
      {rule?.value && rule.value.length > 0 && (
        <div className="tillkit-field">
          <p className="tillkit-label">{labels.givenFiles}</p>
          <ul className="tillkit-payment-link-form-given">
            {rule.value.map((file, index) => (
              <li key={index}>
                <bdi>{nameOf(file) ?? labels.namelessFile(count(index + 1))}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!rule?.readOnly && (
        <Controller
          control={form.control}
          name="files"
          render={({ field: { ref, onChange }, fieldState: { error } }) => (
            <AttachmentField
              ref={ref}
              disabled={isSending || isUnknown}
              error={error?.message}
              onAttachmentsChange={(attachments, { files }) => {
                touch();
                onChange({
                  attachments,
                  uploading: files.filter(isUnderWay).length,
                  failed: files.filter(({ status }) => status === 'failed').length,
                });
              }}
            />
          )}
        />
      )}
    </>
  );
}

// The service's file objects have fields that nobody promised.
function nameOf(file: Attachment): string | undefined {
  return textOf(file, 'name', 'fileName', 'filename', 'originalName', 'path');
}

/** What the customer is asked for, and whether the discount applies. */
export const PaymentLinkFormFlags = /*#__PURE__*/ definePart('div', function PaymentLinkFormFlags() {
  const { form, setup } = useLinkEntry();
  const { locale } = usePaymentsContext();
  const { fields, labels, discount } = setup;
  const flags = (['showBilling', 'showShipping', 'applyDiscount'] as const).filter(
    (name) => !fields[name]?.hidden,
  );
  if (flags.length === 0) return undefined;
  const discountHint = discount
    ? labels.discountHint({ percent: percentText(discount.percent, locale) })
    : labels.applyDiscountHint;
  return {
    className: 'tillkit-payment-link-form-checks',
    children: flags.map((name) => (
      <LinkFlag
        key={name}
        form={form}
        name={name}
        rule={fields[name]}
        label={labels[name]}
        hint={name === 'applyDiscount' ? discountHint : undefined}
      />
    )),
  };
});

/** Looks for the new link in the list, where the service did not tell which it is. */
export const PaymentLinkFormLook = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkFormLook({ creation, setup }) {
    const { phase, link, search, look } = creation;
    if (phase !== 'created-unconfirmed' || link) return undefined;
    const isLooking = search?.status === 'reading';
    return {
      type: 'button',
      className: 'tillkit-button',
      'aria-disabled': isLooking || undefined,
      onClick: () => void look(),
      children: (
        <>
          <Icon name="search" />
          {isLooking ? setup.labels.looking : setup.labels.lookAgain}
        </>
      ),
    };
  },
);

export interface PaymentLinkFormOptions {
  /** The keys configured in the merchant's set-up; the service refuses others. None: no such section. */
  customValues?: readonly CustomValueOption[] | undefined;
  /** The merchant's taxes to pick from. None: one amount. */
  taxes?: readonly LinkTax[] | undefined;
  /** What "apply discount" comes to; without it, its effect is not shown. */
  discount?: LinkDiscount | undefined;
  /** Which fields are hidden, read-only, required or filled in before. */
  fields?: PaymentLinkFields | undefined;
  /** Tells two forms of one page apart. What is filled in outlives a form under its key. Default `default`. */
  formKey?: string | undefined;
  /** Whether what is filled in outlives the form, and the browser asks before the page is left with it. Default true. */
  keepDraft?: boolean | undefined;
  /**
   * Once a link was made; null where the service gave no data back and the list did not tell which it is. The details
   * have the amount that was sent.
   */
  onLinkCreated?:
    ((link: PaymentLink | null, details: Pick<LinkOutcome, 'sentAmountCents'>) => void) | undefined;
  labels?: Partial<PaymentLinkFormLabels> | undefined;
}

export interface PaymentLinkFormRootProps
  extends PaymentLinkFormOptions, PartProps<'section', PaymentLinkFormState> {}

const none: readonly never[] = [];
const asTheyAre: PaymentLinkFields = {};

/** Holds the creation of a link, for the parts in it. */
export const PaymentLinkFormRoot = /*#__PURE__*/ forwardRef<HTMLElement, PaymentLinkFormRootProps>(
  function PaymentLinkFormRoot(props, ref) {
    const { customValues: options = none, taxes = none, discount, fields = asTheyAre, ...rest } = props;
    const { formKey = 'default', keepDraft = true, onLinkCreated, labels: words, ...given } = rest;
    checkAmount(fields);
    const labels = useLabels('paymentLinkForm', paymentLinkForm, words);
    const creation = useCreatePaymentLink({ flowKey: `payment-link-form ${formKey}` });
    const setup = useMemo<LinkSetup>(
      () => ({ options, taxes: knownTaxes(taxes, fields), discount, fields, labels }),
      [options, taxes, discount, fields, labels],
    );
    const { operations } = usePaymentsContext();
    const name = draftName(operations, formKey);
    const [begun, setBegun] = useState({ name, turn: 0 });
    const turn = begun.name === name ? begun.turn : 0;
    const { phase } = creation;
    const isCreated = phase === 'created' || phase === 'created-unconfirmed';
    useEffect(() => {
      // After the form has gone, and whichever form it was that pressed.
      if (isCreated) storeDraft(operations, formKey, undefined);
    }, [isCreated, operations, formKey]);
    const value = {
      creation,
      setup,
      isCreated,
      formKey: keepDraft ? formKey : undefined,
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

function checkAmount({ amount }: PaymentLinkFields): void {
  if (!amount?.hidden || amount.value !== undefined) return;
  throw new ConfigurationError(
    'fields.amount',
    'The amount is hidden and has no value, so no link could ever be created. Give PaymentLinkForm fields.amount.value, in cents.',
  );
}

/** Creates the link. */
export const PaymentLinkFormSubmit = /*#__PURE__*/ definePart('button', function PaymentLinkFormSubmit() {
  const { isSending, setup, submitButton } = useLinkEntry();
  return {
    type: 'submit',
    className: 'tillkit-button',
    'data-variant': 'primary',
    'aria-disabled': isSending || undefined,
    children: isSending ? setup.labels.creating : setup.labels.create,
    ref: submitButton,
  };
});

/** The taxes: one amount, the merchant's own to pick from, or a choice between the two. */
export function PaymentLinkFormTaxes() {
  const { form, setup } = useLinkEntry();
  const { taxes, fields, labels } = setup;
  const rule = fields.taxes;
  const by = useWatch({ control: form.control, name: 'taxesBy' });
  if (rule?.hidden) return null;
  // It goes with its input, and could not be mended there.
  const forgetBadText = () => {
    if (Number.isNaN(form.getValues('taxCents'))) form.setValue('taxCents', null);
  };
  const amount = (label: string) => (
    <LinkAmount form={form} name="taxCents" rule={rule} required={isRequired(rule)} label={label} min={0} />
  );
  if (by === 'amount' && (taxes.length === 0 || rule?.by !== 'either')) return amount(labels.taxes);
  return (
    <fieldset className="tillkit-field tillkit-payment-link-form-taxes">
      <legend className="tillkit-label">{labels.taxes}</legend>
      {rule?.by === 'either' && !rule.readOnly && (
        <div className="tillkit-payment-link-form-either">
          {(['list', 'amount'] as const).map((way) => (
            <label key={way} className="tillkit-check">
              <input type="radio" value={way} {...form.register('taxesBy', { onChange: forgetBadText })} />
              <span>{way === 'list' ? labels.taxesByList : labels.taxesByAmount}</span>
            </label>
          ))}
        </div>
      )}
      {by === 'amount' ? amount(labels.taxAmount) : <TaxList form={form} setup={setup} />}
    </fieldset>
  );
}

function TaxList({ form, setup: { taxes, fields } }: Pick<LinkEntry, 'form' | 'setup'>) {
  const { locale } = usePaymentsContext();
  const errorId = useId();
  const rule = fields.taxes;
  const given = typeof rule?.value === 'object' ? rule.value : [];
  const wordsOf = ({ label, percent }: LinkTax) =>
    percent === undefined ? label : `${label} (${percentText(percent, locale)})`;
  const box = (tax: LinkTax, isChecked: boolean, onPick?: (isPicked: boolean) => void, error?: string) => (
    <label key={tax.id} className="tillkit-check" data-disabled={onPick ? undefined : ''}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={!onPick}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        onChange={(event) => onPick?.(event.target.checked)}
      />
      <bdi>{wordsOf(tax)}</bdi>
    </label>
  );
  if (rule?.readOnly) return taxes.map((tax) => box(tax, given.includes(tax.id)));
  return (
    <Controller
      control={form.control}
      name="taxIds"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <>
          {taxes.map((tax) =>
            box(
              tax,
              value.includes(tax.id),
              (isPicked) =>
                onChange(
                  taxes.map(({ id }) => id).filter((id) => (id === tax.id ? isPicked : value.includes(id))),
                ),
              error?.message,
            ),
          )}
          {error?.message !== undefined && (
            <p id={errorId} className="tillkit-error">
              <Icon name="alert" />
              <span>{error.message}</span>
            </p>
          )}
        </>
      )}
    />
  );
}

export interface PaymentLinkFormProps extends Omit<PaymentLinkFormRootProps, 'children'> {}

/**
 * Creates a payment link, with attachments, and shows its address.
 *
 * @example
 * <PaymentLinkForm
 *   customValues={[{ key: 'invoice-number', label: 'Invoice number' }]}
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
            <PaymentLinkFormColumn>
              <PaymentLinkFormAmount />
              <PaymentLinkFormTaxes />
              <PaymentLinkFormCustomValues />
            </PaymentLinkFormColumn>
            <PaymentLinkFormColumn>
              <PaymentLinkFormFlags />
              <PaymentLinkFormFiles />
              <PaymentLinkFormEstimate />
            </PaymentLinkFormColumn>
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
