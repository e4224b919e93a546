'use client';
import { forwardRef, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type LinkTax, linkTotals, percentOfCents } from '../../core/links/linkTotals.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { Count } from '../../words/plural.ts';
import type { PaymentLinkFormLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { SearchIcon } from '../kit/linkIcons.tsx';
import { isLocked } from '../kit/fields.tsx';
import { useApprovalForm } from '../kit/useApprovalForm.tsx';
import { useListDigits, useMoney, useMoneyText } from '../kit/useMoney.ts';
import { LinkShare, type LinkShareProps } from '../link-share/LinkShare.tsx';
import { percentText, taxesOf } from './linkFormValues.ts';
import {
  definePart,
  type LinkEntry,
  searchSentence,
  useLinkEntry,
  usePaymentLinkFormContext,
} from './useSubmitLink.ts';

/** Says that the link was created, for which amount, and what is known about it. */
export const PaymentLinkFormOutcome = /*#__PURE__*/ definePart(
  'div',
  function PaymentLinkFormOutcome({ creation, setup }) {
    const { link, sentAmountCents, currency } = creation;
    const { labels } = setup;
    const moneyText = useMoneyText();
    const countOf = useCount();
    const heading = useFocusOnArrival<HTMLHeadingElement>();
    const amount = link?.totalAmountCents ?? link?.amountCents;
    return {
      className: 'tillkit-payment-link-form-outcome',
      children: (
        <>
          <Icon name="check" />
          <h2 ref={heading} tabIndex={-1}>
            {labels.createdTitle}
          </h2>
          {amount !== undefined && Number.isSafeInteger(amount) && (
            <p className="tillkit-payment-link-form-amount tillkit-figures">{moneyText(amount, currency)}</p>
          )}
          {sentAmountCents !== undefined && sentAmountCents !== link?.amountCents && (
            <p className="tillkit-hint tillkit-figures">
              {labels.amountSent(moneyText(sentAmountCents, currency))}
            </p>
          )}
          <p className="tillkit-payment-link-form-sentence">{createdSentence(creation, labels, countOf)}</p>
        </>
      ),
    };
  },
);

function createdSentence(
  { phase, link, search }: Pick<UseCreatePaymentLinkResult, 'phase' | 'link' | 'search'>,
  labels: PaymentLinkFormLabels,
  countOf: (value: number) => Count,
): string {
  if (link) {
    if (link.paymentLink === undefined) return labels.unsafeAddress;
    return phase === 'created-unconfirmed' ? labels.foundText : labels.createdText;
  }
  if (search?.status === 'reading') return labels.unconfirmedLooking;
  if (search?.status !== 'read') return labels.unconfirmedText;
  const count = search.candidates.length;
  return count > 0 ? labels.unconfirmedSeveral({ count: countOf(count) }) : labels.unconfirmedNone;
}

/** Replaces the form while another person must approve the link. Shows the total, the reason and the code field. */
export function LinkApproval() {
  const { creation, setup, isSending } = useLinkEntry();
  // An approval sends the refused request again, so the total on the screen must stay that of the request, even if the
  // host changes the amount meanwhile. So `sentSetup` is the host's setup at the time of sending. It is undefined if the
  // request was sent before this form was mounted: this form may be about another link.
  const isIdle = !isSending && !creation.approve;
  const [sentSetup, setSentSetup] = useState(isIdle ? setup : undefined);
  if (isIdle && sentSetup !== setup) setSentSetup(setup);
  return creation.approve ? <Approval sentSetup={sentSetup} /> : null;
}

function Approval({ sentSetup }: { sentSetup: LinkEntry['setup'] | undefined }) {
  const { form, creation, setup, submit, isSending, giveUp } = useLinkEntry();
  const { labels } = setup;
  const { approve, error } = creation;
  const titleId = useId();
  const moneyText = useMoneyText();
  const { totals } = useEstimated(form, sentSetup ?? setup);
  const totalCents = sentSetup && totals.totalCents;
  const { sentAmountCents, currency } = creation;
  const asked = useApprovalForm(
    approve && {
      request: error,
      refusal: error?.refusal,
      isBusy: isSending,
      labels,
      approve: submit.approve,
      onCancel: giveUp,
    },
  );
  if (!asked) return null;
  const { children, ...own } = asked;
  return (
    <form {...own} aria-labelledby={titleId}>
      <div className="tillkit-payment-link-form-outcome">
        <Icon name="minus" />
        <h2 id={titleId}>{labels.approvalTitle}</h2>
        {totalCents !== undefined && (
          <p className="tillkit-payment-link-form-amount tillkit-figures">
            {moneyText(totalCents, currency)}
          </p>
        )}
        {!sentSetup && sentAmountCents !== undefined && (
          <p className="tillkit-hint tillkit-figures">{labels.amountSent(submit.sentAmount)}</p>
        )}
      </div>
      {children}
    </form>
  );
}

/**
 * Says that the service refused and nothing was created, with the sentences that belong to no control on the screen.
 */
export const PaymentLinkFormRejected = /*#__PURE__*/ definePart('div', function PaymentLinkFormRejected() {
  const { atTop, creation, setup } = useLinkEntry();
  const heading = useFocusOnArrival<HTMLParagraphElement>(atTop.length > 0 && creation.error);
  if (atTop.length === 0) return undefined;
  return {
    className: 'tillkit-notice',
    'data-tone': 'danger',
    children: (
      <>
        <Icon name="alert" />
        <div>
          <p ref={heading} className="tillkit-payment-link-form-notice-title" tabIndex={-1}>
            {setup.labels.rejectedTitle}
          </p>
          <p>{setup.labels.rejectedText}</p>
          {atTop.map((sentence) => (
            <p key={sentence}>
              <bdi>{sentence}</bdi>
            </p>
          ))}
        </div>
      </>
    ),
  };
});

/** Asks a person whether the link was created, with a button that searches the list of links. */
export const PaymentLinkFormUnknown = /*#__PURE__*/ definePart('div', function PaymentLinkFormUnknown() {
  const { creation, setup, submit, content, isUnknown, startOver, giveUp } = useLinkEntry();
  const heading = useFocusOnArrival<HTMLParagraphElement>(isUnknown);
  const countOf = useCount();
  const digits = useListDigits();
  const { currency: own } = usePaymentsContext();
  if (!isUnknown) return undefined;
  const { labels } = setup;
  const { search, sentAmountCents, currency = own } = creation;
  // The host may have changed a hidden or read-only amount, or the currency, since the request was sent.
  const isSame = sentAmountCents === content().amountCents && currency === own;
  const isOther = sentAmountCents !== undefined && !isSame;
  const isLooking = search?.status === 'reading';
  const candidates = search?.status === 'read' ? search.candidates : [];
  return {
    className: 'tillkit-notice tillkit-payment-link-form-unknown',
    'data-tone': 'attention',
    children: (
      <>
        <Icon name="question" />
        <div>
          <p ref={heading} className="tillkit-payment-link-form-notice-title" tabIndex={-1}>
            {labels.unknownTitle}
          </p>
          <p>{labels.unknownText}</p>
          {isOther && <p className="tillkit-hint tillkit-figures">{labels.amountSent(submit.sentAmount)}</p>}
          <ol style={digits}>
            <li>{labels.unknownLook}</li>
            <li>{labels.unknownFound}</li>
            <li>{labels.unknownNotFound}</li>
          </ol>
          {search && !isLooking && <p>{searchSentence(search, submit.sentAmount, labels, countOf)}</p>}
          {candidates.length > 0 && (
            <div className="tillkit-payment-link-form-answers">
              {candidates.map((link) => (
                <Button key={link.id} data-variant="primary" onClick={() => submit.confirm(link)}>
                  <bdi>{labels.isThisOne(link.reference ?? link.id)}</bdi>
                </Button>
              ))}
            </div>
          )}
          <div className="tillkit-payment-link-form-answers">
            <Button
              aria-disabled={isLooking || undefined}
              data-busy={isLooking ? '' : undefined}
              onClick={() => void submit.look()}
            >
              <SearchIcon />
              {isLooking ? labels.looking : labels.lookInList}
            </Button>
            {candidates.length === 0 && <Button onClick={startOver}>{labels.isListed}</Button>}
            <Button onClick={giveUp}>{labels.isNotListed}</Button>
          </div>
        </div>
      </>
    ),
  };
});

/**
 * The customer's total, if it differs from the amount: computed from the amounts in the form and the host's taxes and
 * discount.
 */
export const PaymentLinkFormEstimate = /*#__PURE__*/ definePart(
  'section',
  function PaymentLinkFormEstimate() {
    const { form, setup } = useLinkEntry();
    const { labels } = setup;
    const { locale } = usePaymentsContext();
    const money = useMoney();
    const { amountCents, unpriced, discount, totals } = useEstimated(form, setup);
    const saysMore = unpriced.length > 0 || discount !== undefined || totals.totalCents !== amountCents;
    if (amountCents === undefined || !saysMore) return undefined;

    const isComplete = unpriced.length === 0;
    const isRounded = totals.taxes.some(({ tax }) => tax?.percent !== undefined && !unpriced.includes(tax));
    const sum = (cents: number | undefined) => (cents === undefined ? labels.notKnown : money.format(cents));
    const nameOf = (tax: LinkTax | undefined) => {
      if (tax?.percent === undefined || tax.amountCents !== undefined) return tax?.label ?? labels.taxes;
      return labels.withPercent({ label: tax.label, percent: percentText(tax.percent, locale) });
    };
    return {
      className: 'tillkit-payment-link-form-estimate',
      'aria-label': labels.estimate,
      children: (
        <>
          <h3>{labels.estimate}</h3>
          <dl className="tillkit-figures">
            <Line name={labels.amount}>{sum(amountCents)}</Line>
            {totals.taxes.map(
              ({ tax, cents }, index) =>
                !(tax && unpriced.includes(tax)) && (
                  <Line key={tax?.id ?? index} name={nameOf(tax)}>
                    {sum(cents)}
                  </Line>
                ),
            )}
            {isComplete ? (
              <Line name={labels.total} isTotal>
                {sum(totals.totalCents)}
              </Line>
            ) : (
              <Line name={labels.plusTaxes}>{unpriced.map(({ label }) => label).join(', ')}</Line>
            )}
            {discount && (
              <Line name={labels.discount({ percent: percentText(discount.percent, locale) })}>
                {sum(totals.discountCents === undefined ? undefined : -totals.discountCents)}
              </Line>
            )}
            {discount && isComplete && (
              <Line name={labels.cardTotal} isTotal>
                {sum(totals.cardTotalCents)}
              </Line>
            )}
          </dl>
          {(isRounded || discount) && (
            <p className="tillkit-hint">
              {isRounded && labels.taxRounding}{' '}
              {discount && labels.discountRounding({ of: discount.of ?? 'total' })}
            </p>
          )}
        </>
      ),
    };
  },
);

/** Computes the total, and updates it while a person types. The total is undefined if only the service knows it. */
export function useEstimated(form: LinkEntry['form'], setup: LinkEntry['setup']) {
  const { fields, discount } = setup;
  const [amountCents, taxesBy, taxCents, taxIds, applyDiscount] = useWatch({
    control: form.control,
    name: ['amountCents', 'taxesBy', 'taxCents', 'taxIds', 'applyDiscount'],
  });
  const amount = isLocked(fields.amount) ? fields.amount?.value : (amountCents ?? undefined);
  const given = taxesOf({ taxesBy, taxCents, taxIds }, setup);
  const taxes = typeof given === 'object' ? setup.taxes.filter(({ id }) => given.includes(id)) : given;
  const isDiscounted = isLocked(fields.applyDiscount) ? fields.applyDiscount?.value : applyDiscount;
  const safeCents = Number.isSafeInteger(amount) ? amount : undefined;
  const taken = isDiscounted ? discount : undefined;
  return {
    amountCents: safeCents,
    unpriced: typeof taxes === 'object' ? taxes.filter((tax) => !isPriced(tax)) : [],
    discount: taken,
    totals: linkTotals({ amountCents: safeCents ?? Number.NaN, taxes, discount: taken }),
  };
}

function isPriced({ percent = '', amountCents }: LinkTax): boolean {
  return amountCents !== undefined || percentOfCents(0, percent) !== undefined;
}

function Line({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={isTotal ? 'tillkit-payment-link-form-total' : undefined}>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

/** Starts the form again for another link. */
export const PaymentLinkFormAgain = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkFormAgain({ setup, startOver }) {
    return {
      onClick: startOver,
      children: (
        <>
          <Icon name="plus" />
          {setup.labels.createAnother}
        </>
      ),
    };
  },
);

/** Shows its parts once the link is created. It renders no element of its own. */
export function PaymentLinkFormCreated({ children }: { children?: ReactNode }) {
  return usePaymentLinkFormContext().isCreated ? children : null;
}

/** Shares the new link's web address, if the link has one. */
export const PaymentLinkFormShare = /*#__PURE__*/ forwardRef<HTMLDivElement, Omit<LinkShareProps, 'address'>>(
  function PaymentLinkFormShare(props, ref) {
    const address = usePaymentLinkFormContext().creation.link?.paymentLink;
    return address === undefined ? null : <LinkShare {...props} ref={ref} address={address} />;
  },
);

/** Says that the form shows what the person had filled in before, and has a button to start afresh. */
export const PaymentLinkFormRestored = /*#__PURE__*/ definePart('div', function PaymentLinkFormRestored() {
  const { restored, creation, setup, startOver } = useLinkEntry();
  if (!restored || (creation.phase !== 'idle' && creation.phase !== 'rejected')) return undefined;
  const { labels } = setup;
  return {
    className: 'tillkit-notice tillkit-payment-link-form-restored',
    children: (
      <>
        <Icon name="clock" />
        <div>
          <p>
            {labels.restored} {restored.hadFiles && labels.filesLost}
          </p>
          <Button onClick={startOver}>{labels.startAfresh}</Button>
        </div>
      </>
    ),
  };
});

/** Focuses an element when it appears, and again whenever `occasion` changes. */
function useFocusOnArrival<Target extends HTMLElement>(occasion?: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- a new occasion moves the focus again
  useEffect(() => target.current?.focus(), [occasion]);
  return target;
}
