'use client';
import { Fragment } from 'react';
import type { RecordedReport } from '../../core/operations/recorded.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { Question } from '../kit/Question.tsx';
import { Sums, useDayName, useFigures } from './boardFigures.tsx';
import { useCloseDayContext } from './useCloseDay.ts';

/** The question for all terminals, with what will be closed. Only its "yes" closes anything. */
export function CloseDayQuestion() {
  return useCloseDayContext().asked?.at === 'board' && <ClosingQuestion />;
}

/** The open question: whether to close a forgotten day, one terminal or several terminals. */
export function ClosingQuestion() {
  const { asked, answer, labels, batchLabels } = useCloseDayContext();
  const count = useCount();
  const dayName = useDayName();
  if (!asked) return null;
  const { terminals, isLateDay } = asked;
  const [first] = terminals;
  if (!first) return null;
  const [lateDay] = first.unclosed?.forgotten ?? [];
  const terminal = first.title;
  const isOne = terminals.length === 1;
  const about = { onYes: () => answer(true), onNo: () => answer(false), no: batchLabels.goBack };
  if (isLateDay && lateDay) {
    const day = dayName(lateDay.date);
    return (
      <Question
        {...about}
        title={labels.lateTitle({ day, terminal })}
        text={labels.lateText}
        yes={labels.closeLate({ day })}
      />
    );
  }
  const whatFollows = [
    isOne ? batchLabels.settles({ terminal }) : labels.settles,
    batchLabels.endsVoids,
    batchLabels.isFinal,
  ];
  return (
    <Question
      {...about}
      title={
        isOne
          ? batchLabels.confirmTitle({ terminal })
          : labels.confirmTitle({ count: count(terminals.length) })
      }
      text={whatFollows.join(' ')}
      yes={batchLabels.confirmYes}
    >
      <dl className="tillkit-close-day-asked">
        {terminals.map(
          ({ id, title, unclosed }) =>
            unclosed && (
              <Fragment key={id}>
                {unclosed.forgotten.map(({ date, report }) => (
                  <Line key={date} name={title} day={dayName(date)} report={report} />
                ))}
                <Line name={title} report={unclosed.report} />
              </Fragment>
            ),
        )}
      </dl>
    </Question>
  );
}

/** A line for one closing: a terminal's forgotten `day` or, without `day`, everything after the forgotten days. */
function Line({ name, day, report }: { name: string; day?: string; report: RecordedReport }) {
  const { payments, sums } = useFigures()(report);
  return (
    <div>
      <dt>
        <bdi>{name}</bdi>
        {day !== undefined && ` · ${day}`}
      </dt>
      <dd>
        {payments} <Sums sums={sums} />
      </dd>
    </div>
  );
}
