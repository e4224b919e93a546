'use client';
import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { DownloadIcon, SearchIcon } from './linkIcons.tsx';

interface ChoiceProps {
  isPressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A button for one of a few choices. `tillkit-choices` places them side by side. */
export function Choice({ isPressed, onPress, children }: ChoiceProps) {
  return (
    <Button aria-pressed={isPressed} onClick={onPress}>
      {children}
    </Button>
  );
}

interface SearchInput {
  query: string;
  setQuery: (query: string) => void;
  labels: { search: string };
}

/** The props of a part that renders a `label`: a field that searches a list. */
export const searchField = ({ query, setQuery, labels }: SearchInput) => ({
  className: 'tillkit-search tillkit-input-group',
  children: (
    <>
      <SearchIcon />
      <span className="tillkit-visually-hidden">{labels.search}</span>
      <input
        className="tillkit-input"
        type="search"
        dir={query === '' ? undefined : 'auto'}
        placeholder={labels.search}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
    </>
  ),
});

/** The props of a part that renders a `button`: an icon that saves a list as a file. */
export const downloadButton = (label: string, download: (() => void) | undefined) => ({
  'data-variant': 'quiet',
  'data-shape': 'icon',
  'aria-disabled': download ? undefined : true,
  'aria-label': label,
  title: label,
  onClick: download,
  children: <DownloadIcon />,
});

interface DayInput {
  /** The chosen date, in the form `2026-11-26`; undefined if no single day is chosen. */
  date: string | undefined;
  /** Takes a date, or `today` or `yesterday`, which follow the clock. */
  setDay: (day: string) => void;
  dates: { today: string; yesterday: string } | undefined;
  labels: { day: string; today: string; yesterday: string; date: string };
  /** Shown before the choices of a day. */
  before?: ReactNode;
}

/** The props of a part that renders a `fieldset`: the choice of a day. */
export const dayChoice = ({ date, setDay, dates, labels, before }: DayInput) => ({
  className: 'tillkit-choices',
  'aria-label': labels.day,
  children: (
    <>
      {before}
      {(['today', 'yesterday'] as const).map((day) => (
        <Choice key={day} isPressed={date !== undefined && date === dates?.[day]} onPress={() => setDay(day)}>
          {labels[day]}
        </Choice>
      ))}
      <DateInput label={labels.date} date={date} latest={dates?.today} setDay={setDay} />
    </>
  ),
});

/** Earlier dates are ignored: they appear while a year is typed digit by digit. */
const firstDate = '2000-01-01';

interface DateInputProps extends Pick<DayInput, 'date' | 'setDay'> {
  label: string;
  latest: string | undefined;
}

function DateInput({ label, date, latest, setDay }: DateInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      className="tillkit-input"
      type="date"
      aria-label={label}
      max={latest}
      value={typed ?? date ?? ''}
      onBlur={() => setTyped(undefined)}
      onChange={({ target: { value } }) => {
        const isDay = latest !== undefined && value >= firstDate && value <= latest;
        setTyped(isDay ? undefined : value);
        if (isDay) setDay(value);
      }}
    />
  );
}
