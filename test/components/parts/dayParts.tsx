import type { ReactNode } from 'react';
import * as parts from 'tillkit/parts';
import type { RecordedOperation } from 'tillkit/core';
import type { PartCase } from './partCase.ts';

const refund: RecordedOperation = {
  id: 'operation-1',
  kind: 'refund',
  phase: 'complete',
  terminalId: 'terminal-1',
  amountCents: 1250,
  anomalies: [],
  seenProcessing: false,
  createdAt: Date.UTC(2026, 0, 15),
  seq: 1,
  isOwn: true,
};
const slip = (part: ReactNode) => (
  <parts.Receipt.Root operation={refund} reprint>
    {part}
  </parts.Receipt.Root>
);

export const receipt: Record<string, PartCase> = {
  ReceiptRoot: { tag: 'article', props: { operation: refund, paper: '58mm', reprint: true } },
  ReceiptTitle: { tag: 'h2', inside: slip },
  ReceiptReprint: { tag: 'p', inside: slip },
  ReceiptShop: { tag: 'div', inside: slip, props: { children: 'Café Aurora' } },
  ReceiptFooter: { tag: 'div', inside: slip, props: { children: 'Thank you' } },
  ReceiptFigures: { tag: 'dl', inside: slip },
  ReceiptSentences: { tag: 'div', inside: slip },
  ReceiptDetails: { tag: 'dl', inside: slip },
  ReceiptPrint: { tag: 'button', inside: slip },
};
