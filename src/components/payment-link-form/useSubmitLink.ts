'use client';
import { createContext, type RefObject, useEffect, useMemo, useRef } from 'react';
import { runHostCallback, type PaymentsError, messageWithoutFieldPath } from '../../core/errors.ts';
import type { LinkSearch } from '../../core/links/findLinks.ts';
import type { CreatePaymentLinkPhase, LinkOutcome } from '../../core/links/linkCreation.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { Count } from '../../words/plural.ts';
import type { PaymentLinkFormLabels } from '../../words/words.ts';
import { type Money, useMoney } from '../amount-field/useAmountField.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import {
  controlOf,
  type CustomRow,
  type LinkContent,
  type LinkFormPath,
  type LinkFormValues,
  linkRequest,
  type LinkSetup,
} from './linkFormValues.ts';
import type { UseLinkFormResult } from './useLinkForm.ts';

export interface Refusals {
  /** In our words, or in words that say whose they are. */
  onControls: { name: LinkFormPath; sentence: string }[];
  /** About no control on the screen, or one that has a sentence already: the service's own, else ours. */
  atTop: string[];
}

/** What the service refused, each sentence on the control it is about, as `customValues[0].key` or `customValues.0.key`. */
export function refusalsOf(error: PaymentsError, { rows, values, content, setup }: RefusedForm): Refusals {
  const { field, fields = field === undefined ? [] : [{ field, message: undefined }] } = error;
  const refusals: Refusals = { onControls: [], atTop: [] };
  for (const refused of fields) {
    const path = refused.field.split(/[.[\]/]+/).filter(Boolean);
    const control = controlOf(path, rows, values, setup);
    // What is about the rows as a whole is shown only where there is none.
    const name = control === 'values.root' && rows.length > 0 ? undefined : control;
    const said = refused.message ?? messageWithoutFieldPath(error);
    const isTaken = refusals.onControls.some((other) => other.name === name);
    if (name && !isTaken) {
      const sentence =
        said === undefined
          ? reasonOf(error, setup)
          : setup.labels.serviceSays(withTax(path, said, content, setup));
      refusals.onControls.push({ name, sentence });
    } else if (refused.message !== undefined) {
      const sentence = withTax(path, refused.message, content, setup);
      refusals.atTop.push(sentence === refused.message ? `${refused.field}: ${refused.message}` : sentence);
    } else if (!name) {
      refusals.atTop.push(said ?? reasonOf(error, setup));
    }
  }
  if (fields.length === 0) refusals.atTop.push(messageWithoutFieldPath(error) ?? reasonOf(error, setup));
  return { ...refusals, atTop: [...new Set(refusals.atTop)] };
}

interface RefusedForm {
  rows: readonly CustomRow[];
  values: LinkFormValues;
  content: LinkContent;
  setup: LinkSetup;
}

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

/** What looking in the list brought; nothing while it is being read. */
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

interface UseSubmitLinkOptions {
  creation: UseCreatePaymentLinkResult;
  linkForm: UseLinkFormResult;
  setup: LinkSetup;
  onLinkCreated:
    ((link: PaymentLink | null, details: Pick<LinkOutcome, 'sentAmountCents'>) => void) | undefined;
}

interface UseSubmitLinkResult {
  send: (content: LinkContent) => Promise<void>;
  look: () => Promise<void>;
  confirm: (link: PaymentLink) => void;
  /** The sum on the screen, in words. */
  amount: string;
  /** The sum of the link that was sent last, in words. The host may have put another one on the screen since. */
  sentAmount: string;
}

/** Sends what is on the screen, and says once what became of it. */
export function useSubmitLink(options: UseSubmitLinkOptions): UseSubmitLinkResult {
  const { creation, linkForm, setup, onLinkCreated } = options;
  const { announce } = usePaymentsContext();
  const money = useMoney();
  const countOf = useCount();
  const { labels } = setup;
  const { amountCents } = linkForm.content();
  const amount = Number.isSafeInteger(amountCents) ? money.format(amountCents as number) : '';
  const { sentAmountCents: sentCents } = creation;
  const sentAmount = sentCents === undefined ? '' : money.format(sentCents);

  const finish = ({ phase, link, sentAmountCents }: LinkOutcome) => {
    linkForm.drop();
    const text = link ? labels.foundText : labels.unconfirmedText;
    announce(phase === 'created' ? labels.createdTitle : `${labels.createdTitle}. ${text}`);
    runHostCallback(() => onLinkCreated?.(link ?? null, { sentAmountCents }));
  };
  const tell = (outcome: LinkOutcome, content: LinkContent) => {
    const { phase, error } = outcome;
    if (phase === 'unknown') announce(`${labels.unknownTitle}. ${labels.unknownText}`, 'assertive');
    else if (phase !== 'rejected') finish(outcome);
    else if (error) {
      const rows = linkForm.customRows.current();
      const { atTop, onControls } = refusalsOf(error, {
        rows,
        values: linkForm.form.getValues(),
        content,
        setup,
      });
      const sentences = [...atTop, ...onControls.map(({ sentence }) => sentence)];
      announce(`${labels.rejectedTitle}. ${sentences.join(' ')}`, 'assertive');
    }
  };

  return {
    amount,
    sentAmount,
    send: async (content) => {
      if (creation.phase === 'unknown') return;
      const request = linkRequest(content, {
        amount: wireAmount(money, content.amountCents),
        taxAmount: typeof content.taxes === 'number' ? wireAmount(money, content.taxes) : undefined,
      });
      const outcome = await creation.create(request);
      if (outcome) tell(outcome, content);
    },
    look: async () => {
      const search = await creation.look();
      const sentence = search && searchSentence(search, sentAmount, labels, countOf);
      if (sentence) announce(sentence);
    },
    confirm: (link) => {
      const { sentAmountCents } = creation;
      creation.confirm(link);
      finish({ phase: 'created', link, sentAmountCents });
    },
  };
}

/** Not a number where it cannot be sent: the client refuses that, and the refusal is read. */
function wireAmount(money: Money, cents: number | null): number {
  const result = cents === null ? undefined : money.toAmount(cents);
  return result?.ok ? result.amount : Number.NaN;
}

/** A form for a link, while it is being filled in and once the link is made. */
export interface LinkFormView {
  creation: UseCreatePaymentLinkResult;
  setup: LinkSetup;
  isCreated: boolean;
  /** Undefined where no draft is kept. */
  flowKey: string | undefined;
  /** Another form, or another operator's, has another. */
  name: string;
  /** How many links were begun anew under that name. */
  turn: number;
  onLinkCreated: UseSubmitLinkOptions['onLinkCreated'];
  startOver: () => void;
}

export const PaymentLinkFormContext = /*#__PURE__*/ createContext<LinkFormView | null>(null);

/** What is being filled in. */
export interface LinkEntry extends Pick<LinkFormView, 'creation' | 'setup' | 'startOver'>, UseLinkFormResult {
  submit: UseSubmitLinkResult;
  /** The sentences of a refusal that are about no field on the screen. */
  atTop: readonly string[];
  isSending: boolean;
  isUnknown: boolean;
  /** Nobody found the link: it can be sent anew, from the button that gets the focus. */
  giveUp: () => void;
  submitButton: RefObject<HTMLButtonElement | null>;
}

export const LinkEntryContext = /*#__PURE__*/ createContext<LinkEntry | null>(null);

/** The creation a part belongs to. Throws outside of a `PaymentLinkForm.Root`. */
export function usePaymentLinkFormContext(): LinkFormView {
  return usePartContext(PaymentLinkFormContext, 'PaymentLinkForm.Root');
}

export interface PaymentLinkFormState {
  phase: CreatePaymentLinkPhase;
  /** It is being sent. */
  busy: boolean;
}

export const stateOf = ({ creation }: LinkFormView): PaymentLinkFormState => ({
  phase: creation.phase,
  busy: creation.phase === 'sending',
});

export const definePart = /*#__PURE__*/ partsOf(usePaymentLinkFormContext, stateOf);

/** The entries a part belongs to. Throws outside of a `PaymentLinkForm.Entry`. */
export function useLinkEntry(): LinkEntry {
  return usePartContext(LinkEntryContext, 'PaymentLinkForm.Entry');
}

const none: readonly string[] = [];

/** Puts each sentence of a refusal on the control it is about, and returns the others. */
export function useRefusals(
  { phase, error }: Pick<UseCreatePaymentLinkResult, 'phase' | 'error'>,
  { form, customRows, content }: UseLinkFormResult,
  setup: LinkSetup,
): readonly string[] {
  const refusals = useMemo(
    () =>
      phase === 'rejected' && error
        ? refusalsOf(error, {
            rows: customRows.current(),
            values: form.getValues(),
            content: content(),
            setup,
          })
        : undefined,
    // oxlint-disable-next-line react/exhaustive-deps -- as the form was when the refusal came
    [phase, error],
  );
  useEffect(() => {
    for (const { name, sentence } of refusals?.onControls ?? []) {
      form.setError(name, { type: 'service', message: sentence });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [refusals]);
  return refusals?.atTop ?? none;
}

/** Moves the focus to what has just appeared: once, and again for each new occasion. */
export function useFocusOnArrival<Target extends HTMLElement>(occasion?: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- a new occasion moves the focus again
  useEffect(() => target.current?.focus(), [occasion]);
  return target;
}
