import { render, screen } from '@testing-library/react';
import { PaymentLinkList, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { ar } from 'tillkit/locales/ar';
import { de } from 'tillkit/locales/de';
import { en } from 'tillkit/locales/en';
import { es } from 'tillkit/locales/es';
import { fr } from 'tillkit/locales/fr';
import { ja } from 'tillkit/locales/ja';
import { ptBR } from 'tillkit/locales/pt-BR';
import { createSandbox } from 'tillkit/sandbox';
import 'tillkit/styles.css';
import { expect, onTestFinished, test } from 'vitest';

const languages = { ar, de, en, es, fr, ja, 'pt-BR': ptBR };

async function show(inlineSize: number, locale = 'en', labels = en) {
  const sandbox = createSandbox({ latencyMs: 0 });
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    fetcher: sandbox.fetch,
    service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
  });
  const { container } = render(
    <div style={{ inlineSize }} dir={locale === 'ar' ? 'rtl' : 'ltr'}>
      <PaymentsProvider client={client} currency="USD" locale={locale} labels={labels}>
        <PaymentLinkList />
      </PaymentsProvider>
    </div>,
  );
  await screen.findByText('PL-1002');
  return container.querySelector('[data-tillkit="payment-link-list"]')!;
}

const cases = Object.entries(languages).flatMap(([locale, labels]) =>
  [640, 960].map((width) => ({ locale, labels, width })),
);

test.each(cases)(
  'in $locale all of a row stays on its card of $width px',
  async ({ locale, labels, width }) => {
    const card = await show(width, locale, labels);
    const inner = card.querySelector('table')!.getBoundingClientRect();
    const outer = card.getBoundingClientRect();
    expect(getComputedStyle(card.querySelector('thead')!).position).toBe('static'); // a table, not cards
    const boxes = [...card.querySelectorAll('td *')].map((element) => element.getBoundingClientRect());
    // An icon's button may reach as far beyond the lines as its padding goes, so that the icon ends where they do.
    const reach = 10.5;
    expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(inner.left - reach);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(inner.right + reach);
    expect(outer.right - inner.right).toBeGreaterThan(reach);
  },
);

test('a heading stays whole on a page that breaks words anywhere', async () => {
  document.body.style.cssText = 'overflow-wrap: anywhere; font: 16px system-ui';
  onTestFinished(() => document.body.removeAttribute('style'));
  const card = await show(640);
  const words = document.createRange();
  for (const heading of card.querySelectorAll('th:not([data-column="actions"])')) {
    words.selectNodeContents(heading);
    const lines = new Set([...words.getClientRects()].map(({ top }) => top));
    expect([heading.textContent, lines.size]).toEqual([heading.textContent, 1]);
  }
});

test.each([
  [520, 'an icon', true],
  [510, 'words', false],
])('at %i px a link is copied by %s', async (width, _, isIcon) => {
  await show(width);
  for (const button of screen.getAllByRole('button', { name: 'Copy link' })) {
    expect(button).toHaveAttribute('title', 'Copy link');
    expect(button.clientWidth === button.clientHeight).toBe(isIcon);
    expect(button.clientWidth).toBeLessThan(width / 2);
  }
});
