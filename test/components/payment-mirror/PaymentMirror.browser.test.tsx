import { render, screen } from '@testing-library/react';
import { PaymentMirror } from 'tillkit';
import { de } from 'tillkit/locales/de';
import { fr } from 'tillkit/locales/fr';
import { ja } from 'tillkit/locales/ja';
import 'tillkit/styles.css';
import { expect, test } from 'vitest';
import { createHarness } from '../../harness.tsx';

const box = (element: Element) => element.getBoundingClientRect();

/** The lines that a word of an element takes. */
function linesOf(element: Element, word: string): number {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = node.nodeValue?.indexOf(word) ?? -1;
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }
  return 0;
}

test.each([
  [240, 300, de],
  [320, 240, de],
  [320, 400, de],
  [320, 400, ja],
  [360, 450, ja],
])('in %i × %i px the QR code of a link is whole', async (inlineSize, blockSize, labels) => {
  const { wrapper } = createHarness({ provider: { labels, locale: 'de' } });
  const link = { address: 'https://pay.example/l/7Q2m-checkout', amountCents: 4900 };
  render(
    <div style={{ inlineSize, blockSize }}>
      <PaymentMirror terminalId="terminal-1" link={link} />
    </div>,
    { wrapper },
  );
  const code = box(await screen.findByRole('img'));
  const mirror = box(screen.getByRole('region'));
  expect(code.bottom).toBeLessThanOrEqual(mirror.bottom);
  expect(code.top).toBeGreaterThanOrEqual(mirror.top);
  expect(code.width).toBeCloseTo(code.height, 0);
  expect(code.width).toBeGreaterThan(120);
});

const { failed } = de.paymentMirror;
const failedInFrench = () => fr.paymentMirror.failed({ kind: 'refund' });

test.each([
  [240, failed, 'abgeschlossen'],
  [280, failed, 'abgeschlossen'],
  [240, failedInFrench, 'Remboursement'],
  [300, failedInFrench, 'Remboursement'],
] as const)('at %i px no long word of an outcome is broken', async (inlineSize, words, word) => {
  const { wrapper, operations, advance } = createHarness({ scenario: 'declined' });
  await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await advance(9000);
  render(
    <div style={{ inlineSize, blockSize: inlineSize * 1.6 }}>
      <PaymentMirror terminalId="terminal-1" outcomeMs={60_000} labels={{ failed: words }} />
    </div>,
    { wrapper },
  );
  const title = await screen.findByRole('heading');
  expect(title).toHaveTextContent(word);
  expect(linesOf(title, word)).toBe(1);
});
