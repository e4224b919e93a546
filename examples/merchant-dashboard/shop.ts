import { createContext, useContext } from 'react';
import { formatCentsToParts } from 'tillkit/core';
import type { Language } from './languages.ts';

export const shopName = 'Harbour Coffee';
export const currency = 'USD';

/** The shop's lines of a slip. */
export const slip = { shop: `${shopName}\nQuay 7, Harbour Town`, footer: 'See you soon!' };

export const ShopContext = createContext<Language | null>(null);

/** The shop's labels, and the format of money. */
export function useShop() {
  const language = useContext(ShopContext);
  if (!language) throw new Error('This stands outside of <App>, where the language is chosen.');
  const { words, locale } = language;
  return { words, locale, money: (cents: number) => moneyIn(locale, cents) };
}

/** In right-to-left text an amount is isolated, and so is "US$" inside it. */
function moneyIn(locale: string, cents: number): string {
  const parts = formatCentsToParts(cents, { currency, locale });
  if (!locale.startsWith('ar')) return parts.map(({ value }) => value).join('');
  const written = parts.map(({ type, value }) => (type === 'currency' ? `\u2066${value}\u2069` : value));
  return `\u2067${written.join('')}\u2069`;
}
