'use client';
import { Fragment, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  isRejectedForLackOfApproval,
  type ResolutionBasis,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import { useOperation, useTerminalOperations } from '../../hooks/useOperations.ts';
import { useOwnerKey } from '../../hooks/useOwner.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import { Icon, noticeContent } from '../kit/Icon.tsx';
import { Question, type QuestionProps, useQuestionState } from '../kit/Question.tsx';
import { TextField } from '../kit/fields.tsx';
import { minShownMs } from '../kit/useKeyGuard.ts';
import { shownText, withFullStop } from '../kit/shownText.ts';
import { definePart, placesOf } from './usePaymentStatus.ts';
import type { ConnectionProblem, PaymentView } from './paymentView.ts';
import { PaymentStatusCheck } from './waiting.tsx';

interface PlaceRowProps extends Pick<QuestionProps, 'onYes' | 'onNo'> {
  /** How a person finds out the outcome at this place. */
  text: string;
  view: PaymentView;
  /** Whether the question that confirms an answer is shown. */
  isAsked: boolean;
  onCharged: (event: MouseEvent) => void;
  onNotCharged: (event: MouseEvent) => void;
  /** Further inputs of this answer, such as its note. */
  children?: ReactNode;
}

function PlaceRow({ text, view, isAsked, children, ...on }: PlaceRowProps) {
  const { labels, operation } = view;
  const { kind } = operation;
  const textId = useId();
  const notChargedButton = useRef<HTMLButtonElement>(null);
  useQuestionState(notChargedButton, isAsked);
  const orderNumber = shownText(operation.orderNumber);
  return (
    <li className="tillkit-payment-status-place">
      <p id={textId}>{orderNumber ? withIsolatedNumber(text, orderNumber) : text}</p>
      {children}
      {isAsked ? (
        <Question
          title={labels.confirmTitle({ kind })}
          text={labels.confirmSentence({ kind })}
          yes={labels.confirmYes({ kind })}
          no={labels.confirmNo}
          onYes={on.onYes}
          onNo={on.onNo}
        />
      ) : (
        <fieldset className="tillkit-payment-status-answers" aria-labelledby={textId}>
          <Button onClick={on.onCharged}>{labels.charged({ kind })}</Button>
          <Button ref={notChargedButton} onClick={on.onNotCharged}>
            {labels.notCharged({ kind })}
          </Button>
        </fieldset>
      )}
    </li>
  );
}

/**
 * The places where a person can see the outcome, each with its answers. An answer resolves the operation; "not
 * charged" must be confirmed.
 */
function Places({ view }: { view: PaymentView }) {
  const { operation, labels } = view;
  const { clock } = usePaymentsContext();
  const operations = useTerminalOperations();
  const [paintedAt] = useState(() => clock.monotonic());
  const [asked, setAsked] = useState<ResolutionBasis>();
  const [note, setNote] = useState('');
  const [backAt, setBackAt] = useState(-Infinity);
  const [tries, setTries] = useState(0);
  const noteInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (tries > 0) noteInput.current?.focus();
  }, [tries]);

  const answer = (basis: ResolutionBasis, then: () => void, presses = 1) => {
    const now = clock.monotonic();
    // The second click of a double click was meant for the previous screen.
    if (now - paintedAt <= minShownMs || (presses > 1 && now - backAt <= minShownMs)) return;
    if (basis === 'other' && note.trim() === '') setTries(tries + 1);
    else then();
  };
  const resolve = (basis: ResolutionBasis, charged: boolean) =>
    operations.resolveUnknown(operation.id, { charged, basis, note: basis === 'other' ? note : undefined });

  return (
    <ul className="tillkit-payment-status-places">
      {placesOf(view).map(({ basis, text }) => (
        <PlaceRow
          key={basis}
          text={text}
          view={view}
          isAsked={asked === basis}
          onCharged={({ detail }) => answer(basis, () => resolve(basis, true), detail)}
          onNotCharged={({ detail }) => answer(basis, () => setAsked(basis), detail)}
          onYes={() => answer(basis, () => resolve(basis, false))}
          onNo={() => {
            setAsked(undefined);
            setBackAt(clock.monotonic());
          }}
        >
          {basis === 'other' && tries > 0 && (
            <TextField
              ref={noteInput}
              label={labels.note}
              value={note}
              onValueChange={setNote}
              error={note.trim() === '' ? labels.noteMissing : undefined}
              // Enter must not submit a host's form around this input.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
        </PlaceRow>
      ))}
    </ul>
  );
}

/** Puts the number into an element of its own, so that a style sheet can keep it on one line. */
function withIsolatedNumber(sentence: string, number: string) {
  return sentence.split(number).map((text, place) => (
    <Fragment key={place}>
      {place > 0 && <bdi>{number}</bdi>}
      {text}
    </Fragment>
  ));
}

interface ReferenceIdProps {
  value: string;
  /** The words for the id, such as "Reference". */
  what: string;
  labels: PaymentStatusLabels;
}

/** An id, shortened in the middle if it is long. It is copied in full. */
export function ReferenceId({ value, what, labels }: ReferenceIdProps) {
  const { announce } = usePaymentsContext();
  const [state, setState] = useState<'short' | 'copied' | 'whole'>('short');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
      announce(labels.copied);
    } catch {
      setState('whole'); // without a clipboard, the id can be selected by hand
    }
  };
  return (
    <span className="tillkit-payment-status-reference">
      <bdi
        className="tillkit-id"
        title={value}
        onCopy={(event) => {
          event.preventDefault();
          event.clipboardData.setData('text/plain', value);
        }}
      >
        {state === 'whole' ? value : shortened(value)}
      </bdi>
      <button
        type="button"
        className="tillkit-payment-status-copy"
        aria-label={labels.copy({ what })}
        onClick={() => void copy()}
      >
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
      </button>
    </span>
  );
}

const endLength = 6;

function shortened(id: string): string {
  return id.length <= 2 * endLength + 3 ? id : `${id.slice(0, endLength)}…${id.slice(-endLength)}`;
}

function DetailRows({ view }: { view: PaymentView }) {
  const { operation, labels, terminal, formatTime } = view;
  const { createdAt, endedAt, orderNumber, pnRefNum, msgIdentifier, phase, error } = operation;
  const code =
    phase === 'rejected' && error && !isRejectedForLackOfApproval(operation)
      ? String(error.status ?? error.code)
      : undefined;
  const rows: [string, ReactNode][] = [
    [labels.terminal, <bdi key="terminal">{terminal}</bdi>],
    [labels.time, formatTime(phase === 'unknown' ? createdAt : (endedAt ?? createdAt))],
    [labels.orderNumber, orderNumber && <bdi key="order">{shownText(orderNumber)}</bdi>],
    [
      labels.reference,
      pnRefNum && <ReferenceId key="reference" value={pnRefNum} what={labels.reference} labels={labels} />,
    ],
    [
      labels.messageId,
      !pnRefNum && msgIdentifier && (
        <ReferenceId key="message" value={msgIdentifier} what={labels.messageId} labels={labels} />
      ),
    ],
    [labels.code, code && <ReferenceId key="code" value={code} what={labels.code} labels={labels} />],
  ];
  return termRows(rows);
}

/** The rows of a `dl`. A row without a value is left out. */
export const termRows = (rows: readonly [term: string, value: ReactNode][]) =>
  rows.map(
    ([term, value]) =>
      value && (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="tillkit-figures">{value}</dd>
        </div>
      ),
  );

/**
 * Terminal, time and numbers: what a person needs to find the payment again. While the outcome is unknown,
 * `PaymentStatus.More` shows these.
 */
export const PaymentStatusDetails = /*#__PURE__*/ definePart(
  'dl',
  function PaymentStatusDetails({ view, ending }) {
    if (!view || !ending || view.operation.phase === 'unknown') return undefined;
    return { className: 'tillkit-payment-status-details', children: <DetailRows view={view} /> };
  },
);

/** A warning while the outcome is unknown. */
export const PaymentStatusCaution = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusCaution({ view, labels }) {
    if (view?.operation.phase !== 'unknown') return undefined;
    const { operation, terminal } = view;
    return {
      className: 'tillkit-notice',
      'data-tone': 'attention',
      children: noticeContent('alert', labels.unknownCaution({ kind: operation.kind, terminal })),
    };
  },
);

/** The places to look for the outcome, the best one first. A person's answer is recorded with the place. */
export const PaymentStatusResolve = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusResolve({ view, labels }) {
    const owner = useOwnerKey();
    if (view?.operation.phase !== 'unknown') return undefined;
    return {
      className: 'tillkit-payment-status-resolve',
      children: (
        <>
          <h3>{labels.findOut}</h3>
          <Places key={`${owner} ${view.operation.id}`} view={view} />
        </>
      ),
    };
  },
);

/** More about an unknown outcome, on request: whether processing was seen, and the payment's numbers. */
export const PaymentStatusMore = /*#__PURE__*/ definePart(
  'details',
  function PaymentStatusMore({ view, labels }) {
    if (view?.operation.phase !== 'unknown') return undefined;
    const { seenProcessing } = view.operation;
    return {
      className: 'tillkit-details tillkit-payment-status-more',
      children: (
        <>
          <summary>{labels.unknownMore}</summary>
          <p>{withFullStop(seenProcessing ? labels.seenProcessing : labels.notSeenProcessing)}</p>
          <dl className="tillkit-payment-status-details">
            <DetailRows view={view} />
          </dl>
        </>
      ),
    };
  },
);

export interface PaymentStatusConnectionState extends Pick<TerminalOperation, 'connection'> {}

/** Says that polling the service has problems. These say nothing about the payment. */
export const PaymentStatusConnection = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusConnection({ view, ending }) {
    const { connection = 'ok', phase } = view?.operation ?? {};
    if (!view || connection === 'ok' || (ending && phase !== 'unknown')) return undefined;
    const children = (
      <>
        <Icon name={connection === 'slowed' ? 'clock' : connection === 'degraded' ? 'offline' : 'alert'} />
        <ConnectionSentence view={view} connection={connection} />
      </>
    );
    return { className: 'tillkit-notice', 'data-tone': 'attention', children, state: { connection } };
  },
);

/** Subscribes to the poll times by itself, so that a poll renders this sentence only. */
function ConnectionSentence({ view, connection }: { view: PaymentView; connection: ConnectionProblem }) {
  const { labels, formatClock } = view;
  const { lastCheckedAt, nextCheckAt } = useOperation(view.operation.id) ?? {};
  const last = lastCheckedAt === undefined ? undefined : formatClock(lastCheckedAt);
  const next = nextCheckAt === undefined ? undefined : formatClock(nextCheckAt);
  const sentences = {
    degraded: [labels.degraded, last && labels.lastAnswer({ time: last })],
    slowed: [labels.slowed, next && labels.nextCheck({ time: next })],
    'needs-auth': [labels.needsAuth],
  }[connection];
  return <p>{sentences.filter(Boolean).join(' ')}</p>;
}

/** Says how to find out the outcome, and takes a person's answer. */
export const PaymentStatusUnknown = /*#__PURE__*/ definePart('div', function PaymentStatusUnknown({ view }) {
  const operations = useTerminalOperations();
  if (view?.operation.phase !== 'unknown') return undefined;
  const { id } = view.operation;
  return {
    className: 'tillkit-payment-status-unknown',
    children: (
      <>
        <PaymentStatusCaution />
        <PaymentStatusResolve />
        {operations.canCheck(id) && (
          <div className="tillkit-payment-status-late">
            <StillAsking id={id} sentence={view.labels.stillAsking} />
            <PaymentStatusCheck />
          </div>
        )}
        <PaymentStatusConnection />
        <PaymentStatusMore />
      </>
    ),
  };
});

function StillAsking({ id, sentence }: { id: string; sentence: string }) {
  const isAsked = useOperation(id)?.nextCheckAt !== undefined;
  return isAsked && <p className="tillkit-hint">{sentence}</p>;
}
