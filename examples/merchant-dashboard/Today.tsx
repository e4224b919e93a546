import { useShop } from './shop.ts';
import { useFigures, useToday } from './today.ts';
import { TodayRow } from './TodayRow.tsx';

export interface TodayProps {
  title: string;
  /** Only this terminal's operations. */
  terminalId?: string | undefined;
  /** Whether payments may be voided, captured or refunded here. */
  hasActions?: boolean | undefined;
}

export function Today({ title, terminalId, hasActions }: TodayProps) {
  const { words, money } = useShop();
  const lines = useToday(terminalId);
  const { approvedCents, refundedCents } = useFigures(terminalId);
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
      {lines.length === 0 ? (
        <p className="quiet">{words.noPayments}</p>
      ) : (
        <ul className="today">
          {lines.map((line) => (
            <TodayRow key={line.operation.id} line={line} hasActions={hasActions} />
          ))}
        </ul>
      )}
    </section>
  );
}
