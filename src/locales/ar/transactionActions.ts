import type { Phase } from '../../core/operations/terminalOperation.ts';
import type { TransactionActionsLabels } from '../../components/transaction-actions/transactionActionsLabels.ts';
import { sentence } from './sentence.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'تم ذلك.',
  partial: 'تم جزء منه.',
  failed: 'لم يكتمل.',
  rejected: 'لم تقبله الخدمة.',
};

/** Not yet reviewed by a native speaker. */
export const transactionActions: TransactionActionsLabels = {
  region: 'المعاملة',
  title: ({ kind }) => (kind === 'pay' ? 'بيع' : 'تفويض مسبق'),
  terminal: 'الجهاز',
  captured: 'المسحوب',
  refunded: 'المسترد',
  leftToCapture: 'المتبقي للسحب',
  leftToRefund: 'المتبقي للاسترداد',
  settlement: 'التسوية',
  settled: 'تمت التسوية',
  notSettled: 'لم تتم التسوية',
  reference: 'المرجع',

  inDoubt: 'لا يمكن أن نعرف هنا هل تمت التسوية. لن تقبل الخدمة الخيار غير المناسب.',
  capture: 'سحب',
  captureText: 'يسحب المبلغ المحجوز بالتفويض المسبق، كله أو جزءًا منه، مرة واحدة.',
  captureHint: ({ max, rest }) =>
    rest === undefined ? sentence`حتى ${max}.` : sentence`حتى ${max}. لا يمكن سحب المتبقي ${rest} لاحقًا.`,
  captureTooMuch: ({ max }) => sentence`المبلغ المحجوز هو ${max} فقط.`,
  captureButton: ({ amount, terminal }) => (amount ? sentence`سحب ${amount} عبر ${terminal}` : 'سحب'),
  void: 'إبطال',
  voidText: ({ isHold }) =>
    isHold ? 'يحرّر كل المبلغ المحجوز. لا يُحصّل شيء.' : 'يلغي المبلغ كله قبل التسوية. لا يُحصّل شيء.',
  voidTextInDoubt: 'يناسب ما قبل التسوية: يلغي المبلغ كله ولا يُحصّل شيء.',
  voidButton: ({ amount }) => sentence`إبطال ${amount}`,
  refund: 'استرداد',
  refundText: 'يعيد المال إلى البطاقة، كله أو جزءًا منه.',
  refundTextInDoubt: 'يناسب ما بعد التسوية: يعيد المال إلى البطاقة، كله أو جزءًا منه.',
  refundHint: ({ max, rest }) =>
    rest === undefined ? sentence`حتى ${max}.` : sentence`حتى ${max}. يبقى المتبقي ${rest} مدفوعًا.`,
  refundTooMuch: ({ max }) => sentence`المتبقي للاسترداد هو ${max} فقط.`,
  refundButton: ({ amount }) => (amount ? sentence`استرداد ${amount}` : 'استرداد'),

  confirmVoidTitle: ({ amount }) => sentence`هل تريد إبطال المبلغ كله ${amount}؟`,
  confirmVoidText: ({ amount, terminal, isHold }) =>
    isHold
      ? sentence`يُحرَّر المبلغ المحجوز ${amount} على ${terminal} ولا يمكن سحبه بعد ذلك. لا يمكن التراجع عن ذلك.`
      : sentence`تُلغى عملية البيع بمبلغ ${amount} على ${terminal} ولا يُحصّل شيء من العميل. لا يمكن التراجع عن ذلك.`,
  confirmVoidYes: ({ amount }) => sentence`نعم، إبطال ${amount}`,
  confirmRefundTitle: ({ amount }) => sentence`هل تريد استرداد ${amount}؟`,
  confirmRefundText: ({ amount, terminal, rest }) =>
    [
      sentence`يعود ${amount} إلى بطاقة العميل عبر ${terminal}.`,
      rest && sentence`يبقى ${rest} مدفوعًا.`,
      'لا يمكن التراجع عن ذلك.',
    ]
      .filter(Boolean)
      .join(' '),
  confirmRefundYes: ({ amount }) => sentence`نعم، استرداد ${amount}`,
  goBack: 'رجوع',

  impossible: 'غير ممكن الآن',
  voided: 'تم إبطالها. لا يمكن إجراء أي شيء آخر عليها.',
  notAPreAuthorization: 'يُحصّل البيع فورًا. لا يمكن السحب إلا من تفويض مسبق.',
  alreadyCaptured: ({ amount }) => sentence`سبق سحب ${amount}، ولا يمكن السحب إلا مرة واحدة.`,
  captureSettled: 'تمت تسويتها.',
  voidSettled: 'تمت تسويتها. استخدم الاسترداد بدلًا من الإبطال.',
  voidRefunded: 'سبق إجراء استرداد. لا يمكن إبطال إلا عملية لم يُسترد منها شيء.',
  refundNotSettled: 'لم تتم تسويتها بعد. يمكن رد جزء من المبلغ بعد التسوية؛ أما الإبطال فيلغيه كله.',
  allRefunded: 'تم استرداد المبلغ كله.',
  nothingCaptured: 'لم يُسحب شيء، فلا يوجد ما يُرد.',

  duplicateTitle: 'هل تريد إرسال المبلغ نفسه مجددًا؟',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = time
      ? sentence`أُرسل ${amount} إلى ${terminal} في ${time}.`
      : sentence`أُرسل ${amount} إلى ${terminal}.`;
    return `${sent} ${doubts[phase] ?? 'وليس مؤكدًا ما آل إليه.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? sentence`نعم، سحب ${amount} مجددًا` : sentence`نعم، استرداد ${amount} مجددًا`,
  busy: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بهذه العملية.`,
  busyElsewhere: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية من نافذة أخرى.`,
  noJournal:
    'لم يُرسل شيء: تعذّر على هذا الجهاز تسجيل العملية، فقد تضيع نتيجتها. اسمح لهذا الموقع بتخزين البيانات ثم اضغط مجددًا.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return 'لم يُرسل شيء: لم يتبقَّ مبلغ بهذا القدر.';
    if (code === 'not-allowed') return 'لم يُرسل شيء: أُجري على هذه المعاملة إجراء آخر، أو يجري الآن.';
    return field
      ? sentence`لم يُرسل شيء: الطلب غير صالح (${field}). أبلغ المسؤول عن هذه الصفحة.`
      : 'لم يُرسل شيء: الطلب غير صالح. أبلغ المسؤول عن هذه الصفحة.';
  },
  back: 'العودة إلى المعاملة',
};
