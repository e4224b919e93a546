import type { AmountFieldLabels } from '../../components/amount-field/amountFieldLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const amountField: AmountFieldLabels = {
  label: 'Valor',
  empty: 'Informe um valor.',
  invalidCharacter: 'Use apenas algarismos e um único separador decimal.',
  mixedDigits: 'Use um só tipo de algarismos.',
  badGrouping: ({ example }) =>
    `Os separadores não estão corretos. Escreva o valor como ${example} ou sem separadores.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Esta moeda não tem casas decimais.'
      : plural(digits, {
          one: `Use no máximo ${digits.text} casa decimal.`,
          other: `Use no máximo ${digits.text} casas decimais.`,
        }),
  negative: 'O valor não pode ser negativo.',
  tooSmall: ({ min }) => `O valor mínimo é ${min}.`,
  tooLarge: ({ max }) => `O valor máximo é ${max}.`,
  currencyMismatch: ({ currency }) => `Aqui os valores são em ${currency}.`,
  inexact: 'O serviço de pagamento não aceita o último algarismo. Arredonde o valor.',
  unreadable: 'Não foi possível ler o valor preenchido antes. Digite-o.',
};
