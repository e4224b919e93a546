// ISO 4217, list one. Intl's own digits will not do: since ecma402#922 each engine may follow ISO or CLDR, so that
// V8 gives HUF, COP or IDR none and Firefox gives them two, and one integer would read as two amounts.
const withoutTwo: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCurrency = new Map(
  Object.entries(withoutTwo).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

/** How many digits the minor unit of a currency has by ISO 4217: USD 2, JPY 0, KWD 3. Two for any other code. */
export function currencyDigits(currency: string): number {
  return digitsByCurrency.get(currency.toUpperCase()) ?? 2;
}
