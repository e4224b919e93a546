'use client';
import { forwardRef, type ReactNode, useId, useState } from 'react';
import { useOperation, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Button } from '../kit/Button.tsx';
import { Icon, noticeContent } from '../kit/Icon.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { definePart, useIsLong, useTicking, useUnderWay } from './usePaymentStatus.ts';
import { type PaymentView } from './paymentView.ts';

function ElapsedTime({ since, label }: { since: number; label: string }) {
  const { clock, locale } = usePaymentsContext();
  const seconds = useTicking(clock, (now) => Math.max(0, Math.floor((now - since) / 1000)));
  const digits = (count: number, minimumIntegerDigits: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits, useGrouping: false }).format(count);
  return (
    <>
      <span className="tillkit-visually-hidden">{label} </span>
      <span>{`${digits(Math.floor(seconds / 60), 1)}:${digits(seconds % 60, 2)}`}</span>
    </>
  );
}

/** The elapsed time in minutes and seconds. It ticks, so it is outside of every live region. */
export const PaymentStatusElapsed = /*#__PURE__*/ definePart('span', function PaymentStatusElapsed() {
  const view = useUnderWay();
  if (!view) return undefined;
  return {
    className: 'tillkit-payment-status-elapsed tillkit-figures',
    children: <ElapsedTime since={view.operation.createdAt} label={view.labels.elapsed} />,
  };
});

/** Warns if a reload would lose the operation. */
export const PaymentStatusNotDurable = /*#__PURE__*/ definePart('p', function PaymentStatusNotDurable() {
  const operations = useTerminalOperations();
  const view = useUnderWay();
  if (!view || operations.isDurable) return undefined;
  return { className: 'tillkit-hint', children: view.labels.notDurable };
});

/** What happens now. If the operation has not been seen to start for a while, says what to do. */
export const PaymentStatusNow = /*#__PURE__*/ forwardRef<HTMLParagraphElement, PartProps<'p'>>(
  function PaymentStatusNow(props, ref) {
    const view = useUnderWay();
    if (!view) return null;
    const { operation, labels, terminal, isStalled } = view;
    const { kind, phase, status } = operation;
    if (isStalled) {
      const children = noticeContent('clock', labels.stalled({ kind, terminal }));
      const own = { className: 'tillkit-notice', 'data-tone': 'attention', children };
      return <Part as="div" ref={ref} own={own} given={props} />;
    }
    const now = status === 'processing' ? labels.processingNow : labels.waitingNow;
    const own = {
      className: 'tillkit-payment-status-now',
      children: phase === 'sending' ? labels.sendingNow({ terminal }) : now({ kind, terminal }),
    };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);

/** The three steps of an operation: sent, at the terminal, result. */
export const PaymentStatusSteps = /*#__PURE__*/ definePart('ol', function PaymentStatusSteps() {
  const view = useUnderWay();
  if (!view) return undefined;
  const { labels, operation } = view;
  const steps = [labels.stepSent, labels.stepTerminal, labels.stepResult];
  const current = operation.phase === 'sending' ? 0 : 1;
  return {
    className: 'tillkit-payment-status-steps',
    children: steps.map((label, index) => (
      <li
        key={label}
        className="tillkit-payment-status-step"
        data-step={index < current ? 'done' : index === current ? 'current' : 'next'}
        aria-current={index === current ? 'step' : undefined}
      >
        <span className="tillkit-payment-status-dot">{index < current && <Icon name="check" />}</span>
        {label}
      </li>
    )),
  };
});

/** Stops waiting, which does not cancel the payment: its outcome becomes unknown. */
export const PaymentStatusStop = /*#__PURE__*/ definePart('button', function PaymentStatusStop() {
  const operations = useTerminalOperations();
  const view = useUnderWay();
  if (view?.operation.phase !== 'waiting') return undefined;
  return {
    'data-variant': 'quiet',
    onClick: () => operations.stopWaiting(view.operation.id),
    children: view.labels.stopWaiting,
  };
});

// For longer times the time of day is shown instead of seconds.
const longMs = 120_000;

/** When the service was last polled, and when the next poll is. The text ticks, so no live region contains it. */
function PollTimes({ view }: { view: PaymentView }) {
  const { operation, labels, count, formatClock } = view;
  const operations = useTerminalOperations();
  // The times are read at each tick, so that a poll between two ticks renders nothing.
  const sentence = useTicking(usePaymentsContext().clock, (now) => {
    const { lastCheckedAt, nextCheckAt } = operations.get(operation.id) ?? {};
    const isSilent =
      operation.connection !== 'ok' || (lastCheckedAt === undefined && nextCheckAt === undefined);
    if (isSilent) return undefined;
    const last = lastCheckedAt === undefined ? undefined : Math.max(0, now - lastCheckedAt);
    const next = nextCheckAt === undefined ? undefined : Math.max(0, nextCheckAt - now);
    const seconds = (ms: number | undefined) => (ms === undefined ? undefined : count(Math.round(ms / 1000)));
    if (Math.max(last ?? 0, next ?? 0) <= longMs)
      return labels.freshness({ last: seconds(last), next: seconds(next) });
    const at = (say: typeof labels.nextCheck, checkAt: number | undefined) => {
      const time = checkAt === undefined ? undefined : formatClock(checkAt);
      return time && say({ time });
    };
    const times = [at(labels.lastAnswer, lastCheckedAt), at(labels.nextCheck, nextCheckAt)];
    return times.filter(Boolean).join(' ');
  });
  return sentence === undefined ? null : <p className="tillkit-hint tillkit-figures">{sentence}</p>;
}

/** The button that polls at once, and the times of the polls. If a poll must wait, a countdown replaces the times. */
function CheckNow({ view }: { view: PaymentView }) {
  const { id } = view.operation;
  const operations = useTerminalOperations();
  const [pressed, setPressed] = useState<{ checkedBefore: number | undefined; allowedAt: number }>();
  const asked = useOperation(pressed && id);
  const isWaiting = pressed !== undefined && pressed.checkedBefore === asked?.lastCheckedAt;
  return (
    <>
      <Button
        aria-disabled={isWaiting}
        data-busy={isWaiting ? '' : undefined}
        onClick={() => {
          if (isWaiting) return;
          const checkedBefore = operations.get(id)?.lastCheckedAt;
          const { nextAllowedAt } = operations.checkNow(id);
          setPressed({ checkedBefore, allowedAt: nextAllowedAt });
        }}
      >
        {view.labels.checkNow}
      </Button>
      {isWaiting ? <CheckWait view={view} allowedAt={pressed.allowedAt} /> : <PollTimes view={view} />}
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

/** When the service was polled last, and a button that polls at once. */
export const PaymentStatusCheck = /*#__PURE__*/ definePart('div', function PaymentStatusCheck({ view }) {
  const operations = useTerminalOperations();
  if (!view || !operations.canCheck(view.operation.id)) return undefined;
  return {
    className: 'tillkit-payment-status-check',
    children: <CheckNow key={view.operation.id} view={view} />,
  };
});

const controls = (
  <>
    <PaymentStatusCheck />
    <PaymentStatusStop />
  </>
);

export interface PaymentStatusWaitingState {
  open: boolean;
}

interface PaymentStatusWaitingProps {
  /** The content of the panel; default the buttons that poll at once and that stop waiting. */
  children?: ReactNode;
}

/**
 * What a person can do if the result takes long. The panel opens by a press or after 20 s. Its space is reserved, so
 * nothing moves when the panel opens.
 */
export const PaymentStatusWaiting = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusWaiting(_, { children = controls, ...props }: PaymentStatusWaitingProps) {
    const panelId = useId();
    const [pressed, setPressed] = useState<{ id: string; open: boolean }>();
    const view = useUnderWay();
    const { id = '', phase, createdAt, acceptedAt = createdAt } = view?.operation ?? {};
    const isWaiting = phase === 'waiting';
    const isLong = useIsLong(isWaiting ? acceptedAt : undefined);
    if (!view) return undefined;
    const open = isWaiting && (pressed?.id === id ? pressed.open : isLong);
    const state: PaymentStatusWaitingState = { open };
    return {
      className: 'tillkit-payment-status-waiting',
      state,
      given: props,
      children: (
        <>
          <button
            type="button"
            className="tillkit-payment-status-toggle"
            style={isWaiting ? undefined : unseen}
            aria-expanded={open}
            aria-controls={panelId}
            onClick={() => setPressed({ id, open: !open })}
          >
            {view.labels.takingLong}
            <Icon name="chevron" />
          </button>
          <div className="tillkit-payment-status-long" id={panelId} style={open ? undefined : unseen}>
            {children}
          </div>
        </>
      ),
    };
  },
);

const unseen = { visibility: 'hidden' } as const; // keeps its space, so that nothing moves when it opens
