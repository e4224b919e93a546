import { useState } from 'react';
import { PaymentStatus, TransactionActions, useAllTerminals } from 'tillkit';
import * as Parts from 'tillkit/parts';
import { approvedCents, type TerminalOperation } from 'tillkit/core';
import { Icon } from './Icon.tsx';
import { outcomeOf } from './outcome.ts';
import { useShop } from './shop.ts';
import type { DayLine } from './today.ts';

export interface TodayRowProps {
  line: DayLine;
  hasActions?: boolean | undefined;
}

/** One payment in a line. Opened, it shows all details and the actions. */
export function TodayRow({ line, hasActions = false }: TodayRowProps) {
  const { words, labels, locale, money } = useShop();
  const [isOpened, setIsOpened] = useState(false);
  const { data: terminals } = useAllTerminals();
  const { operation } = line;
  const { terminalId, createdAt } = operation;
  const { icon, tone, word } = outcomeOf(operation, words, labels);
  const amountCents = amountCentsOf(line);
  const amount = amountCents !== undefined && money(amountCents);
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
          <span className="today-amount">{isMoved(operation) ? amount : <s>{amount}</s>}</span>
          <Icon name="chevron" />
        </summary>
        {isOpened && <Details line={line} hasActions={hasActions} />}
      </details>
    </li>
  );
}

/** An amount that was not moved is struck through. */
function isMoved({ phase, resolution }: Pick<TerminalOperation, 'phase' | 'resolution'>): boolean {
  if (phase === 'resolved') return resolution?.charged === true;
  return phase !== 'failed' && phase !== 'rejected';
}

/** How the operation changes the shop's money: a void or a refund counts as negative. */
function amountCentsOf({ operation, transaction }: DayLine): number | undefined {
  const { kind } = operation;
  const cents = approvedCents(operation);
  if (kind === 'void') return transaction && -transaction.authorizedCents;
  return kind === 'refund' && cents !== undefined ? -cents : cents;
}

function Details({ line, hasActions }: Required<TodayRowProps>) {
  const { words } = useShop();
  const { operation, transaction, isStanding, isOfAnotherTill } = line;
  const isFirst = operation.kind === 'pay' || operation.kind === 'preAuth';
  if (hasActions && isFirst && transaction) {
    return <TransactionActions className="today-status" transaction={transaction} />;
  }
  if (isStanding) return <PaymentStatus className="today-status" operationId={operation.id} />;
  return (
    <div className="today-status">
      {transaction && (
        <Parts.TransactionActions.Root transaction={transaction}>
          <Parts.TransactionActions.Entry>
            <Parts.TransactionActions.Facts />
          </Parts.TransactionActions.Entry>
        </Parts.TransactionActions.Root>
      )}
      {isOfAnotherTill && <p className="quiet">{words.elsewhere}</p>}
    </div>
  );
}
