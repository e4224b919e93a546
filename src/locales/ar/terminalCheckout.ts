import type { TerminalCheckoutLabels } from '../../components/terminal-checkout/terminalCheckoutLabels.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';
import { sentence } from './sentence.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'تمت تلك العملية.',
  partial: 'تمت الموافقة على جزء منها.',
  failed: 'لم تكتمل تلك العملية.',
  rejected: 'لم تقبلها الخدمة.',
  unknown: 'لا يعرف أحد بعد ما آلت إليه.',
};

/** Not yet reviewed by a native speaker. */
export const terminalCheckout: TerminalCheckoutLabels = {
  form: 'عملية دفع جديدة',
  formAuthorize: 'تفويض مسبق جديد',
  orderNumber: 'رقم الطلب',
  orderNumberMissing: 'أدخل رقم الطلب.',
  customValues: 'التفاصيل',
  choose: 'اختر…',
  customValueMissing: 'هذا البيان مطلوب.',
  quickAmounts: 'مبالغ سريعة',
  receipt: 'إرسال إيصال',
  email: 'البريد الإلكتروني',
  phone: 'الهاتف',
  receiptMissing: 'يجب تحديد هذا الخيار.',
  emailMissing: 'أدخل بريدًا إلكترونيًا.',
  phoneMissing: 'أدخل رقم هاتف.',
  emailInvalid: sentence`أدخل عنوانًا مثل ${'name@example.com'}.`,
  phoneInvalid: 'أدخل رقم الهاتف بأرقامه.',
  receiptAddressMissing: 'أدخل بريدًا إلكترونيًا أو رقم هاتف لإرسال الإيصال إليه.',
  terminalMissing: 'اختر جهازًا.',
  terminalNotLoaded: 'يجب تحميل قائمة الأجهزة أولًا.',

  charge: ({ amount, terminal }) =>
    ['تحصيل', amount && sentence`${amount}`, terminal && sentence`عبر ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['حجز', amount && sentence`${amount}`, terminal && sentence`عبر ${terminal}`].filter(Boolean).join(' '),
  confirmTitle: ({ amount, terminal }) => sentence`هل تريد تحصيل ${amount} عبر ${terminal}؟`,
  confirmAuthorizeTitle: ({ amount, terminal }) => sentence`هل تريد حجز ${amount} عبر ${terminal}؟`,
  confirmText: ({ terminal }) => sentence`سيطلب ${terminal} البطاقة فور موافقتك.`,
  confirmYes: ({ amount }) => sentence`نعم، تحصيل ${amount}`,
  confirmAuthorizeYes: ({ amount }) => sentence`نعم، حجز ${amount}`,
  missingBoth: 'اختر جهازًا وأدخل مبلغًا.',
  missingTerminal: 'اختر جهازًا.',
  missingAmount: 'أدخل مبلغًا.',
  terminalBusy: ({ terminal }) => sentence`${terminal} مشغول بعملية دفع أخرى.`,

  duplicateTitle: 'هل تريد تحصيل المبلغ نفسه مجددًا؟',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = time
      ? sentence`أُرسل ${amount} إلى ${terminal} في ${time}.`
      : sentence`أُرسل ${amount} إلى ${terminal}.`;
    const said = charged ? 'سجّل شخص أنه تم التحصيل.' : 'سجّل شخص أنه لم يتم التحصيل.';
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  duplicateAuthorizeTitle: 'هل تريد حجز المبلغ نفسه مجددًا؟',
  authorizeAgain: ({ amount }) => sentence`نعم، حجز ${amount} مجددًا`,
  cancel: 'إلغاء',
  chargeAgain: ({ amount }) => sentence`نعم، تحصيل ${amount} مجددًا`,
  busyNotice: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية الدفع هذه.`,
  busyElsewhere: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية دفع من نافذة أخرى.`,
  noJournal:
    'لم يُرسل شيء: تعذّر على هذا الجهاز تسجيل عملية الدفع، فقد تضيع نتيجتها. اسمح لهذا الموقع بتخزين البيانات ثم اضغط مجددًا.',
  refusedField: 'لم يُرسل شيء: لا يمكن إرسال هذا كما هو. عدّله.',
  refused: ({ field }) =>
    field
      ? sentence`لم يُرسل شيء: الطلب غير صالح (${field}). أبلغ المسؤول عن هذه الصفحة.`
      : 'لم يُرسل شيء: الطلب غير صالح. أبلغ المسؤول عن هذه الصفحة.',

  nextCustomer: 'العميل التالي',
  takeRest: ({ kind, amount }) =>
    kind === 'pay' ? sentence`تحصيل الباقي ${amount}` : sentence`تفويض الباقي ${amount}`,
  backToSale: 'العودة إلى عملية البيع هذه',
  decideLater: 'القرار لاحقًا',
  decideLaterHint: ({ terminal }) => sentence`يبقى ${terminal} مشغولًا حتى ذلك الحين.`,
};
