import type { AmountFieldLabels } from '../../components/amount-field/amountFieldLabels.ts';

/** Not yet reviewed by a native speaker. */
export const amountField: AmountFieldLabels = {
  label: '金額',
  empty: '金額を入力してください。',
  invalidCharacter: '数字と小数点一つだけを使ってください。',
  mixedDigits: '数字の種類を一つにそろえてください。',
  badGrouping: ({ example }) =>
    `区切りが正しくありません。${example} のように、または区切りなしで入力してください。`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0 ? 'この通貨に小数はありません。' : `小数は ${digits.text} 桁までです。`,
  negative: '金額を負の数にすることはできません。',
  tooSmall: ({ min }) => `金額は ${min} 以上です。`,
  tooLarge: ({ max }) => `金額は ${max} 以下です。`,
  currencyMismatch: ({ currency }) => `ここでの金額は ${currency} です。`,
  inexact: '決済サービスは最後の桁を受け付けません。金額を丸めてください。',
  unreadable: 'あらかじめ入力された金額を読み取れません。入力してください。',
};
