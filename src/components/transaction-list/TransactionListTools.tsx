'use client';
import { useEffect } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Button } from '../kit/Button.tsx';
import { Choice, dayChoice, searchField } from '../kit/listTools.tsx';
import { shownText } from '../kit/shownText.ts';
import { useTerminalTitles } from '../terminal-picker/useTerminalList.ts';
import { definePart, outcomeFilters, type TransactionOutcome } from './useTransactionList.ts';

/** The choice of a day: today, yesterday or a date. With a search, or a filter by unknown or unseen outcomes, also any day. */
export const TransactionListDay = /*#__PURE__*/ definePart(
  'fieldset',
  function TransactionListDay({ day, setDay, canChooseDay, canBeAnyDay, dates, labels }) {
    if (!canChooseDay) return undefined;
    return dayChoice({
      date: day === 'today' ? dates?.today : day === 'any' ? undefined : day,
      setDay: (next) => setDay(next === 'yesterday' ? (dates?.yesterday ?? 'today') : next),
      dates,
      labels,
      before: canBeAnyDay && (
        <Choice isPressed={day === 'any'} onPress={() => setDay('any')}>
          {labels.anyDay}
        </Choice>
      ),
    });
  },
);

/** Searches by amount, or by the number of an order or a payment. */
export const TransactionListSearch = /*#__PURE__*/ definePart('label', function TransactionListSearch(list) {
  return searchField(list);
});

/** Says whether the search is read as an amount or as a number, and offers the other reading if there is one. */
export const TransactionListReading = /*#__PURE__*/ definePart(
  'p',
  function TransactionListReading({ reading }) {
    const { announce } = usePaymentsContext();
    const said = reading?.sentence;
    useEffect(() => {
      if (said !== undefined) announce(said);
    }, [said, announce]);
    if (!reading) return undefined;
    const { sentence, other } = reading;
    return {
      className: 'tillkit-hint tillkit-transaction-list-reading',
      children: (
        <>
          <span>{sentence}</span>{' '}
          {other && (
            <Button data-variant="quiet" data-size="small" onClick={other.choose}>
              {other.sentence}
            </Button>
          )}
        </>
      ),
    };
  },
);

interface SelectProps {
  label: string;
  /** The label of the option that removes the filter. */
  all: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  options: readonly { value: string; label: string }[];
}

function Select({ label, all, value = '', onChange, options }: SelectProps) {
  return (
    <select
      className="tillkit-input"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

const outcomes = /*#__PURE__*/ Object.keys(outcomeFilters) as TransactionOutcome[];

/** Filters by outcome, by terminal, and by the person who started a payment. */
export const TransactionListFilters = /*#__PURE__*/ definePart(
  'fieldset',
  function TransactionListFilters({ labels, ...list }) {
    const { outcome, setOutcome, canChooseOutcome } = list;
    const { terminal, setTerminal, canChooseTerminal, actor, setActor, actors } = list;
    const { titles } = useTerminalTitles();
    const hasTerminals = canChooseTerminal && titles.size > 1;
    const hasActors = actors.length > 1 || actor !== undefined;
    if (!canChooseOutcome && !hasTerminals && !hasActors) return undefined;
    return {
      className: 'tillkit-transaction-list-filters',
      'aria-label': labels.filter,
      children: (
        <>
          {canChooseOutcome && (
            <div className="tillkit-choices">
              {[undefined, ...outcomes].map((choice) => (
                <Choice
                  key={choice ?? 'all'}
                  isPressed={choice === outcome}
                  onPress={() => setOutcome(choice)}
                >
                  {labels[choice ?? 'all']}
                </Choice>
              ))}
            </div>
          )}
          {(hasTerminals || hasActors) && (
            <div className="tillkit-choices">
              {hasTerminals && (
                <Select
                  label={labels.terminal}
                  all={labels.anyTerminal}
                  value={terminal}
                  onChange={setTerminal}
                  options={[...titles].map(([id, title]) => ({ value: id, label: title }))}
                />
              )}
              {hasActors && (
                <Select
                  label={labels.actor}
                  all={labels.anyActor}
                  value={actor}
                  onChange={setActor}
                  options={actors.map((name) => ({ value: name, label: shownText(name) }))}
                />
              )}
            </div>
          )}
        </>
      ),
    };
  },
);

/** Day, search and filters. */
export const TransactionListTools = /*#__PURE__*/ definePart('div', function TransactionListTools() {
  return { className: 'tillkit-transaction-list-tools', role: 'search' };
});
