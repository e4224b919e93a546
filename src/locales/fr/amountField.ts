import type { AmountFieldLabels } from '../../components/amount-field/amountFieldLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const amountField: AmountFieldLabels = {
  label: 'Montant',
  empty: 'Saisissez un montant.',
  invalidCharacter: 'Utilisez seulement des chiffres et un seul séparateur décimal.',
  mixedDigits: 'Utilisez un seul type de chiffres.',
  badGrouping: ({ example }) =>
    `Les séparateurs ne conviennent pas. Écrivez le montant comme ${example}, ou sans séparateurs.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Cette devise n’a pas de décimales.'
      : plural(digits, {
          one: `Utilisez au plus ${digits.text} décimale.`,
          other: `Utilisez au plus ${digits.text} décimales.`,
        }),
  negative: 'Le montant ne peut pas être négatif.',
  tooSmall: ({ min }) => `Le montant minimal est de ${min}.`,
  tooLarge: ({ max }) => `Le montant maximal est de ${max}.`,
  currencyMismatch: ({ currency }) => `Ici, les montants sont en ${currency}.`,
  inexact: 'Le service de paiement n’admet pas le dernier chiffre. Arrondissez le montant.',
  unreadable: 'Le montant prérempli est illisible. Saisissez-le.',
};
