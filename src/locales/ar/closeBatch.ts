import type { CloseBatchLabels } from '../../components/close-batch/closeBatchLabels.ts';
import { plural } from './plural.ts';
import { sentence } from './sentence.ts';

/** Not yet reviewed by a native speaker. */
export const closeBatch: CloseBatchLabels = {
  title: 'إغلاق دفعة العمليات',
  settles: ({ terminal }) => sentence`تبدأ تسوية كل ما سُحب عبر ${terminal}.`,
  endsVoids: 'بعد ذلك يمكن استرداد هذه المدفوعات، لكن لا يمكن إبطالها.',
  isFinal: 'لا يمكن التراجع عن ذلك.',

  open: 'العمليات المفتوحة على هذا الجهاز',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'هناك عملية واحدة بلا نتيجة بعد. يمكن إغلاق الدفعة عند ظهور نتيجتها.',
      two: 'هناك عمليتان بلا نتيجة بعد. يمكن إغلاق الدفعة عند ظهور نتيجتيهما.',
      few: sentence`هناك ${count} عمليات بلا نتيجة بعد. يمكن إغلاق الدفعة عند ظهور نتائجها.`,
      other: sentence`هناك ${count} عملية بلا نتيجة بعد. يمكن إغلاق الدفعة عند ظهور نتائجها.`,
    }),
  notInTheWay: 'نتيجتها غير معروفة منذ أكثر من يوم، لذلك لا تمنع إغلاق الدفعة.',

  close: 'إغلاق الدفعة',
  confirmTitle: ({ terminal }) => sentence`هل تريد إغلاق دفعة ${terminal}؟`,
  confirmText: 'تبدأ التسوية ويصبح الاسترداد بديلًا عن الإبطال. لا يمكن التراجع عن ذلك.',
  confirmYes: 'نعم، أغلق الدفعة',
  goBack: 'رجوع',
  done: 'تم',

  busyElsewhere: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية من نافذة أخرى.`,
  noJournal:
    'لم يُرسل شيء: تعذّر على هذا الجهاز تسجيل العملية، فقد تضيع نتيجتها. اسمح لهذا الموقع بتخزين البيانات ثم اضغط مجددًا.',
  refused: ({ field }) =>
    field
      ? sentence`لم يُرسل شيء: الطلب غير صالح (${field}). أبلغ المسؤول عن هذه الصفحة.`
      : 'لم يُرسل شيء: الطلب غير صالح. أبلغ المسؤول عن هذه الصفحة.',
};
