import type { AmountFieldLabels } from '../../components/amount-field/amountFieldLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const amountField: AmountFieldLabels = {
  label: 'Importe',
  empty: 'Introduzca un importe.',
  invalidCharacter: 'Use solo cifras y un único separador decimal.',
  mixedDigits: 'Use un solo tipo de cifras.',
  badGrouping: ({ example }) =>
    `Los separadores no son correctos. Escriba el importe como ${example} o sin separadores.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Esta moneda no tiene decimales.'
      : plural(digits, {
          one: `Use ${digits.text} decimal como máximo.`,
          other: `Use ${digits.text} decimales como máximo.`,
        }),
  negative: 'El importe no puede ser negativo.',
  tooSmall: ({ min }) => `El importe mínimo es ${min}.`,
  tooLarge: ({ max }) => `El importe máximo es ${max}.`,
  currencyMismatch: ({ currency }) => `Aquí los importes son en ${currency}.`,
  inexact: 'El servicio de pagos no admite la última cifra. Redondee el importe.',
  unreadable: 'El importe rellenado de antemano no se puede leer. Introdúzcalo.',
};
