'use client';
import { Fragment, type Ref, useId, useRef, useState } from 'react';
import type { ResolutionBasis, TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperation, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { Icon } from '../kit/Icon.tsx';
import { Question, useAsking } from '../kit/Question.tsx';
import { FieldError, TextField } from '../kit/fields.tsx';
import { useListDigits } from '../kit/useListDigits.ts';
import { shownText } from '../terminal-picker/useTerminalList.ts';
import { definePart, findSteps, type PaymentView, useTicking } from './usePaymentStatus.ts';

export interface BasisFieldProps {
  value: ResolutionBasis | undefined;
  onValueChange: (basis: ResolutionBasis) => void;
  error: string | undefined;
  labels: PaymentStatusLabels;
  /** The first choice, for the focus. */
  inputRef: Ref<HTMLInputElement>;
}

/** Where a person saw what became of an operation. */
function BasisField({ value, onValueChange, error, labels, inputRef }: BasisFieldProps) {
  const id = useId();
  const choices: [ResolutionBasis, string][] = [
    ['terminal-screen', labels.basisTerminalScreen],
    ['receipt', labels.basisReceipt],
    ['back-office', labels.basisBackOffice],
    ['other', labels.basisOther],
  ];
  return (
    <fieldset
      className="tillkit-field tillkit-payment-status-basis"
      aria-describedby={error ? `${id}error` : undefined}
      data-invalid={error ? '' : undefined}
    >
      <legend className="tillkit-label">{labels.basis}</legend>
      <div className="tillkit-payment-status-choices">
        {choices.map(([basis, label], index) => (
          <label key={basis} className="tillkit-check">
            <input
              ref={index === 0 ? inputRef : undefined}
              type="radio"
              name={id}
              checked={value === basis}
              onChange={() => onValueChange(basis)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
    </fieldset>
  );
}

export interface ResolveUnknownProps {
  operation: TerminalOperation;
  labels: PaymentStatusLabels;
}

/** A person says what became of it, and where it was seen. "Not charged" is asked once more. */
function ResolveUnknown({ operation, labels }: ResolveUnknownProps) {
  const operations = useTerminalOperations();
  const { id, kind } = operation;
  const [basis, setBasis] = useState<ResolutionBasis>();
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const basisInput = useRef<HTMLInputElement>(null);
  const noteInput = useRef<HTMLInputElement>(null);
  const notChargedButton = useRef<HTMLButtonElement>(null);
  const [isConfirming, setIsConfirming] = useAsking(notChargedButton);
  const lacksNote = basis === 'other' && note.trim() === '';

  const answer = (then: (basis: ResolutionBasis) => void) => {
    setIsTried(true);
    if (basis === undefined) basisInput.current?.focus();
    else if (lacksNote) noteInput.current?.focus();
    else then(basis);
  };
  const resolve = (charged: boolean) =>
    answer((seenIn) =>
      operations.resolveUnknown(id, { charged, basis: seenIn, note: seenIn === 'other' ? note : undefined }),
    );

  return (
    <>
      <BasisField
        value={basis}
        onValueChange={setBasis}
        error={isTried && basis === undefined ? labels.basisMissing : undefined}
        labels={labels}
        inputRef={basisInput}
      />
      {basis === 'other' && (
        <TextField
          ref={noteInput}
          label={labels.note}
          value={note}
          onValueChange={setNote}
          error={isTried && lacksNote ? labels.noteMissing : undefined}
        />
      )}
      {isConfirming ? (
        <Question
          title={labels.confirmTitle({ kind })}
          text={labels.confirmSentence({ kind })}
          yes={labels.confirmYes({ kind })}
          no={labels.confirmNo}
          onYes={() => resolve(false)}
          onNo={() => setIsConfirming(false)}
        />
      ) : (
        <div className="tillkit-payment-status-answers">
          <button type="button" className="tillkit-button" onClick={() => resolve(true)}>
            {labels.charged({ kind })}
          </button>
          <button
            ref={notChargedButton}
            type="button"
            className="tillkit-button"
            onClick={() => answer(() => setIsConfirming(true))}
          >
            {labels.notCharged({ kind })}
          </button>
        </div>
      )}
    </>
  );
}

export interface ReferenceIdProps {
  value: string;
  /** What it is, as "Reference". */
  what: string;
  labels: PaymentStatusLabels;
}

/** An id, shortened in the middle where it is long, and copied whole. */
export function ReferenceId({ value, what, labels }: ReferenceIdProps) {
  const { announce } = usePaymentsContext();
  const [state, setState] = useState<'short' | 'copied' | 'whole'>('short');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
      announce(labels.copied);
    } catch {
      setState('whole'); // no clipboard here: it can be selected by hand
    }
  };
  return (
    <span className="tillkit-payment-status-reference">
      <bdi
        className={state === 'whole' ? 'tillkit-id' : 'tillkit-id tillkit-payment-status-short'}
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

// From here on a time of day says more than seconds.
const longMs = 120_000;

/** When the service was asked last and will be next. It ticks, so it stands outside every live region. */
function Freshness({ view }: { view: PaymentView }) {
  const { operation, labels, count, formatClock } = view;
  const { lastCheckedAt, nextCheckAt } = useOperation(operation.id) ?? {};
  const isSilent =
    operation.connection !== 'ok' || (lastCheckedAt === undefined && nextCheckAt === undefined);
  const sentence = useTicking(usePaymentsContext().clock, (now) => {
    if (isSilent) return undefined;
    const last = lastCheckedAt === undefined ? undefined : Math.max(0, now - lastCheckedAt);
    const next = nextCheckAt === undefined ? undefined : Math.max(0, nextCheckAt - now);
    const seconds = (ms: number | undefined) => (ms === undefined ? undefined : count(Math.round(ms / 1000)));
    if (Math.max(last ?? 0, next ?? 0) <= longMs)
      return labels.freshness({ last: seconds(last), next: seconds(next) });
    const times = [
      lastCheckedAt === undefined ? undefined : { time: formatClock(lastCheckedAt), say: labels.lastAnswer },
      nextCheckAt === undefined ? undefined : { time: formatClock(nextCheckAt), say: labels.nextCheck },
    ];
    return times
      .map((at) => at?.time && at.say({ time: at.time }))
      .filter(Boolean)
      .join(' ');
  });
  return sentence === undefined ? null : <p className="tillkit-hint tillkit-figures">{sentence}</p>;
}

/** When the result was asked for, and asking for it out of turn; says when, where that is not at once. */
function CheckNow({ view }: { view: PaymentView }) {
  const { id } = view.operation;
  const operations = useTerminalOperations();
  const [pressed, setPressed] = useState<{ checkedBefore: number | undefined; allowedAt: number }>();
  const asked = useOperation(pressed && id);
  const isWaiting = pressed !== undefined && pressed.checkedBefore === asked?.lastCheckedAt;
  return (
    <>
      <button
        type="button"
        className="tillkit-button"
        aria-disabled={isWaiting}
        onClick={() => {
          if (isWaiting) return;
          const checkedBefore = operations.get(id)?.lastCheckedAt;
          const { nextAllowedAt } = operations.checkNow(id);
          setPressed({ checkedBefore, allowedAt: nextAllowedAt });
        }}
      >
        {view.labels.checkNow}
      </button>
      {isWaiting ? <CheckWait view={view} allowedAt={pressed.allowedAt} /> : <Freshness view={view} />}
    </>
  );
}

function CheckWait({ view: { labels, count }, allowedAt }: { view: PaymentView; allowedAt: number }) {
  const { clock } = usePaymentsContext();
  const seconds = useTicking(clock, (now) => Math.max(0, Math.ceil((allowedAt - now) / 1000)));
  const isAllowed = seconds <= 0 || !Number.isFinite(seconds);
  return (
    <p className="tillkit-hint tillkit-figures">
      {isAllowed ? labels.checking : labels.checkIn({ seconds: count(seconds) })}
    </p>
  );
}

/** Where a person finds out what became of it, the best place first. */
export const PaymentStatusFindOut = /*#__PURE__*/ definePart('div', function PaymentStatusFindOut({ view }) {
  const digits = useListDigits();
  if (view?.operation.phase !== 'unknown') return undefined;
  const orderNumber = shownText(view.operation.orderNumber);
  return {
    className: 'tillkit-payment-status-find',
    children: (
      <>
        <h3>{view.labels.findOut}</h3>
        <ol style={digits}>
          {findSteps(view).map((step) => (
            <li key={step}>{orderNumber ? apart(step, orderNumber) : step}</li>
          ))}
        </ol>
      </>
    ),
  };
});

/** A sentence whose number has an element of its own: a style sheet can keep it on one line. */
function apart(sentence: string, number: string) {
  return sentence.split(number).map((text, place) => (
    <Fragment key={place}>
      {place > 0 && <bdi>{number}</bdi>}
      {text}
    </Fragment>
  ));
}

/** When the result was asked for, and a button that asks for it out of turn. */
export const PaymentStatusCheck = /*#__PURE__*/ definePart('div', function PaymentStatusCheck({ view }) {
  const operations = useTerminalOperations();
  if (!view || !operations.canCheck(view.operation.id)) return undefined;
  return {
    className: 'tillkit-payment-status-check',
    children: <CheckNow key={view.operation.id} view={view} />,
  };
});

/** A person says what became of it, and where it was seen. */
export const PaymentStatusResolve = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusResolve({ view, labels }) {
    if (view?.operation.phase !== 'unknown') return undefined;
    const { operation } = view;
    return {
      className: 'tillkit-payment-status-resolve',
      children: <ResolveUnknown key={operation.id} operation={operation} labels={labels} />,
    };
  },
);

export interface PaymentStatusConnectionState extends Pick<TerminalOperation, 'connection'> {}

/** Says in words that asking for the result goes badly, which says nothing about the payment. */
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

interface ConnectionSentenceProps {
  view: PaymentView;
  connection: Exclude<PaymentView['operation']['connection'], 'ok'>;
}

/** Reads the times itself: they change with every question, and nothing around it does. */
function ConnectionSentence({ view, connection }: ConnectionSentenceProps) {
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

/** How to find out what became of it, and a person's answer. */
export const PaymentStatusUnknown = /*#__PURE__*/ definePart('div', function PaymentStatusUnknown({ view }) {
  const operations = useTerminalOperations();
  if (view?.operation.phase !== 'unknown') return undefined;
  const { id } = view.operation;
  return {
    className: 'tillkit-payment-status-unknown',
    children: (
      <>
        <PaymentStatusFindOut />
        {operations.canCheck(id) && (
          <div className="tillkit-payment-status-late">
            <StillAsking id={id} sentence={view.labels.stillAsking} />
            <PaymentStatusCheck />
          </div>
        )}
        <PaymentStatusConnection />
        <PaymentStatusResolve />
      </>
    ),
  };
});

function StillAsking({ id, sentence }: { id: string; sentence: string }) {
  const isAsked = useOperation(id)?.nextCheckAt !== undefined;
  return isAsked && <p className="tillkit-hint">{sentence}</p>;
}
