import { useShop } from './shop.ts';
import { figuresOf, useToday } from './today.ts';
import { TodayRow } from './TodayRow.tsx';

export interface TodayProps {
  title: string;
  /** Only this terminal's. */
  terminalId?: string | undefined;
  /** Whether a payment may be voided, captured or refunded here. */
  hasActions?: boolean | undefined;
}

export function Today({ title, terminalId, hasActions }: TodayProps) {
  const { words, money } = useShop();
  const operations = useToday(terminalId);
  const { approvedCents, refundedCents } = figuresOf(operations);
  const sums = [
    approvedCents > 0 && words.approvedSum(money(approvedCents)),
    refundedCents > 0 && words.refundedSum(money(refundedCents)),
  ].filter(Boolean);

  return (
    <section className="panel" aria-labelledby="today">
      <div className="panel-head">
        <h2 id="today" className="section-title">
          {title}
        </h2>
        {sums.length > 0 && <p className="quiet figures">{sums.join(' · ')}</p>}
      </div>
      {operations.length === 0 ? (
        <p className="quiet">{words.noPayments}</p>
      ) : (
        <ul className="today">
          {operations.map((operation) => (
            <TodayRow key={operation.id} operation={operation} hasActions={hasActions} />
          ))}
        </ul>
      )}
    </section>
  );
}
