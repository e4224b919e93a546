import { useOperations } from 'tillkit';
import { formatCents, isOpen } from 'tillkit/core';
import { money } from './payments.ts';
import { TodayRow } from './TodayRow.tsx';

/** Today's payments, newest first, and whatever is still open from before. */
export function Today() {
  const operations = useOperations().filter((operation) => isOpen(operation) || isToday(operation.createdAt));
  const approvedCents = operations
    .filter(({ phase }) => phase === 'complete')
    .reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);

  return (
    <section className="panel" aria-labelledby="today">
      <div className="panel-head">
        <h2 id="today" className="section-title">
          Today
        </h2>
        {approvedCents > 0 && <p className="quiet figures">{formatCents(approvedCents, money)} approved</p>}
      </div>
      {operations.length === 0 ? (
        <p className="quiet">Payments you take show here.</p>
      ) : (
        <ul className="today">
          {operations.map((operation) => (
            <TodayRow key={operation.id} operation={operation} />
          ))}
        </ul>
      )}
    </section>
  );
}

function isToday(time: number): boolean {
  return new Date(time).toDateString() === new Date().toDateString();
}
