import { useEffect, useRef, useState } from 'react';
import { CloseDay, DayReport } from 'tillkit';
import type { ClosingReference } from 'tillkit/core';
import { slip, useShop } from './shop.ts';
import { openPayments } from './usePage.ts';

/** Closing the terminals, and the figures of a day or of a closing, each of which opens its payments. */
export function EndOfDayPage() {
  const { words } = useShop();
  const [closing, setClosing] = useState<ClosingReference>();
  const report = useRef<HTMLElement>(null);
  const shown = useRef(closing);
  useEffect(() => {
    if (shown.current !== closing) report.current?.focus();
    shown.current = closing;
  }, [closing]);
  return (
    <div className="till">
      <CloseDay onOpen={setClosing} labels={{ title: words.terminals }} />
      <div>
        {closing && (
          <p className="links-above">
            <button type="button" onClick={() => setClosing(undefined)}>
              {words.backToReport}
            </button>
          </p>
        )}
        <DayReport
          ref={report}
          tabIndex={-1}
          closing={closing}
          shop={slip.shop}
          paper="80mm"
          onOpen={openPayments}
        />
      </div>
    </div>
  );
}
