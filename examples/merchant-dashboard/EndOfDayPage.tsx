import { useState } from 'react';
import { CloseBatch, OpenOperations, TerminalPicker } from 'tillkit';
import { formatCents } from 'tillkit/core';
import { useShop } from './shop.ts';
import { approvedOf, sumOf, useToday } from './today.ts';
import { Today } from './Today.tsx';

/** What is still open, one terminal's payments, and the closing of its batch. */
export function EndOfDayPage() {
  const { words, money, locale } = useShop();
  const [terminalId, setTerminalId] = useState<string | null>(null);
  const approved = approvedOf(useToday(terminalId ?? undefined));
  const count = new Intl.NumberFormat(locale).format(approved.length);

  return (
    <div className="till">
      <div className="till-side">
        <TerminalPicker value={terminalId} onValueChange={setTerminalId} />
        {terminalId !== null && (
          <CloseBatch
            key={terminalId}
            terminalId={terminalId}
            summary={
              <p className="quiet">{words.paymentsAndSum(count, formatCents(sumOf(approved), money))}</p>
            }
          />
        )}
        <OpenOperations />
      </div>
      {terminalId !== null && <Today title={words.ofTerminal} terminalId={terminalId} hasActions />}
    </div>
  );
}
