import { useState } from 'react';
import { CloseBatch, DayReport, TerminalPicker } from 'tillkit';
import { slip } from './shop.ts';
import { openPayments } from './usePage.ts';

/** The figures of a day, each of which opens its payments, and closing the terminals. */
export function EndOfDayPage() {
  const [terminalId, setTerminalId] = useState<string | null>(null);
  return (
    <div className="till">
      <DayReport shop={slip.shop} paper="80mm" onOpen={openPayments} />
      <div className="till-side">
        <TerminalPicker value={terminalId} onValueChange={setTerminalId} />
        {terminalId !== null && <CloseBatch key={terminalId} terminalId={terminalId} />}
      </div>
    </div>
  );
}
