import type { AmountFieldLabels } from '../../components/amount-field/amountFieldLabels.ts';
import { plural } from './plural.ts';
import { sentence } from './sentence.ts';

/** Not yet reviewed by a native speaker. */
export const amountField: AmountFieldLabels = {
  label: 'المبلغ',
  empty: 'أدخل مبلغًا.',
  invalidCharacter: 'استخدم الأرقام فقط مع فاصلة عشرية واحدة.',
  mixedDigits: 'استخدم نوعًا واحدًا من الأرقام.',
  badGrouping: ({ example }) => sentence`الفواصل غير صحيحة. اكتب المبلغ هكذا: ${example} أو من دون فواصل.`,
  tooManyDecimals: ({ digits }) =>
    plural(digits, {
      zero: 'لا توجد منازل عشرية لهذه العملة.',
      one: 'استخدم منزلة عشرية واحدة على الأكثر.',
      two: 'استخدم منزلتين عشريتين على الأكثر.',
      few: sentence`استخدم ${digits} منازل عشرية على الأكثر.`,
      other: sentence`استخدم ${digits} منزلة عشرية على الأكثر.`,
    }),
  negative: 'لا يمكن أن يكون المبلغ سالبًا.',
  tooSmall: ({ min }) => sentence`أقل مبلغ هو ${min}.`,
  tooLarge: ({ max }) => sentence`أكبر مبلغ هو ${max}.`,
  currencyMismatch: ({ currency }) => sentence`المبالغ هنا بعملة ${currency}.`,
  inexact: 'لا تقبل خدمة الدفع الرقم الأخير. قرّب المبلغ.',
  unreadable: 'تعذّرت قراءة المبلغ المُدخل مسبقًا. أدخله.',
};
