'use client';
import { forwardRef, useId } from 'react';
import { isUnseen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { paymentEnding } from '../payment-status/paymentEnding.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { paymentStatusLabels } from '../payment-status/paymentStatusEnglish.ts';
import { usePaymentAnnouncement } from '../payment-status/usePaymentAnnouncement.ts';
import { usePaymentView } from '../payment-status/usePaymentView.ts';
import { sinceTime } from './sinceTime.ts';
import { useOpenOperationsContext } from './useOpenOperationsContext.ts';

export interface OpenOperationsRowState extends Pick<TerminalOperation, 'phase' | 'kind'> {
  /** It is another operator's. */
  busy: boolean;
}

export interface OpenOperationsRowProps extends PartProps<'li', OpenOperationsRowState> {
  operation: TerminalOperation;
}

/** An operation in one line, which opens in place to its status. */
export const OpenOperationsRow = forwardRef<HTMLLIElement, OpenOperationsRowProps>(function OpenOperationsRow(
  { operation, ...props },
  ref,
) {
  const { list, labels, showsTerminal, noteOf } = useOpenOperationsContext();
  const { operations, locale, timeZone } = usePaymentsContext();
  const view = usePaymentView(operation, useLabels('paymentStatus', paymentStatusLabels));
  usePaymentAnnouncement(view);
  const panelId = useId();
  const { kind, phase, createdAt } = operation;
  const isOpened = operation.id === list.openedId;
  const isOther = operation.scope !== operations.scope;
  const ending = paymentEnding(view);
  const note = noteOf?.(operation);
  const format = timeZone && { now: operations.clock.now(), locale, timeZone };
  const time = format ? sinceTime(createdAt, format) : undefined;
  const done = isUnseen(operation) && !isOther && (
    <button type="button" className="tillkit-button" onClick={() => list.acknowledge(operation)}>
      {labels.acknowledge}
    </button>
  );
  const hasEnded = ending !== undefined && phase !== 'unknown';
  const sinceWords = isOther ? labels.busySince : labels.since;
  const shownTime = time && (hasEnded ? time : sinceWords({ time }));
  const own = {
    className: 'tillkit-open-operations-row',
    children: (
      <>
        <button
          type="button"
          className="tillkit-open-operations-summary"
          aria-expanded={isOpened}
          aria-controls={isOpened ? panelId : undefined}
          onClick={() => list.toggle(operation)}
        >
          <span className="tillkit-open-operations-what">
            <bdi className="tillkit-open-operations-amount tillkit-figures">
              {isOther ? labels.otherOperator : (view.amount ?? labels.kind({ kind }))}
            </bdi>{' '}
            {!isOther && view.amount !== undefined && (
              <span className="tillkit-open-operations-kind">{labels.kind({ kind })}</span>
            )}
          </span>{' '}
          <span className="tillkit-open-operations-state" data-tone={ending?.tone}>
            <Icon name={ending?.icon ?? 'clock'} />
            {ending?.title ?? (phase === 'sending' ? labels.sending : labels.waiting)}
          </span>{' '}
          <span className="tillkit-open-operations-where tillkit-figures">
            {showsTerminal && <bdi>{view.terminal}</bdi>} {shownTime && <span>{shownTime}</span>}
          </span>{' '}
          <span className="tillkit-open-operations-chevron">
            <Icon name="chevron" />
          </span>
        </button>
        {note && <p className="tillkit-hint tillkit-open-operations-note">{note}</p>}
        {isOpened && (
          <div className="tillkit-open-operations-panel" id={panelId}>
            <PaymentStatus operationId={operation.id} actions={done} />
          </div>
        )}
      </>
    ),
  };
  const state: OpenOperationsRowState = { phase, kind, busy: isOther };
  return <Part as="li" ref={ref} own={own} given={props} state={state} />;
});
