'use client';
import { createContext, forwardRef, type ReactNode, useEffect } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentMirror } from '../../words/enPaymentMirror.ts';
import type { PaymentMirrorLabels } from '../../words/words.ts';
import { Icon, type IconName } from '../kit/Icon.tsx';
import { MoneyText, widthOfAmount } from '../kit/MoneyText.tsx';
import { Part, type PartProps, partsOf, usePartContext } from '../kit/part.tsx';
import { withFullStop } from '../kit/shownText.ts';
import { QrCode } from '../kit/QrCode.tsx';
import type { MirrorState } from './mirroredPayment.ts';
import {
  usePaymentMirror,
  type UsePaymentMirrorOptions,
  type UsePaymentMirrorResult,
} from './usePaymentMirror.ts';

/** What the customer's screen shows: the state of a payment or link, and the words for it. */
export interface ShownMirror {
  view: UsePaymentMirrorResult;
  labels: PaymentMirrorLabels;
  /** The words above the amount while a payment is under way. */
  asked: string | undefined;
  /** What to do now, or the outcome; undefined while idle. */
  title: string | undefined;
  sentences: readonly string[];
}

const PaymentMirrorContext = /*#__PURE__*/ createContext<ShownMirror | null>(null);

/** The screen that a part belongs to. Throws outside of a `PaymentMirror.Root`. */
export function usePaymentMirrorContext(): ShownMirror {
  return usePartContext(PaymentMirrorContext, 'PaymentMirror.Root');
}

export interface PaymentMirrorState extends Pick<UsePaymentMirrorResult, 'state' | 'kind'> {
  tone: 'success' | 'danger' | 'attention' | 'neutral';
}

const signs: Record<MirrorState, { icon: IconName; tone: PaymentMirrorState['tone'] }> = {
  idle: { icon: 'clock', tone: 'neutral' },
  link: { icon: 'clock', tone: 'neutral' },
  sending: { icon: 'clock', tone: 'neutral' },
  waiting: { icon: 'terminal', tone: 'neutral' },
  away: { icon: 'clock', tone: 'neutral' },
  complete: { icon: 'check', tone: 'success' },
  partial: { icon: 'part', tone: 'attention' },
  failed: { icon: 'close', tone: 'danger' },
  checking: { icon: 'clock', tone: 'attention' },
};

const stateOf = ({ view: { state, kind } }: ShownMirror): PaymentMirrorState => ({
  state,
  kind,
  tone: signs[state].tone,
});

const definePart = /*#__PURE__*/ partsOf(usePaymentMirrorContext, stateOf);

type Words = Pick<ShownMirror, 'asked' | 'title' | 'sentences'>;

const say = (title: string, ...sentences: (string | false | undefined)[]): Words => ({
  asked: undefined,
  title,
  sentences: sentences.filter((sentence) => typeof sentence === 'string'),
});

function wordsOf(view: UsePaymentMirrorResult, labels: PaymentMirrorLabels): Words {
  const { state, tip, due, isNothingMoved } = view;
  // Each state whose words need a kind has one. The default only satisfies the type check.
  const kind = view.kind ?? 'pay';
  switch (state) {
    case 'idle':
      return { asked: undefined, title: undefined, sentences: [] };
    case 'link':
      return say(labels.scan, labels.scanText);
    case 'away':
      return say(labels.sending, labels.followTerminal);
    case 'sending':
      return { ...say(labels.sending), asked: labels.asked({ kind }) };
    case 'waiting': {
      const isAskedForCard = kind === 'pay' || kind === 'preAuth';
      const now = say(labels.present({ kind }), !isAskedForCard && labels.followTerminal);
      return { ...now, asked: labels.asked({ kind }) };
    }
    case 'checking':
      return say(labels.checking, labels.checkingText({ kind }));
    case 'failed':
      return say(labels.failed({ kind }), isNothingMoved && labels.nothingMoved({ kind }));
    case 'partial':
      return say(labels.partial({ kind }), due && labels.partialDue({ kind, due }));
    case 'complete':
      return say(labels.complete({ kind }), tip && labels.withTip({ tip }), labels.completeText({ kind }));
  }
}

export interface PaymentMirrorRootProps
  extends UsePaymentMirrorOptions, PartProps<'section', PaymentMirrorState> {
  labels?: Partial<PaymentMirrorLabels> | undefined;
}

/** Follows the payment, provides the payment's state and words to the parts inside, and announces the words. */
export const PaymentMirrorRoot = /*#__PURE__*/ forwardRef<HTMLElement, PaymentMirrorRootProps>(
  function PaymentMirrorRoot({ terminalId, link, outcomeMs, labels: own, ...props }, ref) {
    const labels = useLabels('paymentMirror', paymentMirror, own);
    const view = usePaymentMirror({ terminalId, link, outcomeMs });
    const value = { view, labels, ...wordsOf(view, labels) };
    useAnnouncement(value);
    const attributes = {
      className: 'tillkit-payment-mirror',
      'data-tillkit': 'payment-mirror',
      'aria-label': labels.region,
    };
    return (
      <PaymentMirrorContext.Provider value={value}>
        <Part as="section" ref={ref} own={attributes} given={props} state={stateOf(value)} />
      </PaymentMirrorContext.Provider>
    );
  },
);

function useAnnouncement({ view: { amount }, asked, title, sentences }: ShownMirror): void {
  const { announce } = usePaymentsContext();
  const lines = [[asked, amount].filter(Boolean).join(' '), title, ...sentences].filter(Boolean);
  const text = lines.map((line) => withFullStop(`${line}`)).join(' ');
  useEffect(() => announce(text, 'polite', 'payment-mirror'), [announce, text]);
}

/** The host's content, while there is no payment and no link. */
export const PaymentMirrorIdle = /*#__PURE__*/ definePart('div', function PaymentMirrorIdle({ view }) {
  return view.state === 'idle' && { className: 'tillkit-payment-mirror-idle' };
});

/** What is shown of a payment or a link. Hidden while idle. */
export const PaymentMirrorBody = /*#__PURE__*/ definePart('div', function PaymentMirrorBody({ view }) {
  return view.state !== 'idle' && { className: 'tillkit-payment-mirror-body' };
});

/** The amount, in the largest text of the screen. */
export const PaymentMirrorAmount = /*#__PURE__*/ definePart(
  'p',
  function PaymentMirrorAmount({ view: { amount, amountParts }, asked }) {
    if (!amount || !amountParts) return undefined;
    return {
      className: 'tillkit-payment-mirror-amount',
      style: widthOfAmount(amountParts),
      children: (
        <>
          {asked && <span className="tillkit-payment-mirror-asked">{asked} </span>}
          <MoneyText parts={amountParts} />
        </>
      ),
    };
  },
);

/** What to do now, or the outcome, with an icon. */
export const PaymentMirrorTitle = /*#__PURE__*/ definePart(
  'h2',
  function PaymentMirrorTitle({ view: { state }, title }) {
    if (title === undefined) return undefined;
    return {
      className: 'tillkit-payment-mirror-title',
      children: (
        <>
          {state !== 'link' && (
            <span className="tillkit-payment-mirror-mark">
              <Icon name={signs[state].icon} />
            </span>
          )}
          <span>{title}</span>
        </>
      ),
    };
  },
);

/** What the outcome means: the tip, what is still to pay, what happens next. */
export const PaymentMirrorSentences = /*#__PURE__*/ definePart(
  'div',
  function PaymentMirrorSentences({ sentences }) {
    if (sentences.length === 0) return undefined;
    return {
      className: 'tillkit-payment-mirror-sentences',
      children: sentences.map((sentence) => <p key={sentence}>{sentence}</p>),
    };
  },
);

/** The QR code of the link. */
export const PaymentMirrorQrCode = /*#__PURE__*/ forwardRef<SVGSVGElement, PartProps<'svg'>>(
  function PaymentMirrorQrCode(props, ref) {
    const { view, labels } = usePaymentMirrorContext();
    if (view.address === undefined) return null;
    return (
      <QrCode
        ref={ref}
        text={view.address}
        label={labels.qrCode}
        failed={labels.qrCodeFailed}
        given={props}
      />
    );
  },
);

export interface PaymentMirrorProps extends Omit<PaymentMirrorRootProps, 'children'> {
  /** Your own content, while there is no payment and no link. */
  children?: ReactNode;
}

/**
 * The customer's side of a till: the amount, what to do now, the outcome, and the QR code of a payment link. It fills
 * its container and changes nothing of a payment. The ref is the screen.
 *
 * @example
 * <PaymentMirror terminalId="T-1">Welcome to Café Aurora</PaymentMirror>
 */
export const PaymentMirror = /*#__PURE__*/ forwardRef<HTMLElement, PaymentMirrorProps>(function PaymentMirror(
  { children, ...props },
  ref,
) {
  return (
    <PaymentMirrorRoot {...props} ref={ref}>
      <PaymentMirrorIdle>{children}</PaymentMirrorIdle>
      <PaymentMirrorBody>
        <PaymentMirrorAmount />
        <PaymentMirrorTitle />
        <PaymentMirrorSentences />
        <PaymentMirrorQrCode />
      </PaymentMirrorBody>
    </PaymentMirrorRoot>
  );
});
