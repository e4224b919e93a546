import { useState } from 'react';
import { PaymentStatus, TransactionActions, useAllTerminals, useOperations } from 'tillkit';
import { approvedCents, type TerminalOperation, transactionOf } from 'tillkit/core';
import { Icon } from './Icon.tsx';
import { outcomeOf } from './outcome.ts';
import { useShop } from './shop.ts';

export interface TodayRowProps {
  operation: TerminalOperation;
  hasActions?: boolean | undefined;
}

/** One payment in a line; opened, all that is known of it, and what can be done with it. */
export function TodayRow({ operation, hasActions = false }: TodayRowProps) {
  const { words, labels, locale, money } = useShop();
  const [isOpened, setIsOpened] = useState(false);
  const { data: terminals } = useAllTerminals();
  const { terminalId, createdAt } = operation;
  const { icon, tone, word } = outcomeOf(operation, words, labels);
  const amountCents = useAmountCents(operation);
  const terminal = terminals && (terminals.find((one) => one.id === terminalId)?.name ?? terminalId);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(createdAt);

  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}>
        <summary className="today-row">
          <span className="today-mark" data-tone={tone}>
            <Icon name={icon} />
          </span>
          <span className="today-word">{word}</span>
          <span className="today-where">
            {time}
            {terminal && (
              <>
                {' · '}
                <bdi>{terminal}</bdi>
              </>
            )}
          </span>
          <span className="today-amount">{amountCents !== undefined && money(amountCents)}</span>
          <Icon name="chevron" />
        </summary>
        {isOpened && <Details operation={operation} hasActions={hasActions} />}
      </details>
    </li>
  );
}

/** What the operation does to the shop's money: what is voided or refunded goes back. */
function useAmountCents(operation: TerminalOperation): number | undefined {
  const { kind, pnRefNum = '' } = operation;
  const amountCents = approvedCents(operation);
  const voided = transactionOf(useOperations(), pnRefNum);
  if (kind === 'void') return voided && -voided.authorizedCents;
  return kind === 'refund' && amountCents !== undefined ? -amountCents : amountCents;
}

function Details({ operation, hasActions }: Required<TodayRowProps>) {
  const { id, kind, pnRefNum = '' } = operation;
  const isFirst = kind === 'pay' || kind === 'preAuth';
  const transaction = transactionOf(useOperations(), pnRefNum);
  if (hasActions && isFirst && transaction) {
    return <TransactionActions className="today-status" transaction={transaction} />;
  }
  return <PaymentStatus className="today-status" operationId={id} />;
}
