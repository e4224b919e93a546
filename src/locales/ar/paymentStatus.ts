import type { PaymentStatusLabels } from '../../components/payment-status/paymentStatusLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import { plural } from './plural.ts';
import { sentence } from './sentence.ts';

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'تمت الموافقة',
  preAuth: 'تم الحجز',
  capture: 'تم السحب',
  void: 'تم الإبطال',
  refund: 'تم الاسترداد',
  closeBatch: 'تم إغلاق الدفعة',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'تمت الموافقة على',
  preAuth: 'تم حجز',
  capture: 'تم سحب',
  refund: 'تم رد',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'لا نعرف بعد هل حُصّل المبلغ من البطاقة',
  preAuth: 'لا نعرف بعد هل حُجز المبلغ',
  capture: 'لا نعرف بعد هل سُحب المبلغ',
  void: 'لا نعرف بعد هل أُبطلت عملية الدفع',
  refund: 'لا نعرف بعد هل تم الاسترداد',
  closeBatch: 'لا نعرف بعد هل أُغلقت الدفعة',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'عملية الدفع',
  preAuth: 'التفويض المسبق',
  capture: 'عملية السحب',
  void: 'عملية الإبطال',
  refund: 'عملية الاسترداد',
  closeBatch: 'إغلاق الدفعة',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'على شاشة الجهاز',
  receipt: 'على الإيصال',
  'back-office': 'في نظام الإدارة',
  other: 'في مكان آخر',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/** Not yet reviewed by a native speaker. */
export const paymentStatus: PaymentStatusLabels = {
  region: 'حالة الدفع',
  nothing: 'لا توجد عملية دفع لعرضها هنا.',

  stepSent: 'تم الإرسال',
  stepTerminal: 'على الجهاز',
  stepResult: 'النتيجة',
  elapsed: 'الوقت المنقضي',
  sendingNow: ({ terminal }) => sentence`جارٍ الإرسال إلى ${terminal}.`,
  waitingNow: ({ kind, terminal }) =>
    takesCard(kind) ? sentence`سيطلب ${terminal} البطاقة بعد لحظات.` : sentence`سيبدأ ${terminal} بعد لحظات.`,
  processingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? sentence`يمكن للعميل الآن تقريب البطاقة أو إدخالها أو تمريرها على ${terminal}.`
      : sentence`يعالج ${terminal} العملية الآن.`,

  stalled: ({ terminal }) => sentence`لم نرَ بدايتها بعد. تأكد من أن ${terminal} يعمل ومتصل وغير مشغول.`,
  freshness: ({ last, next }) => {
    const ago = last && (last.value < 1 ? 'الآن' : sentence`قبل ${last} ث`);
    const asked = ago === undefined ? 'لم نستعلم بعد' : `آخر استعلام ${ago}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}، ${next.value < 1 ? 'نستعلم الآن' : sentence`والتالي بعد ${next} ث`}.`;
  },

  notDurable: 'لا يمكن العثور على هذه العملية بعد إعادة تحميل الصفحة. أبقِ هذه الصفحة مفتوحة.',
  degraded: 'مشكلة في الاتصال. يواصل الجهاز عمله من دوننا، ونواصل السؤال عن النتيجة.',
  lastAnswer: ({ time }) => sentence`آخر رد في ${time}.`,
  slowed: 'طلبت الخدمة أن نستعلم بوتيرة أقل. لا يؤخّر ذلك الدفع نفسه.',
  nextCheck: ({ time }) => sentence`الاستعلام التالي في ${time}.`,
  needsAuth: 'انتهت جلسة دخولك، فتعذّرت قراءة النتيجة. عملية الدفع مستمرة. سجّل الدخول لرؤيتها.',
  checkNow: 'استعلم الآن',
  checking: 'جارٍ الاستعلام…',
  checkIn: ({ seconds }) =>
    plural(seconds, {
      zero: 'الاستعلام الآن.',
      one: 'الاستعلام بعد ثانية واحدة.',
      two: 'الاستعلام بعد ثانيتين.',
      few: sentence`الاستعلام بعد ${seconds} ثوانٍ.`,
      other: sentence`الاستعلام بعد ${seconds} ثانية.`,
    }),
  stopWaiting: 'إيقاف الانتظار (لا يلغي عملية الدفع)',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked
      ? sentence`${done[kind] ?? ''} ${approved} من أصل ${asked}`
      : `${completeTitles[kind]} جزئيًا`,
  partialDue: ({ kind, due }) => {
    if (kind === 'capture') return sentence`لم يُسحب ${due}.`;
    return kind === 'refund' ? sentence`لم يُرد ${due}.` : sentence`ما زال ${due} مستحقًا.`;
  },
  withTip: ({ tip }) => sentence`مع إكرامية قدرها ${tip}.`,
  authorizedSentence: 'المبلغ محجوز ولم يُحصّل. اسحبه لتحصل عليه.',
  batchClosedSentence: 'بدأت التسوية. لا يظهر هنا متى تنتهي.',
  failedTitle: 'لم تكتمل',
  failedAdvice: ({ kind }) =>
    takesCard(kind) ? 'اطلب بطاقة أخرى أو طريقة دفع أخرى.' : 'راجع المعاملة في نظام الإدارة.',
  rejectedTitle: 'لم يُقبل الطلب',
  rejectedSentence: 'لم تقبل الخدمة الطلب. لم يحدث شيء.',
  rejectedAdvice: 'راجع المدخلات قبل إرسال طلب آخر.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      zero: 'تتلقى الخدمة طلبات كثيرة جدًا حاليًا.',
      one: 'تتلقى الخدمة طلبات كثيرة جدًا حاليًا. انتظر ثانية واحدة.',
      two: 'تتلقى الخدمة طلبات كثيرة جدًا حاليًا. انتظر ثانيتين.',
      few: sentence`تتلقى الخدمة طلبات كثيرة جدًا حاليًا. انتظر ${seconds} ثوانٍ.`,
      other: sentence`تتلقى الخدمة طلبات كثيرة جدًا حاليًا. انتظر ${seconds} ثانية.`,
    }),
  rejectedSignIn: 'تسجيل دخولك غير صالح لهذا الإجراء. سجّل الدخول ثم ابدأ من جديد.',
  notArrived: 'لم يُنفَّذ الطلب. لم يحدث شيء.',
  notSent: 'لم يغادر الطلب هذه الصفحة. لم يحدث شيء.',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'إعداد هذه الصفحة غير صحيح' : 'أحد المدخلات غير صالح';
    return `${what}${field ? sentence` (${field})` : ''}. أبلغ المسؤول عنها.`;
  },
  resolvedTitle: ({ kind, charged }) => {
    if (takesCard(kind)) return charged ? 'سُجّل أنه تم التحصيل' : 'سُجّل أنه لم يتم التحصيل';
    return charged ? 'سُجّل أنه تم' : 'سُجّل أنه لم يتم';
  },
  resolvedSentence: ({ basis }) => `أفاد بذلك شخص رآه ${bases[basis]}. لم تؤكده الخدمة.`,

  unknownTitle: 'غير معروفة بعد',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'أُرسل الطلب ولم يصل رد.',
  reasonBadResponse: 'وصل رد تتعذر قراءته.',
  reasonConflict: 'تفيد الخدمة بأن الجهاز مشغول، وربما بهذه العملية نفسها.',
  reasonHttpError: 'واجهت الخدمة مشكلة لديها عند الرد.',
  reasonRedirect: 'أشار الرد إلى عنوان آخر، ولم نتبعه.',
  reasonReloaded: 'أُغلقت هذه الصفحة أو أُعيد تحميلها قبل وصول الرد.',
  reasonServiceTimeout: 'توقفت الخدمة عن انتظار الجهاز.',
  reasonStopped: 'أوقف شخص الانتظار هنا. لم يلغِ ذلك عملية الدفع.',
  reasonMaxWait: 'لم تصل نتيجة خلال المدة التي ننتظرها.',
  reasonGone: 'لم تعد الخدمة تعرف هذه العملية.',
  reasonUnrecognisedStatus: 'ردّت الخدمة بحالة لا نعرفها.',
  reasonContradiction: 'أعطت الخدمة نتيجتين متناقضتين.',
  reasonDuplicateId: 'أعطت الخدمة هذه العملية مرجع عملية أخرى.',
  seenProcessing: 'كانت الخدمة تعالجها',
  notSeenProcessing: 'لم نرَ بدايتها',
  findOut: 'كيف تعرف النتيجة',
  findOnTerminal: ({ kind, terminal }) =>
    takesCard(kind)
      ? sentence`انظر إلى ${terminal}. إذا كان يطلب بطاقة فلا تبدأ عملية دفع أخرى.`
      : sentence`انظر إلى شاشة ${terminal}.`,
  findOnReceipt: 'انظر إلى الإيصال المطبوع.',
  findOnReport: 'انظر إلى تقرير الدفعة المطبوع.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const what = nouns[kind];
    if (orderNumber) return `ابحث في نظام الإدارة عن ${what}${sentence` للطلب ${orderNumber}`}.`;
    return `ابحث في نظام الإدارة عن ${what}${amount ? sentence` بمبلغ ${amount}` : ''}.`;
  },
  stillAsking: 'نواصل سؤال الخدمة. ستظهر النتيجة المتأخرة هنا تلقائيًا.',

  basis: 'أين رأيت ذلك؟',
  basisTerminalScreen: 'شاشة الجهاز',
  basisReceipt: 'الإيصال',
  basisBackOffice: 'نظام الإدارة',
  basisOther: 'مكان آخر',
  basisMissing: 'اختر أين رأيت ذلك.',
  note: 'أين وكيف',
  noteMissing: 'اذكر أين رأيت ذلك.',
  charged: ({ kind }) => (takesCard(kind) ? 'تم التحصيل' : 'تم التنفيذ'),
  notCharged: ({ kind }) => (takesCard(kind) ? 'لم يتم التحصيل' : 'لم يتم التنفيذ'),
  confirmTitle: ({ kind }) =>
    takesCard(kind) ? 'هل أنت متأكد من أنه لم يتم التحصيل؟' : 'هل أنت متأكد من أنه لم يتم التنفيذ؟',
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? 'إن كان قد تم، فسيدفع العميل مرتين عند التحصيل مجددًا.'
      : 'إن كان قد تم، فسيُنفَّذ مرتين عند تكراره.',
  confirmYes: ({ kind }) => (takesCard(kind) ? 'نعم، لم يتم التحصيل' : 'نعم، لم يتم التنفيذ'),
  confirmNo: 'رجوع',

  amountMismatch: 'تذكر الخدمة مبلغًا غير المبلغ المرسل. قارنه بالإيصال.',
  moreThanAsked: ({ over }) => sentence`أكثر من المطلوب بمقدار ${over}. قارنه بالإيصال.`,
  contradiction: 'أفادت الخدمة لاحقًا بخلاف ذلك. راجع هذه العملية في نظام الإدارة.',
  contradictsOperator: 'كان شخص هنا قد أفاد بخلاف ذلك. المعتمد هو نتيجة الخدمة.',
  duplicateId: 'لعملية أخرى المرجع نفسه. راجع العمليتين في نظام الإدارة.',

  terminal: 'الجهاز',
  time: 'الوقت',
  orderNumber: 'رقم الطلب',
  reference: 'المرجع',
  messageId: 'الرسالة',
  code: 'الرمز',
  copy: ({ what }) => `نسخ ${what}`,
  copied: 'تم النسخ',
};
