import { useState } from 'react';
import { PaymentStatus, useAllTerminals } from 'tillkit';
import { formatCents, type TerminalOperation } from 'tillkit/core';
import { Icon } from './Icon.tsx';
import { outcomeOf } from './outcome.ts';
import { money } from './payments.ts';

const timeFormat = new Intl.DateTimeFormat(money.locale, { timeStyle: 'short' });

/** One payment in a line; opened, all that is known of it, and what to do where nobody knows how it ended. */
export function TodayRow({ operation }: { operation: TerminalOperation }) {
  const [isOpened, setIsOpened] = useState(false);
  const { data: terminals = [] } = useAllTerminals();
  const { id, terminalId, amountCents, createdAt } = operation;
  const { icon, tone, word } = outcomeOf(operation);
  const terminal = terminals.find((one) => one.id === terminalId)?.name ?? terminalId;

  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}>
        <summary className="today-row">
          <span className="today-mark" data-tone={tone}>
            <Icon name={icon} />
          </span>
          <span className="today-word">{word}</span>
          <span className="today-where">
            {timeFormat.format(createdAt)} · {terminal}
          </span>
          <span className="today-amount">{amountCents !== undefined && formatCents(amountCents, money)}</span>
          <Icon name="chevron" />
        </summary>
        {isOpened && <PaymentStatus className="today-status" operationId={id} />}
      </details>
    </li>
  );
}
