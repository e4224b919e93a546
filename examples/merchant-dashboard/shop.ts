import { createContext, useContext } from 'react';
import { type Language, languages } from './languages.ts';

export const shopName = 'Harbour Coffee';
export const currency = 'USD';

export const ShopContext = createContext<Language>(languages.en);

/** The shop's words, and how it writes money. */
export function useShop() {
  const { words, locale } = useContext(ShopContext);
  return { words, locale, money: { currency, locale } };
}
