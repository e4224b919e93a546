import { createContext, useContext } from 'react';
import type { Labels } from 'tillkit/locales/en';
import type { Language } from './languages.ts';

export const shopName = 'Harbour Coffee';
export const currency = 'USD';

interface Shop {
  language: Language;
  /** The kit's words. */
  labels: Labels;
}

export const ShopContext = createContext<Shop | null>(null);

/** The shop's words and the kit's, and how money is written. */
export function useShop() {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('This stands outside of <App>, where the language is chosen.');
  const { words, locale } = shop.language;
  return { words, labels: shop.labels, locale, money: { currency, locale } };
}
