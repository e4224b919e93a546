import { useState } from 'react';
import { CloseBatch, OpenOperations, TerminalPicker } from 'tillkit';
import { useShop } from './shop.ts';
import { useFigures } from './today.ts';
import { Today } from './Today.tsx';

/** What is still open, one terminal's payments, and closing its batch. */
export function EndOfDayPage() {
  const { words, money, locale } = useShop();
  const [terminalId, setTerminalId] = useState<string | null>(null);
  const { count, approvedCents, refundedCents } = useFigures(terminalId ?? undefined);
  const counted = new Intl.NumberFormat(locale).format(count);

  return (
    <div className="till">
      <div className="till-side">
        <TerminalPicker value={terminalId} onValueChange={setTerminalId} />
        {terminalId !== null && (
          <CloseBatch
            key={terminalId}
            terminalId={terminalId}
            summary={
              <p className="quiet">
                {words.paymentsAndSum(counted, money(approvedCents))}
                {refundedCents > 0 && ` · ${words.refundedSum(money(refundedCents))}`}
              </p>
            }
          />
        )}
        <OpenOperations />
      </div>
      {terminalId !== null && <Today title={words.ofTerminal} terminalId={terminalId} hasActions />}
    </div>
  );
}
