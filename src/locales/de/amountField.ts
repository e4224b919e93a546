import type { AmountFieldLabels } from '../../components/amount-field/amountFieldLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const amountField: AmountFieldLabels = {
  label: 'Betrag',
  empty: 'Geben Sie einen Betrag ein.',
  invalidCharacter: 'Verwenden Sie nur Ziffern und ein einziges Dezimaltrennzeichen.',
  mixedDigits: 'Verwenden Sie nur eine Art von Ziffern.',
  badGrouping: ({ example }) =>
    `Die Trennzeichen passen nicht. Schreiben Sie den Betrag wie ${example} oder ohne Trennzeichen.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Diese Währung hat keine Nachkommastellen.'
      : plural(digits, {
          one: `Verwenden Sie höchstens ${digits.text} Nachkommastelle.`,
          other: `Verwenden Sie höchstens ${digits.text} Nachkommastellen.`,
        }),
  negative: 'Der Betrag darf nicht negativ sein.',
  tooSmall: ({ min }) => `Der kleinste Betrag ist ${min}.`,
  tooLarge: ({ max }) => `Der größte Betrag ist ${max}.`,
  currencyMismatch: ({ currency }) => `Beträge sind hier in ${currency}.`,
  inexact: 'Der Zahlungsdienst kann die letzte Ziffer nicht annehmen. Runden Sie den Betrag.',
  unreadable: 'Der vorausgefüllte Betrag ist nicht lesbar. Geben Sie ihn ein.',
};
