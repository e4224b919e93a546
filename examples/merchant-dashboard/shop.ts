import { createContext, useContext } from 'react';
import { formatCentsToParts } from 'tillkit/core';
import type { Labels } from 'tillkit/locales/en';
import type { Language } from './languages.ts';

export const shopName = 'Harbour Coffee';
export const currency = 'USD';

interface Shop {
  language: Language;
  /** The kit's labels. */
  labels: Labels;
}

export const ShopContext = createContext<Shop | null>(null);

/** The shop's labels and the kit's, and the format of money. */
export function useShop() {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('This stands outside of <App>, where the language is chosen.');
  const { words, locale } = shop.language;
  return { words, labels: shop.labels, locale, money: (cents: number) => moneyIn(locale, cents) };
}

/** In right-to-left text an amount is isolated, and so is "US$" inside it. */
function moneyIn(locale: string, cents: number): string {
  const parts = formatCentsToParts(cents, { currency, locale });
  if (!locale.startsWith('ar')) return parts.map(({ value }) => value).join('');
  const written = parts.map(({ type, value }) => (type === 'currency' ? `\u2066${value}\u2069` : value));
  return `\u2067${written.join('')}\u2069`;
}
