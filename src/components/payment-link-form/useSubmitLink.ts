'use client';
import { createContext, type RefObject, useEffect, useMemo } from 'react';
import { runHostCallback, type PaymentsError, serviceMessageWithoutFieldPath } from '../../core/errors.ts';
import type { LinkSearch } from '../../core/links/findLinks.ts';
import {
  type CreatePaymentLinkPhase,
  type LinkOutcome,
  linkNeedsApproval,
} from '../../core/links/linkCreator.ts';
import type { LinkDiscount, LinkTax } from '../../core/links/linkTotals.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { Count } from '../../words/plural.ts';
import type { PaymentLinkFormLabels } from '../../words/words.ts';
import { type Money, useMoney, useMoneyText } from '../kit/useMoney.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import {
  controlOf,
  type CustomRow,
  type CustomValueOption,
  type LinkContent,
  type LinkFormPath,
  type LinkFormValues,
  linkRequest,
  type LinkSetup,
  type PaymentLinkFields,
} from './linkFormValues.ts';
import type { UseLinkFormResult } from './useLinkForm.ts';

interface RefusedForm {
  rows: readonly CustomRow[];
  values: LinkFormValues;
  content: LinkContent;
  setup: LinkSetup;
}

/** Finds the control for each refused field, such as `customValues[0].key` or `customValues.0.key`. */
export function refusalsOf(error: PaymentsError, { rows, values, content, setup }: RefusedForm) {
  const { field, fields = field === undefined ? [] : [{ field, message: undefined }] } = error;
  /** The sentences to show at controls. The label `serviceSays` introduces a sentence of the service. */
  const onControls: { name: LinkFormPath; sentence: string }[] = [];
  /** The sentences for the top of the form: their control is not on the screen or already has a sentence. */
  const atTop: string[] = [];
  for (const refused of fields) {
    const path = refused.field.split(/[.[\]/]+/).filter(Boolean);
    const control = controlOf(path, rows, values, setup);
    // An error of all custom values together has a control only if there is no row. Otherwise it goes to the top.
    const name = control === 'values.root' && rows.length > 0 ? undefined : control;
    const said = refused.message ?? serviceMessageWithoutFieldPath(error);
    const isTaken = onControls.some((other) => other.name === name);
    if (name && !isTaken) {
      const sentence =
        said === undefined
          ? reasonOf(error, setup)
          : setup.labels.serviceSays(withTax(path, said, content, setup));
      onControls.push({ name, sentence });
    } else if (refused.message !== undefined) {
      const sentence = withTax(path, refused.message, content, setup);
      atTop.push(sentence === refused.message ? `${refused.field}: ${refused.message}` : sentence);
    } else if (!name) {
      atTop.push(said ?? reasonOf(error, setup));
    }
  }
  if (fields.length === 0) atTop.push(serviceMessageWithoutFieldPath(error) ?? reasonOf(error, setup));
  return { onControls, atTop: [...new Set(atTop)] };
}

const refusedForm = (
  { form, customRows }: UseLinkFormResult,
  content: LinkContent,
  setup: LinkSetup,
): RefusedForm => ({ rows: customRows.current(), values: form.getValues(), content, setup });

function withTax(
  [field, index]: string[],
  sentence: string,
  { taxes }: LinkContent,
  setup: LinkSetup,
): string {
  const id = field === 'taxes' && typeof taxes === 'object' ? taxes[Number(index)] : undefined;
  const tax = setup.taxes.find((other) => other.id === id);
  return tax ? `${tax.label}: ${sentence}` : sentence;
}

function reasonOf({ code, status, field }: PaymentsError, { labels }: LinkSetup): string {
  return labels.rejectedReason({ code, status: status?.toString(), field });
}

/** Says which links the search for the new link found. Undefined while the list of links is being read. */
export function searchSentence(
  search: LinkSearch,
  amount: string,
  labels: Pick<PaymentLinkFormLabels, 'foundLike' | 'noneLike' | 'listNotRead'>,
  countOf: (value: number) => Count,
): string | undefined {
  if (search.status === 'reading') return undefined;
  if (search.status === 'not-read') return labels.listNotRead;
  const count = search.candidates.length;
  return count > 0 ? labels.foundLike({ count: countOf(count), amount }) : labels.noneLike({ amount });
}

/** Sends the form's content and announces the outcome once. */
export function useSubmitLink(view: LinkFormView, linkForm: UseLinkFormResult) {
  const { creation, setup, onLinkCreated } = view;
  const { announce } = usePaymentsContext();
  const money = useMoney();
  const countOf = useCount();
  const { labels } = setup;
  const { amountCents } = linkForm.content();
  const amount = Number.isSafeInteger(amountCents) ? money.format(amountCents as number) : '';
  const moneyText = useMoneyText();
  const { sentAmountCents: sentCents, currency } = creation;
  const sentAmount = sentCents === undefined ? '' : moneyText(sentCents, currency);

  const finish = ({ phase, link, sentAmountCents }: LinkOutcome) => {
    linkForm.drop();
    const text = link ? labels.foundText : labels.unconfirmedText;
    announce(phase === 'created' ? labels.createdTitle : `${labels.createdTitle}. ${text}`);
    runHostCallback(() => onLinkCreated?.(link ?? null, { sentAmountCents }));
  };
  const announceOutcome = (outcome: LinkOutcome, content: LinkContent) => {
    const { phase, error } = outcome;
    if (phase === 'unknown') announce(`${labels.unknownTitle}. ${labels.unknownText}`, 'assertive');
    else if (phase !== 'rejected') finish(outcome);
    else if (linkNeedsApproval(outcome))
      announce(`${labels.approvalTitle}. ${error?.refusal?.message}`, 'assertive');
    else if (error) {
      const { atTop, onControls } = refusalsOf(error, refusedForm(linkForm, content, setup));
      const sentences = [...atTop, ...onControls.map(({ sentence }) => sentence)];
      announce(`${labels.rejectedTitle}. ${sentences.join(' ')}`, 'assertive');
    }
  };

  return {
    /** The amount in the form, formatted. */
    amount,
    /** The amount of the last request, formatted. The host may have changed the form's amount or currency since. */
    sentAmount,
    send: async (content: LinkContent) => {
      if (creation.phase === 'unknown') return;
      const request = linkRequest(content, {
        amount: wireAmount(money, content.amountCents),
        taxAmount: typeof content.taxes === 'number' ? wireAmount(money, content.taxes) : undefined,
      });
      const outcome = await creation.create(request);
      if (outcome) announceOutcome(outcome, content);
    },
    /** Sends the refused request again, with the code of the person who approves it. */
    approve: async (code: string): Promise<undefined> => {
      const outcome = await creation.approve?.(code);
      if (outcome) announceOutcome(outcome, linkForm.content());
    },
    look: async () => {
      const search = await creation.look();
      const sentence = search && searchSentence(search, sentAmount, labels, countOf);
      if (sentence) announce(sentence);
    },
    confirm: (link: PaymentLink) => {
      const { sentAmountCents } = creation;
      creation.confirm(link);
      finish({ phase: 'created', link, sentAmountCents });
    },
  };
}

type UseSubmitLinkResult = ReturnType<typeof useSubmitLink>;

/** The amount in the service's unit, or NaN if it cannot be sent: the client then refuses with a readable error. */
function wireAmount(money: Money, cents: number | null): number {
  const result = cents === null ? undefined : money.toAmount(cents);
  return result?.ok ? result.amount : Number.NaN;
}

export interface PaymentLinkFormOptions {
  /** The keys configured in the merchant's set-up; the service refuses other keys. If empty, no key is offered. */
  customFields?: readonly CustomValueOption[] | undefined;
  /** The merchant's taxes to choose from. If empty, the tax is one amount. */
  taxes?: readonly LinkTax[] | undefined;
  /** The discount that the checkbox "apply discount" gives. If undefined, the form cannot show the reduced total. */
  discount?: LinkDiscount | undefined;
  /** Which fields are hidden, read-only, required or prefilled. */
  fields?: PaymentLinkFields | undefined;
  /** Tells two forms on one page apart. Each form has a draft of its own. Default `default`. */
  flowKey?: string | undefined;
  /** Whether a draft outlives the form. If so, the browser asks before a page with a draft is left. Default true. */
  keepDraft?: boolean | undefined;
  /**
   * Called once a link was created. `link` is null if the service returned no data and the list did not show which link
   * it is. `details` has the amount that was sent (cents).
   */
  onLinkCreated?:
    ((link: PaymentLink | null, details: Pick<LinkOutcome, 'sentAmountCents'>) => void) | undefined;
  labels?: Partial<PaymentLinkFormLabels> | undefined;
}

/** The form and, after it, the result. The parts of a `PaymentLinkForm.Root` share this. */
export interface LinkFormView {
  creation: UseCreatePaymentLinkResult;
  setup: LinkSetup;
  isCreated: boolean;
  /** The name of the draft; undefined if no draft is kept. */
  flowKey: string | undefined;
  /** The form's name, different for each operator and flow key. */
  name: string;
  /** How many times a person has started over in the form with this `name`. */
  turn: number;
  onLinkCreated: PaymentLinkFormOptions['onLinkCreated'];
  startOver: () => void;
}

export const PaymentLinkFormContext = /*#__PURE__*/ createContext<LinkFormView | null>(null);

/** The form while a person fills it in. The parts of a `PaymentLinkForm.Entry` share this. */
export interface LinkEntry extends Pick<LinkFormView, 'creation' | 'setup' | 'startOver'>, UseLinkFormResult {
  submit: UseSubmitLinkResult;
  /** The sentences of a refusal whose control is not on the screen or already has a sentence. */
  atTop: readonly string[];
  isSending: boolean;
  isUnknown: boolean;
  /** Returns to the form and focuses its submit button, after a person did not find the link or cancelled the approval. */
  giveUp: () => void;
  submitButton: RefObject<HTMLButtonElement | null>;
}

export const LinkEntryContext = /*#__PURE__*/ createContext<LinkEntry | null>(null);

/** The creation that a part belongs to. Throws outside of a `PaymentLinkForm.Root`. */
export function usePaymentLinkFormContext(): LinkFormView {
  return usePartContext(PaymentLinkFormContext, 'PaymentLinkForm.Root');
}

export interface PaymentLinkFormState {
  phase: CreatePaymentLinkPhase;
  /** The request is being sent. */
  busy: boolean;
}

export const stateOf = ({ creation }: LinkFormView): PaymentLinkFormState => ({
  phase: creation.phase,
  busy: creation.phase === 'sending',
});

export const definePart = /*#__PURE__*/ partsOf(usePaymentLinkFormContext, stateOf);

/** The form that a part belongs to. Throws outside of a `PaymentLinkForm.Entry`. */
export function useLinkEntry(): LinkEntry {
  return usePartContext(LinkEntryContext, 'PaymentLinkForm.Entry');
}

/** Shows the sentences of a refusal at their controls. Returns the other sentences, for the top of the form. */
export function useRefusals(
  { creation, setup }: LinkFormView,
  linkForm: UseLinkFormResult,
): readonly string[] {
  const { phase, error, approve } = creation;
  const refusals = useMemo(
    () =>
      phase === 'rejected' && error && !approve
        ? refusalsOf(error, refusedForm(linkForm, linkForm.content(), setup))
        : undefined,
    // oxlint-disable-next-line react/exhaustive-deps -- as the form was when the refusal came
    [phase, error],
  );
  useEffect(() => {
    for (const { name, sentence } of refusals?.onControls ?? []) {
      linkForm.form.setError(name, { type: 'service', message: sentence });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [refusals]);
  return refusals?.atTop ?? [];
}
