'use client';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { LinkOutcome } from '../../core/links/linkCreation.ts';
import { callHost } from '../../core/errors.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { type Money, useMoney } from '../amount-field/useMoney.ts';
import { type LinkContent, linkRequest } from './linkContent.ts';
import type { LinkSetup } from './linkFormValues.ts';
import { refusalsOf } from './refusals.ts';
import { searchSentence } from './searchSentence.ts';
import type { UseLinkFormResult } from './useLinkForm.ts';

export interface UseSubmitLinkOptions {
  creation: UseCreatePaymentLinkResult;
  linkForm: UseLinkFormResult;
  setup: LinkSetup;
  onLinkCreated:
    ((link: PaymentLink | null, details: Pick<LinkOutcome, 'sentAmountCents'>) => void) | undefined;
}

export interface UseSubmitLinkResult {
  send: (content: LinkContent) => Promise<void>;
  look: () => Promise<void>;
  confirm: (link: PaymentLink) => void;
  /** The sum on the screen, in words. */
  amount: string;
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

  const finish = ({ phase, link, sentAmountCents }: LinkOutcome) => {
    linkForm.drop();
    const text = link ? labels.foundText : labels.unconfirmedText;
    announce(phase === 'created' ? labels.createdTitle : `${labels.createdTitle}. ${text}`);
    callHost(() => onLinkCreated?.(link ?? null, { sentAmountCents }));
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
      const sentence = search && searchSentence(search, amount, labels, countOf);
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
