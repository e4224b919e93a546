import type { Phase, ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { FileProblem } from '../core/uploads/files.ts';
import type { UploadFile } from '../core/uploads/uploadQueue.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { LimitWords, UploadFailure } from './en.ts';
import type { ApprovalLabels } from './enApproval.ts';
import type { MirroredKind, MirroredKindWords } from './enPaymentMirror.ts';
import type { GiveBackWay, SentBefore } from './enTransactionActions.ts';
import { type Count, pluralIn } from './plural.ts';
import type { Labels } from './words.ts';

/**
 * Six forms: `zero` (0), `one` (1), `two` (2), `few` (3 to 10), `many` (11 to 99) and `other` (100, fractions). Above
 * a hundred, the last two digits decide.
 */
const plural = /*#__PURE__*/ pluralIn('ar');

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** Builds an Arabic sentence. Isolates each value, so that a Latin name or an amount keeps its own direction. */
function sentence(texts: TemplateStringsArray, ...values: (string | Count)[]): string {
  const isolated = values.map(
    (value) => firstStrongIsolate + (typeof value === 'string' ? value : value.text) + popIsolate,
  );
  const whole = texts.reduce((before, text, index) => before + (isolated[index - 1] ?? '') + text);
  // Many currencies end in a full stop of their own, such as "د.ك.", and Intl puts a mark of direction behind it.
  return whole.replace(/(\.\u200f?\u2069)\./g, '$1');
}

const amountField: Labels['amountField'] = {
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
  keypad: 'لوحة الأرقام',
  decimalKey: 'الفاصلة العشرية',
  deleteKey: 'حذف الرقم الأخير',
};

const statusWords: Record<UploadFile['status'], string> = {
  checking: 'جارٍ الفحص',
  waiting: 'في الانتظار',
  uploading: 'جارٍ الرفع',
  done: 'تم الرفع',
  failed: 'لم يُرفع',
  refused: 'لم يُضف',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'حجمه أكبر مما تقبله الخدمة.',
  'wrong-type': 'لا تقبل الخدمة هذا النوع من الملفات.',
  unanswered: 'لم تُجب الخدمة.',
  other: 'لم تتمكن الخدمة من استلامه.',
};

/** Genitive forms: of one file, of two files. */
const files = (count: Count) =>
  plural(count, {
    zero: 'بلا ملفات',
    one: 'ملف واحد',
    two: 'ملفين',
    few: sentence`${count} ملفات`,
    many: sentence`${count} ملفًا`,
    other: sentence`${count} ملف`,
  });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'لا يمكن إرفاق مجلد. أضف الملفات الموجودة فيه.',
  empty: () => 'الملف فارغ.',
  'wrong-type': ({ types }) => sentence`الأنواع المقبولة: ${types}.`,
  'too-large': ({ maxSize }) => sentence`حجمه أكبر من ${maxSize}.`,
  'too-many': ({ maxFiles }) => `الحد الأقصى للمرفقات: ${files(maxFiles)}.`,
  'total-too-large': ({ maxTotalSize = '' }) => sentence`سيتجاوز مجموع أحجام الملفات ${maxTotalSize}.`,
  unreadable: () => 'تغيّر الملف أو تتعذر قراءته. اختره من جديد.',
  'wrong-content': () => 'محتواه لا يطابق نوع الملف.',
  duplicate: () => 'الملف مرفق بالفعل.',
};

const attachmentField: Labels['attachmentField'] = {
  label: 'المرفقات',
  addFiles: 'إضافة ملفات',
  dropHint: 'أو اسحبها أو الصقها هنا',
  dropNow: 'أفلت للإضافة',
  limits: ({ maxFiles, maxSize, maxTotalSize }) => {
    const each = sentence`بحجم ${maxSize} لكل ملف`;
    const together = maxTotalSize === undefined ? '' : sentence`، و${maxTotalSize} للمجموع`;
    return `حتى ${files(maxFiles)}، ${each}${together}.`;
  },
  list: 'الملفات المرفقة',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => sentence`رفع ${file}`,
  retry: 'إعادة المحاولة',
  retryFile: (file) => sentence`إعادة محاولة ${file}`,
  removeFile: (file) => sentence`إزالة ${file}`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `جارٍ رفع ${files(count)}.`,
  step: (percent) => sentence`تم رفع ${percent}.`,
  ended: ({ done, failed }) =>
    failed.value === 0 ? `تم رفع ${files(done)}.` : `تم رفع ${files(done)}، ولم يتم رفع ${files(failed)}.`,
  refused: (count) => `لم تتم إضافة ${files(count)}.`,
};

const closeBatch: Labels['closeBatch'] = {
  title: 'إغلاق اليوم',
  settles: ({ terminal }) => sentence`تُقدَّم كل مدفوعات ${terminal} للصرف.`,
  endsVoids: 'بعد ذلك يمكنك استردادها، لكن لا يمكنك إبطالها.',
  isFinal: 'لا يمكن التراجع عن ذلك.',

  open: 'المدفوعات المفتوحة على هذا الجهاز',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'هناك عملية دفع واحدة بلا نتيجة بعد. يمكنك إغلاق اليوم عند ظهور نتيجتها.',
      two: 'هناك عمليتا دفع بلا نتيجة بعد. يمكنك إغلاق اليوم عند ظهور نتيجتيهما.',
      few: sentence`هناك ${count} عمليات دفع بلا نتيجة بعد. يمكنك إغلاق اليوم عند ظهور نتائجها.`,
      other: sentence`هناك ${count} عملية دفع بلا نتيجة بعد. يمكنك إغلاق اليوم عند ظهور نتائجها.`,
    }),
  notInTheWay: 'نتيجتها غير معروفة منذ أكثر من يوم، لذلك لا تمنع إغلاق اليوم.',
  nothingSince: ({ time }) => sentence`أُغلق في ${time}. لا تُعرف مدفوعات جديدة.`,

  close: 'إغلاق اليوم',
  confirmTitle: ({ terminal }) => sentence`هل تريد إغلاق اليوم على ${terminal}؟`,
  confirmText: 'يبدأ الجهاز فور موافقتك.',
  confirmYes: 'نعم، أغلق اليوم',
  goBack: 'رجوع',
  done: 'تم',

  busyElsewhere: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية دفع من نافذة أخرى.`,
  noJournal:
    'لم يُرسل شيء: تعذّر على هذا المتصفح تسجيل الإغلاق، فقد تضيع نتيجته. اسمح لهذا الموقع بتخزين البيانات ثم اضغط مجددًا.',
  tooSlow: 'لم يُرسل شيء: استغرق هذا المتصفح وقتًا طويلًا جدًا في تسجيل الإغلاق. اضغط مجددًا.',
  unreachable: 'لم يُرسل شيء: انقطع الاتصال بخدمة الدفع. تحقق من الاتصال هنا ثم اضغط مجددًا.',
  refused: ({ field }) =>
    field
      ? sentence`لم يُرسل شيء: أحد المدخلات غير صالح (${field}). أبلغ المسؤول عن هذه الصفحة.`
      : 'لم يُرسل شيء: أحد المدخلات غير صالح. أبلغ المسؤول عن هذه الصفحة.',
};

const closeDay: Labels['closeDay'] = {
  title: 'إغلاق اليوم',
  loading: 'جارٍ التحميل…',
  notLoaded: 'تعذر تحميل كل الأجهزة والمدفوعات.',
  tryAgain: 'حمّل من جديد',
  onlyThisDevice: 'تُحسب مدفوعات هذا المتصفح فقط، ولا تُحفظ الأيام المغلقة.',
  empty: 'لا توجد أجهزة بعد. سيظهر هنا كل جهاز في المتجر.',
  payments: ({ count }) =>
    plural(count, {
      zero: 'لا مدفوعات',
      one: 'دفعة واحدة',
      two: 'دفعتان',
      few: sentence`${count} دفعات`,
      many: sentence`${count} دفعة`,
      other: sentence`${count} دفعة`,
    }),
  nothingTaken: 'لم يُقبض شيء بعد',
  nothingSince: 'لا جديد',
  notKnown: 'لم تُحمّل المدفوعات',
  neverClosed: 'لم يُغلق بعد',
  unlisted: 'لم يعد في قائمتك. إذا تعذر إغلاقه هنا، فاسأل مزوّد الدفع.',
  lastClosed: ({ time, number }) =>
    number === undefined ? sentence`آخر إغلاق: ${time}` : sentence`آخر إغلاق: ${time}، رقم\u00a0${number}`,
  number: ({ number }) => sentence`رقم\u00a0${number}`,
  close: 'إغلاق',
  closeTerminal: ({ terminal }) => sentence`إغلاق اليوم على ${terminal}`,
  closeAll: ({ count }) =>
    plural(count, {
      one: 'إغلاق جهاز واحد',
      two: 'إغلاق جهازين',
      few: sentence`إغلاق ${count} أجهزة`,
      many: sentence`إغلاق ${count} جهازًا`,
      other: sentence`إغلاق ${count} جهاز`,
    }),
  confirmTitle: ({ count }) =>
    plural(count, {
      one: 'هل تريد إغلاق اليوم على جهاز واحد؟',
      two: 'هل تريد إغلاق اليوم على جهازين؟',
      few: sentence`هل تريد إغلاق اليوم على ${count} أجهزة؟`,
      many: sentence`هل تريد إغلاق اليوم على ${count} جهازًا؟`,
      other: sentence`هل تريد إغلاق اليوم على ${count} جهاز؟`,
    }),
  settles: 'تُقدَّم كل مدفوعاتها للصرف.',
  allClosed: 'كل شيء مغلق.',
  nothingToClose: 'لا شيء لإغلاقه اليوم.',
  more: 'عرض أجهزة أخرى',
  held: 'محجوز ولم يُحصّل بعد',

  forgotten: ({ day }) => sentence`لم يُغلق يوم ${day}.`,
  closeLate: ({ day }) => sentence`إغلاق يوم ${day}`,
  lateTitle: ({ day, terminal }) => sentence`هل تريد إغلاق يوم ${day} على ${terminal} الآن؟`,
  lateText: 'يحتفظ بتاريخه ويأخذ الرقم التالي. لا يُرسل شيء إلى الجهاز.',
  lateDayFailed: 'تعذر إغلاق اليوم السابق، ولم يُرسل شيء إلى الجهاز. حاول مجددًا.',
};

const dayReport: Labels['dayReport'] = {
  title: 'تقرير اليوم',
  number: ({ number }) => sentence`رقم\u00a0${number}`,
  day: 'اليوم المطلوب',
  today: 'اليوم',
  yesterday: 'أمس',
  date: 'يوم آخر',
  loading: 'جارٍ الحساب…',
  notLoaded: 'تعذر تحميل التقرير.',
  tryAgain: 'حمّل من جديد',
  onlyThisDevice: 'تُحسب مدفوعات هذا المتصفح فقط. الصناديق الأخرى ليست في التقرير.',
  emptyToday: 'لا توجد مدفوعات اليوم بعد',
  emptyDay: 'لا توجد مدفوعات في هذا اليوم',
  emptyText: 'سيظهر هنا ما قُبض وما رُدّ.',
  soFar: ({ time }) => sentence`حتى الآن، ${time}`,
  from: ({ time }) => sentence`يبدأ اليوم الساعة ${time}`,
  closed: ({ time, actor }) =>
    actor === undefined ? sentence`أُغلق في ${time}` : sentence`أغلقه ${actor} في ${time}`,
  notKept: 'هذا المتصفح لا يحتفظ بالأيام المغلقة.',
  asClosed: 'كما كان عند إغلاق اليوم. ليس في أي مجموع.',
  corrections: 'التصحيحات',
  correctionsText: 'عُرف بعد إغلاق اليوم فقط. ليس في أي من المجاميع أعلاه.',

  net: 'الصافي',
  taken: 'المقبوض',
  tips: 'الإكراميات',
  extra: 'ما زاد على المطلوب',
  givenBack: 'المردود',
  partly: 'موافق عليه جزئيًا',
  partlyOf: ({ approved, asked }) => sentence`${approved} من ${asked}`,
  byHand: 'سجّله شخص',
  count: ({ count }) =>
    plural(count, {
      zero: 'لا مدفوعات',
      one: 'دفعة واحدة',
      two: 'دفعتان',
      few: sentence`${count} دفعات`,
      many: sentence`${count} دفعة`,
      other: sentence`${count} دفعة`,
    }),
  unknownText: 'ليست في أي مجموع. قد تتغير المجاميع بعد.',
  held: 'محجوز ولم يُحصّل بعد',
  heldText: 'ليس في أي مجموع حتى يُسحب.',
  legs: 'مدفوع بطرق أخرى',
  legsText: 'ليس في أي مجموع: لم يمر عبر جهاز.',
  terminals: 'حسب الجهاز',
  list: 'كل المدفوعات',
  listLoading: 'جارٍ تحميل المدفوعات…',
  print: 'طباعة',
};

const linkShare: Labels['linkShare'] = {
  copyLink: 'نسخ الرابط',
  copied: 'تم النسخ',
  copiedSentence: 'تم نسخ الرابط.',
  refused: 'لم يسمح المتصفح بالنسخ. العنوان محدد: انسخه يدويًا.',
  address: 'عنوان الرابط',
  openLink: 'فتح الرابط',
  share: 'مشاركة…',
  shareFailed: 'تعذّرت المشاركة من المتصفح. العنوان محدد: انسخه يدويًا.',
  showQrCode: 'إظهار رمز الاستجابة السريعة',
  hideQrCode: 'إخفاء رمز الاستجابة السريعة',
  qrCode: 'رمز الاستجابة السريعة للرابط',
  qrCodeFailed: 'تعذّر رسم رمز الاستجابة السريعة. استخدم العنوان بدلًا منه.',
  close: 'إغلاق',
};

const kinds: Record<MoneyOperation, string> = {
  pay: 'بيع',
  preAuth: 'تفويض مسبق',
  capture: 'سحب',
  void: 'إبطال',
  refund: 'استرداد',
  closeBatch: 'إغلاق اليوم',
};

const openOperations: Labels['openOperations'] = {
  title: 'المدفوعات المفتوحة',
  loading: 'جارٍ البحث عن المدفوعات المفتوحة…',
  emptyTitle: 'لا توجد مدفوعات مفتوحة',
  emptyText: 'لكل ما بدأ هنا نتيجة، وقد اطّلع عليها أحد.',
  kind: ({ kind }) => kinds[kind],
  sending: 'جارٍ الإرسال',
  waiting: 'على الجهاز',
  since: ({ time }) => sentence`منذ ${time}`,
  otherOperator: 'موظف آخر',
  busySince: ({ time }) => sentence`مشغول منذ ${time}`,
  acknowledge: 'تم الاطلاع',
  more: 'عرض المزيد',
  shown: ({ shown, count }) => sentence`يظهر ${shown} من أصل ${count}`,
};

const approval: ApprovalLabels = {
  approvalTitle: 'الموافقة مطلوبة',
  approvalCode: 'رمز الموافقة',
  approve: 'وافق وأرسل',
  approvalCancel: 'إلغاء',
  approvalMissing: 'أدخل الرمز.',
  approvalWrong: 'لم يُقبل الرمز.',
};

const paymentLinkForm: Labels['paymentLinkForm'] = {
  title: 'رابط دفع جديد',
  create: ({ amount }) => (amount ? sentence`إنشاء رابط بمبلغ ${amount}` : 'إنشاء رابط دفع'),
  creating: 'جارٍ الإنشاء…',
  restored: 'هذا ما أدخلته من قبل.',
  filesLost: 'لا يُحتفظ بالملفات: أضفها من جديد.',
  startAfresh: 'البدء من جديد',

  add: 'إضافة',
  addFiles: 'الملفات',
  addBilling: 'عنوان الفوترة',
  addShipping: 'عنوان الشحن',
  addDiscount: 'خصم',
  showBilling: 'طلب عنوان الفوترة',
  showShipping: 'طلب عنوان الشحن',
  applyDiscount: 'تطبيق خصم',
  applyDiscountHint: 'تُخصم نسبة مئوية عند وجود خصم متاح ودفع العميل ببطاقة ائتمان.',
  discountHint: ({ percent }) => sentence`من يدفع ببطاقة ائتمان يدفع أقل بنسبة ${percent}.`,
  flagMissing: 'حدّد هذا الخيار للمتابعة.',

  taxes: 'الضرائب',
  taxAmount: 'الضرائب (كمبلغ)',
  taxesByList: 'الاختيار من القائمة',
  taxesByAmount: 'إدخال مبلغ',
  taxesMissing: 'حدّد الضرائب المطبقة.',

  customValues: 'بيانات إضافية',
  addCustomValue: 'إضافة بيان',
  customKey: 'نوع البيان الإضافي',
  otherKey: 'أخرى…',
  freeKey: 'المفتاح',
  freeValue: 'القيمة',
  freeRow: (position) => sentence`البيان الإضافي ${position}`,
  choose: 'اختر…',
  moveUp: (label) => sentence`نقل ${label} إلى أعلى`,
  moveDown: (label) => sentence`نقل ${label} إلى أسفل`,
  moved: ({ label, position, count }) => sentence`${label} الآن في الموضع ${position} من ${count}.`,
  removeCustomValue: (label) => sentence`إزالة ${label}`,
  removed: (label) => sentence`تمت إزالة ${label}.`,
  valueMissing: 'أدخل قيمة.',
  choiceMissing: 'اختر واحدًا.',
  numberWanted: sentence`أدخل رقمًا، مثل ${'12'} أو ${'12.5'}.`,
  dateWanted: 'أدخل تاريخًا.',
  keyMissing: 'أدخل مفتاحًا.',
  keyRepeated: 'هذا المفتاح موجود بالفعل.',
  customValuesMissing: 'أضف بيانًا إضافيًا.',

  givenFiles: 'ملفات مرفقة بالفعل',
  namelessFile: (number) => sentence`الملف ${number}`,
  attachmentsMissing: 'أضف ملفًا.',
  stillUploading: 'انتظر حتى يكتمل رفع كل ملف أو أزله.',
  notUploaded: 'أعد رفع كل ملف لم يُرفع أو أزله.',

  estimate: 'تقدير',
  amount: 'المبلغ',
  withPercent: ({ label, percent }) => sentence`${label}، ${percent}`,
  plusTaxes: 'تضاف الضرائب',
  total: 'الإجمالي',
  discount: ({ percent }) => sentence`خصم، ${percent}`,
  cardTotal: 'عند الدفع ببطاقة ائتمان',
  taxRounding: 'تُقرّب كل ضريبة على حدة.',
  discountRounding: ({ of }) =>
    of === 'total' ? 'يُطرح الخصم من الإجمالي ويُقرّب.' : 'الخصم نسبة من المبلغ قبل الضرائب، ويُقرّب.',
  notKnown: '—',

  serviceSays: (said) => sentence`رسالة الخدمة: ${said}`,
  rejectedTitle: 'لم يُقبل',
  rejectedText: 'لم يُنشأ أي رابط.',
  ...approval,
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return field
        ? sentence`لم يغادر الطلب هذه الصفحة: أحد المدخلات غير صالح (${field}).`
        : 'لم يغادر الطلب هذه الصفحة: أحد المدخلات غير صالح.';
    if (code === 'rate-limited') return 'الخدمة مشغولة جدًا حاليًا. انتظر دقيقة.';
    if (code === 'unauthorized') return 'تسجيل دخولك لا يسمح بذلك. سجّل الدخول ثم اضغط مجددًا.';
    if (code === 'too-large') return 'الحجم أكبر مما تقبله الخدمة.';
    return status ? sentence`لم تذكر الخدمة السبب (${status}).` : 'لم تذكر الخدمة السبب.';
  },
  unknownTitle: 'غير معروف بعد',
  unknownText: 'لم نتلقَّ ردًا واضحًا، فربما يوجد الرابط وربما لا. لا يُعاد إرسال شيء تلقائيًا.',
  unknownLook: 'ابحث عنه في قائمة روابط الدفع لديك.',
  unknownFound: 'إن وجدته فشاركه.',
  unknownNotFound: 'أنشئه من جديد فقط إن لم تجده.',
  lookInList: 'البحث في القائمة',
  looking: 'جارٍ البحث…',
  foundLike: ({ count, amount }) =>
    plural(count, {
      one: sentence`يوجد في القائمة رابط جديد بمبلغ ${amount}. هل هو هذا؟`,
      two: sentence`يوجد في القائمة رابطان جديدان بمبلغ ${amount}. أيهما هو؟`,
      few: sentence`توجد في القائمة ${count} روابط جديدة بمبلغ ${amount}. أيها هو؟`,
      many: sentence`يوجد في القائمة ${count} رابطًا جديدًا بمبلغ ${amount}. أيها هو؟`,
      other: sentence`يوجد في القائمة ${count} رابط جديد بمبلغ ${amount}. أيها هو؟`,
    }),
  noneLike: ({ amount }) =>
    sentence`لا يوجد في القائمة رابط جديد بمبلغ ${amount}. قد يظهر لاحقًا: ابحث مجددًا بعد دقيقة.`,
  listNotRead: 'لم نتمكن من قراءة القائمة.',
  isThisOne: (reference) => sentence`إنه ${reference}`,
  isListed: 'موجود في القائمة',
  isNotListed: 'غير موجود في القائمة',

  createdTitle: 'تم إنشاء رابط الدفع',
  amountSent: (amount) => sentence`أُرسل بمبلغ ${amount}`,
  createdText: 'شارك هذا العنوان مع عميلك.',
  foundText: 'لم تذكر الخدمة أي رابط أنشأت. هذا هو الرابط الجديد الوحيد المطابق في قائمتك: شارك عنوانه.',
  unconfirmedLooking: 'لم تُعد الخدمة عنوانًا. جارٍ البحث عن الرابط في قائمتك…',
  unconfirmedText: 'لم تُعد الخدمة عنوانًا. ستجد الرابط وعنوانه في قائمة روابط الدفع لديك.',
  unconfirmedSeveral: ({ count }) =>
    plural(count, {
      one: 'لم تُعد الخدمة عنوانًا، وفي قائمتك رابط جديد مشابه. ابحث عنه هناك.',
      two: 'لم تُعد الخدمة عنوانًا، وفي قائمتك رابطان جديدان مشابهان، لذلك لا يظهر أي منهما. ابحث هناك عن رابطك.',
      few: sentence`لم تُعد الخدمة عنوانًا، وفي قائمتك ${count} روابط جديدة مشابهة، لذلك لا يظهر أي منها. ابحث هناك عن رابطك.`,
      many: sentence`لم تُعد الخدمة عنوانًا، وفي قائمتك ${count} رابطًا جديدًا مشابهًا، لذلك لا يظهر أي منها. ابحث هناك عن رابطك.`,
      other: sentence`لم تُعد الخدمة عنوانًا، وفي قائمتك ${count} رابط جديد مشابه، لذلك لا يظهر أي منها. ابحث هناك عن رابطك.`,
    }),
  unconfirmedNone: 'لم تُعد الخدمة عنوانًا، والرابط ليس في قائمتك بعد.',
  lookAgain: 'البحث مجددًا',
  unsafeAddress: 'لم تُعطِ الخدمة عنوانًا يمكن فتحه بأمان. ابحث في قائمة روابط الدفع لديك.',
  reference: 'المرجع',
  status: 'الحالة',
  created: 'تاريخ الإنشاء',
  createAnother: 'إنشاء رابط آخر',
};

/** Statuses that services are known to use. Other statuses are shown unchanged. */
const statuses: Record<string, string> = {
  active: 'نشط',
  cancelled: 'ملغى',
  canceled: 'ملغى',
  draft: 'مسودة',
  expired: 'منتهي الصلاحية',
  open: 'مفتوح',
  partially_paid: 'مدفوع جزئيًا',
  partially_refunded: 'مسترد جزئيًا',
  pending: 'معلّق',
  processing: 'قيد المعالجة',
  refunded: 'مسترد',
};

const paymentLinkList: Labels['paymentLinkList'] = {
  title: 'روابط الدفع',
  amount: 'المبلغ',
  paidAmount: 'المبلغ المدفوع',
  status: 'الحالة',
  reference: 'المرجع',
  created: 'تاريخ الإنشاء',
  customValues: 'التفاصيل',
  id: 'المعرّف',
  actions: 'الإجراءات',
  address: 'العنوان',
  paid: 'مدفوع',
  unpaid: 'غير مدفوع',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'جديد',
  absent: '—',
  noAddress: 'لا يوجد عنوان',
  loading: 'جارٍ تحميل روابط الدفع…',
  emptyTitle: 'لا توجد روابط دفع بعد',
  emptyText: 'ستظهر هنا الروابط التي تنشئها مع عناوينها لمشاركتها.',
  emptyPage: 'لم تعد هناك روابط في هذه الصفحة.',
  errorTitle: 'تعذّر تحميل الروابط',
  errorText: 'لم تتأثر الروابط نفسها. تحقق من الاتصال ثم حاول مجددًا.',
  errorAnswered: 'لم تتأثر الروابط نفسها. حاول مجددًا بعد قليل.',
  serviceSays: paymentLinkForm.serviceSays,
  tryAgain: 'إعادة المحاولة',
  refresh: 'تحديث',
  open: ({ count, amount, isPart }) => {
    if (count.value === 0) return isPart ? 'لا روابط غير مدفوعة في هذه الصفحة' : 'لا روابط غير مدفوعة';
    const open = isPart ? sentence`غير مدفوع في هذه الصفحة: ${count}` : sentence`غير مدفوع: ${count}`;
    return amount === undefined ? open : `${open}، ${sentence`${amount}`}`;
  },
  filter: 'العرض في هذه الصفحة',
  all: 'الكل',
  search: 'البحث في هذه الصفحة',
  found: (count, of) =>
    plural(of, {
      one: sentence`${count} من رابط واحد في هذه الصفحة`,
      two: sentence`${count} من رابطين في هذه الصفحة`,
      few: sentence`${count} من ${of} روابط في هذه الصفحة`,
      many: sentence`${count} من ${of} رابطًا في هذه الصفحة`,
      other: sentence`${count} من ${of} رابط في هذه الصفحة`,
    }),
  noMatch: 'لا شيء مطابق في هذه الصفحة. لا يشمل البحث الصفحات الأخرى.',
  tooMany: (shown, of) => sentence`تظهر أول ${shown} من أصل ${of} من الروابط. ابحث للعثور على غيرها.`,
  downloadCsv: 'تنزيل هذه الصفحة بصيغة CSV',
  csvFile: (page) => `payment-links-page-${page}.csv`,
  pages: 'الصفحات',
  page: (page, pages) => sentence`الصفحة ${page} من ${pages}`,
  previous: 'السابق',
  next: 'التالي',
};

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'تمت الموافقة',
  preAuth: 'تم الحجز',
  capture: 'تم السحب',
  void: 'تم الإبطال',
  refund: 'تم الاسترداد',
  closeBatch: 'تم إغلاق اليوم',
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
  closeBatch: 'لا نعرف بعد هل أُغلق اليوم',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'عملية الدفع',
  preAuth: 'التفويض المسبق',
  capture: 'عملية السحب',
  void: 'عملية الإبطال',
  refund: 'عملية الاسترداد',
  closeBatch: 'إغلاق اليوم',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'على شاشة الجهاز',
  receipt: 'على الإيصال',
  'back-office': 'في نظام الإدارة',
  other: 'في مكان آخر',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

const paymentStatus: Labels['paymentStatus'] = {
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
  needsAuth: 'انتهت جلسة دخولك، فلا يمكننا قراءة النتيجة. عملية الدفع مستمرة. سجّل الدخول لرؤيتها.',
  takingLong: 'هل يطول الأمر؟',
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
  askedFor: 'المطلوب',
  partialDue: ({ kind, due }) => {
    if (kind === 'capture') return sentence`لم يُسحب ${due}.`;
    return kind === 'refund' ? sentence`لم يُرد ${due}.` : sentence`ما زال ${due} مستحقًا.`;
  },
  withTip: ({ tip }) => sentence`مع إكرامية قدرها ${tip}.`,
  authorizedSentence: 'المبلغ محجوز ولم يُحصّل. اسحبه لتحصل عليه.',
  batchClosedSentence: 'بدأ الصرف. لا يظهر هنا متى ينتهي.',
  failedTitle: 'لم تكتمل',
  failedAdvice: ({ kind }) =>
    takesCard(kind) ? 'اطلب بطاقة أخرى أو طريقة دفع أخرى.' : 'راجع عملية الدفع في نظام الإدارة.',
  rejectedTitle: 'لم يُقبل الطلب',
  rejectedSentence: 'لم تقبل خدمة الدفع ذلك. لم يحدث شيء.',
  rejectedAdvice: 'راجع ما أدخلته قبل إرساله مجددًا.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      zero: 'الخدمة مشغولة جدًا حاليًا.',
      one: 'الخدمة مشغولة جدًا حاليًا. انتظر ثانية واحدة.',
      two: 'الخدمة مشغولة جدًا حاليًا. انتظر ثانيتين.',
      few: sentence`الخدمة مشغولة جدًا حاليًا. انتظر ${seconds} ثوانٍ.`,
      other: sentence`الخدمة مشغولة جدًا حاليًا. انتظر ${seconds} ثانية.`,
    }),
  rejectedSignIn: 'تسجيل دخولك لا يسمح بذلك. سجّل الدخول ثم ابدأ من جديد.',
  notArrived: 'لم يتم الإرسال. لم يحدث شيء.',
  keptBack: ({ code, field }) => {
    if (code === 'terminal-busy')
      return 'لم يُرسل شيء: على هذا الجهاز عملية دفع أخرى جارية أو لم تُعرف نتيجتها بعد. انتظر نتيجتها. إن لم تظهر، فافتح تلك العملية واضغط على ما رأيته. ثم أرسل هذه مجددًا.';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return 'لم يُرسل شيء: سيتجاوز ذلك إجمالي الطلب. إن كنت تقصد ذلك فأرسله مجددًا.';
    if (code === 'needs-confirmation')
      return 'لم يُرسل شيء: أُرسل المبلغ نفسه قبل قليل. إن كنت تقصد ذلك فأرسله مجددًا.';
    if (code === 'needs-approval') return field ? 'لم يُرسل شيء: لم يُقبل الرمز.' : 'لم يُرسل شيء بعد.';
    return field === 'amount'
      ? 'لم يُرسل شيء: لم يتبقَّ مبلغ بهذا القدر.'
      : 'لم يُرسل شيء: لا تسمح عملية الدفع بذلك بعد ما أُجري من قبل.';
  },
  ...approval,
  notSent: 'لم يغادر شيء هذه الصفحة. لم يحدث شيء.',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'إعداد هذه الصفحة غير صحيح' : 'أحد المدخلات غير صالح';
    return `${what}${field ? sentence` (${field})` : ''}. أبلغ المسؤول عنها.`;
  },
  resolvedTitle: ({ kind, charged, approved, asked }) => {
    const part = approved && asked ? sentence`: ${approved} من أصل ${asked}` : '';
    if (takesCard(kind)) return charged ? `سُجّل أنه تم التحصيل${part}` : 'سُجّل أنه لم يتم التحصيل';
    return charged ? `سُجّل أنه تم${part}` : 'سُجّل أنه لم يتم';
  },
  resolvedSentence: ({ basis }) => `رآه شخص هنا ${bases[basis]}. لم تؤكده الخدمة.`,

  unknownTitle: 'غير معروفة بعد',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'تم الإرسال ولم يصل رد.',
  reasonBadResponse: 'وصل رد لم نتمكن من قراءته.',
  reasonConflict: 'تفيد الخدمة بأن الجهاز مشغول، وربما بهذه العملية نفسها.',
  reasonHttpError: 'واجهت الخدمة مشكلة لديها.',
  reasonRedirect: 'أشار الرد إلى عنوان آخر، ولم نتبعه.',
  reasonReloaded: 'أُغلقت هذه الصفحة أو أُعيد تحميلها قبل وصول الرد.',
  reasonServiceTimeout: 'توقفت الخدمة عن انتظار الجهاز.',
  reasonStopped: 'أوقف شخص الانتظار هنا. لم يلغِ ذلك عملية الدفع.',
  reasonMaxWait: 'لم تصل نتيجة في الوقت المناسب.',
  reasonGone: 'لم تعد الخدمة تعرف هذه العملية.',
  reasonUnrecognisedStatus: 'ردّت الخدمة بما لا نعرفه.',
  reasonContradiction: 'أعطت الخدمة نتيجتين متناقضتين.',
  reasonDuplicateId: 'أعطت الخدمة هذه العملية مرجع عملية أخرى.',
  seenProcessing: 'كانت الخدمة تعالجها',
  notSeenProcessing: 'لم نرَ بدايتها',
  unknownCaution: ({ kind, terminal }) =>
    takesCard(kind)
      ? sentence`إذا كان ${terminal} يطلب بطاقة فانتظر. لا تبدأ عملية دفع أخرى.`
      : sentence`إذا كان ${terminal} لا يزال يعالجها فانتظر.`,
  findOut: 'انظر في أحد هذه الأماكن، ثم اضغط على ما رأيته',
  findOnTerminal: ({ terminal }) => sentence`انظر إلى شاشة ${terminal}.`,
  findOnReceipt: 'انظر إلى الإيصال المطبوع.',
  findOnReport: 'انظر إلى تقرير إغلاق اليوم المطبوع.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const what = nouns[kind];
    if (orderNumber) return `ابحث في نظام الإدارة عن ${what}${sentence` للطلب ${orderNumber}`}.`;
    return `ابحث في نظام الإدارة عن ${what}${amount ? sentence` بمبلغ ${amount}` : ''}.`;
  },
  findElsewhere: ({ kind }) =>
    kind === 'closeBatch' ? 'انظر في مكان آخر.' : 'انظر في مكان آخر، مثل تطبيق بنك العميل.',
  unknownMore: 'المزيد',
  stillAsking: 'نواصل سؤال الخدمة. ستظهر النتيجة المتأخرة هنا تلقائيًا.',

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
  resolutionRefused: 'لم يتم حفظ إجابتك. تحقق من عملية الدفع ثم أجب مرة أخرى.',
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

const mirrored: Record<MirroredKind, MirroredKindWords> = {
  pay: {
    asked: 'المبلغ المطلوب',
    present: 'قرّب بطاقتك أو أدخلها أو مرّرها',
    complete: 'تم الدفع',
    completeText: 'شكرًا لك!',
    partial: 'تم دفع جزء من المبلغ',
    due: 'المتبقي للدفع',
    failed: 'لم تكتمل عملية الدفع',
    nothingMoved: 'لم يُخصم شيء من بطاقتك.',
  },
  preAuth: {
    asked: 'المبلغ المطلوب حجزه',
    present: 'قرّب بطاقتك أو أدخلها أو مرّرها',
    complete: 'تم حجز المبلغ على بطاقتك',
    completeText: 'لم يُخصم منك شيء بعد.',
    partial: 'تم حجز جزء من المبلغ',
    due: 'لم يُحجز',
    failed: 'لم يُحجز أي مبلغ',
    nothingMoved: 'لم يُخصم شيء من بطاقتك.',
  },
  capture: {
    asked: 'المبلغ المطلوب',
    present: 'نُكمل عملية الدفع',
    complete: 'تم الدفع',
    completeText: 'شكرًا لك!',
    partial: 'تم دفع جزء من المبلغ',
    due: 'المتبقي للدفع',
    failed: 'لم تكتمل عملية الدفع',
    nothingMoved: 'لم يُخصم شيء من بطاقتك.',
  },
  void: {
    asked: 'المبلغ المطلوب إلغاؤه',
    present: 'نلغي عملية الدفع',
    complete: 'أُلغيت عملية الدفع',
    completeText: 'لن يُخصم شيء من بطاقتك.',
    partial: 'أُلغي جزء من المبلغ',
    due: 'لم يُلغَ',
    failed: 'لم تُلغَ عملية الدفع',
    nothingMoved: 'عملية الدفع باقية كما هي.',
  },
  refund: {
    asked: 'المبلغ المسترد',
    present: 'نعيد إليك المبلغ',
    complete: 'تم رد المبلغ',
    completeText: 'سيعود المبلغ إلى بطاقتك. قد يستغرق ذلك بضعة أيام.',
    partial: 'تم رد جزء من المبلغ',
    due: 'المتبقي للرد',
    failed: 'لم يكتمل رد المبلغ',
    nothingMoved: 'لم يُرد أي مبلغ.',
  },
};

/** Customers read these words, not shopkeepers. */
const paymentMirror: Labels['paymentMirror'] = {
  region: 'عملية الدفع',
  asked: ({ kind }) => mirrored[kind].asked,
  sending: 'لحظة من فضلك',
  present: ({ kind }) => mirrored[kind].present,
  followTerminal: 'يُرجى اتباع تعليمات جهاز البطاقات.',
  complete: ({ kind }) => mirrored[kind].complete,
  completeText: ({ kind }) => mirrored[kind].completeText,
  withTip: ({ tip }) => sentence`يشمل إكرامية قدرها ${tip}`,
  partial: ({ kind }) => mirrored[kind].partial,
  partialDue: ({ kind, due }) => sentence`${mirrored[kind].due}: ${due}`,
  failed: ({ kind }) => mirrored[kind].failed,
  nothingMoved: ({ kind }) => mirrored[kind].nothingMoved,
  checking: 'يُرجى الانتظار قليلًا',
  checkingText: ({ kind }) =>
    takesCard(kind) ? 'نتحقق من عملية الدفع. يُرجى عدم الدفع مرة أخرى.' : 'نتحقق من الأمر.',
  scan: 'امسح الرمز للدفع',
  scanText: 'وجّه كاميرا هاتفك نحو الرمز.',
  qrCode: 'رمز QR للدفع',
  qrCodeFailed: 'تعذّر عرض الرمز. يُرجى سؤال أحد العاملين.',
};

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'لم تُحمَّل البطاقة أي مبلغ.',
  preAuth: 'لا يوجد مبلغ محجوز على البطاقة.',
  capture: 'لم يُسحب أي مبلغ.',
  void: 'لم تُلغَ عملية الدفع.',
  refund: 'لم يُرَد أي مبلغ.',
  closeBatch: 'لم يُغلق اليوم.',
};

const receipt: Labels['receipt'] = {
  print: 'طباعة',
  reprint: 'نسخة',
  notReceipt: ({ state }) => sentence`${state}: هذا ليس إيصالًا`,
  underWay: 'لم تنتهِ بعد',
  notReceiptText: ({ kind, terminal }) =>
    takesCard(kind)
      ? sentence`لا تدفع مرة أخرى حتى يتضح الأمر. انظر إلى شاشة ${terminal} أو في نظام الإدارة.`
      : sentence`لا تكررها حتى يتضح الأمر. انظر إلى شاشة ${terminal} أو في نظام الإدارة.`,
  tip: 'الإكرامية',
  total: 'الإجمالي',
  held: 'محجوز ولم يُحصّل بعد.',
  voided: 'أُلغيت عملية الدفع. لا تُحمَّل البطاقة أي مبلغ.',
  refunded: 'يعود المبلغ إلى البطاقة، وقد يستغرق ذلك بضعة أيام.',
  nothingMoved: ({ kind }) => nothingMoved[kind],
};

const sentBefore = ({ amount, terminal, time }: SentBefore) => {
  if (!terminal) return sentence`أُرسل ${amount} قبل قليل، ربما من صندوق آخر.`;
  return time
    ? sentence`أُرسل ${amount} إلى ${terminal} في ${time}.`
    : sentence`أُرسل ${amount} إلى ${terminal}.`;
};

const doubts: Partial<Record<Phase, string>> = {
  complete: 'تمت تلك العملية.',
  partial: 'تمت الموافقة على جزء منها.',
  failed: 'لم تكتمل تلك العملية.',
  rejected: 'لم تقبلها الخدمة.',
  unknown: 'لا يعرف أحد بعد ما آلت إليه.',
};

const terminalCheckout: Labels['terminalCheckout'] = {
  form: 'عملية دفع جديدة',
  formAuthorize: 'تفويض مسبق جديد',
  orderNumber: 'رقم الطلب',
  orderNumberMissing: 'أدخل رقم الطلب.',
  customValues: 'التفاصيل',
  choose: 'اختر…',
  customValueMissing: 'هذا البيان مطلوب.',
  quickAmounts: 'مبالغ سريعة',
  orderTotal: 'الإجمالي',
  orderPaid: 'المدفوع',
  orderPending: 'محجوز أو غير معروف بعد',
  orderDue: 'المتبقي',
  orderSettled: 'دُفع هذا الطلب بالكامل.',
  orderAlone: 'يُحسب ما حصّله هذا المتصفح فقط.',
  orderUnread: 'تعذّرت قراءة المتبقي الآن.',
  split: 'تقسيم بالتساوي',
  splitFewer: 'شخص أقل',
  splitMore: 'شخص إضافي',
  splitInto: ({ people }) =>
    plural(people, {
      one: 'شخص واحد',
      two: 'شخصان',
      few: sentence`${people} أشخاص`,
      many: sentence`${people} شخصًا`,
      other: sentence`${people} شخص`,
    }),
  tooMuchTitle: 'هل تريد تحصيل أكثر من المتبقي؟',
  tooMuchSentence: ({ due }) => sentence`المتبقي من هذا الطلب ${due} فقط.`,
  receipt: 'إرسال إيصال',
  email: 'البريد الإلكتروني',
  phone: 'الهاتف',
  receiptMissing: 'حدّد هذا الخيار للمتابعة.',
  emailMissing: 'أدخل بريدًا إلكترونيًا.',
  phoneMissing: 'أدخل رقم هاتف.',
  emailInvalid: sentence`أدخل عنوانًا مثل ${'name@example.com'}.`,
  phoneInvalid: 'أدخل رقم الهاتف بأرقامه.',
  receiptAddressMissing: 'أدخل بريدًا إلكترونيًا أو رقم هاتف لإرسال الإيصال إليه.',
  terminalMissing: 'اختر جهازًا.',
  terminalNotLoaded: 'حمّل قائمة الأجهزة أولًا.',

  charge: ({ amount, terminal }) =>
    ['تحصيل', amount && sentence`${amount}`, terminal && sentence`عبر ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['حجز', amount && sentence`${amount}`, terminal && sentence`عبر ${terminal}`].filter(Boolean).join(' '),
  confirmTitle: ({ amount, terminal }) => sentence`هل تريد تحصيل ${amount} عبر ${terminal}؟`,
  confirmAuthorizeTitle: ({ amount, terminal }) => sentence`هل تريد حجز ${amount} عبر ${terminal}؟`,
  confirmText: ({ terminal }) => sentence`سيطلب ${terminal} البطاقة فور موافقتك.`,
  confirmYes: ({ amount }) => sentence`نعم، تحصيل ${amount}`,
  confirmAuthorizeYes: ({ amount }) => sentence`نعم، حجز ${amount}`,
  loading: 'لحظة من فضلك…',
  loadAgain: 'تعذّر التحميل. إعادة المحاولة',
  notLoaded:
    'لا يمكن إرسال شيء بعد: تعذّر تحميل جزء من هذه الصفحة. تحقق من الاتصال وحاول مرة أخرى. إن لم ينفع ذلك فأعد تحميل الصفحة.',
  missingBoth: 'ينقص: الجهاز والمبلغ.',
  missingTerminal: 'ينقص: الجهاز.',
  missingAmount: 'ينقص: المبلغ.',
  terminalBusy: ({ terminal }) => sentence`${terminal} مشغول بعملية دفع أخرى.`,

  duplicateTitle: 'هل تريد تحصيل المبلغ نفسه مجددًا؟',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = sentBefore({ amount, terminal, time });
    const said = charged ? 'سجّل شخص أنه تم التحصيل.' : 'سجّل شخص أنه لم يتم التحصيل.';
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  unusual: 'هذا عشرة أضعاف المبلغ المعتاد هنا أو أكثر.',
  duplicateAuthorizeTitle: 'هل تريد حجز المبلغ نفسه مجددًا؟',
  authorizeAgain: ({ amount }) => sentence`نعم، حجز ${amount} مجددًا`,
  cancel: 'إلغاء',
  chargeAgain: ({ amount }) => sentence`نعم، تحصيل ${amount} مجددًا`,
  busyNotice: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية الدفع هذه.`,
  busyElsewhere: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية دفع من نافذة أخرى.`,
  noJournal:
    'لم يُرسل شيء: تعذّر على هذا المتصفح تسجيل عملية الدفع، فقد تضيع نتيجتها. اسمح لهذا الموقع بتخزين البيانات ثم اضغط مجددًا.',
  tooSlow: 'لم يُرسل شيء: استغرق هذا المتصفح وقتًا طويلًا جدًا في تسجيل عملية الدفع. اضغط مجددًا.',
  unreachable:
    'لم يُرسل شيء: انقطع الاتصال بخدمة الدفع. تحقق من الاتصال هنا ثم اضغط مجددًا. إن لم يحتمل الأمر الانتظار، فاقبل الدفع بطريقة أخرى.',
  refusedField: 'لم يُرسل شيء: عدّل هذا أولًا.',
  refused: ({ field }) =>
    field
      ? sentence`لم يُرسل شيء: أحد المدخلات غير صالح (${field}). أبلغ المسؤول عن هذه الصفحة.`
      : 'لم يُرسل شيء: أحد المدخلات غير صالح. أبلغ المسؤول عن هذه الصفحة.',

  nextCustomer: 'العميل التالي',
  tryAgain: ({ amount }) => sentence`إعادة المحاولة، ${amount}`,
  tryAgainIn: ({ seconds }) =>
    plural(seconds, {
      zero: 'إعادة المحاولة الآن',
      one: 'إعادة المحاولة بعد ثانية واحدة',
      two: 'إعادة المحاولة بعد ثانيتين',
      few: sentence`إعادة المحاولة بعد ${seconds} ثوانٍ`,
      other: sentence`إعادة المحاولة بعد ${seconds} ثانية`,
    }),
  lastSale: 'عملية الدفع السابقة',
  seenLast: 'حسنًا',
  add: 'إضافة',
  addReceipt: 'إيصال',
  takeRest: ({ kind, amount }) =>
    kind === 'pay' ? sentence`تحصيل الباقي ${amount}` : sentence`تفويض الباقي ${amount}`,
  backToSale: 'العودة إلى عملية البيع هذه',
  decideLater: 'القرار لاحقًا',
  unknown: ({ count, amount, terminal }) =>
    [sentence`${count} غير معروفة`, amount && sentence`${amount}`, terminal && sentence`${terminal}`]
      .filter(Boolean)
      .join('، '),
  decideLaterHint: ({ terminal }) => sentence`يبقى ${terminal} مشغولًا حتى ذلك الحين.`,
};

const terminalPicker: Labels['terminalPicker'] = {
  label: 'جهاز الدفع',
  placeholder: 'اختر جهازًا',
  toggle: 'إظهار الأجهزة',
  loading: 'جارٍ تحميل الأجهزة…',
  empty: 'لا توجد أجهزة بعد',
  emptyHint: 'اطلب من مزود خدمة الدفع تفعيل جهاز. سيظهر هنا تلقائيًا.',
  loadError: 'تعذّر تحميل الأجهزة.',
  retry: 'إعادة التحميل',
  noMatch: ({ query }) => sentence`لا يوجد جهاز يطابق «${query}»`,
  resultCount: ({ count }) =>
    plural(count, {
      zero: 'لا توجد أجهزة',
      one: 'جهاز واحد',
      two: 'جهازان',
      few: sentence`${count} أجهزة`,
      many: sentence`${count} جهازًا`,
      other: sentence`${count} جهاز`,
    }),
  moreResults: ({ shown, count }) => sentence`يظهر ${shown} من أصل ${count}. اكتب للعثور على غيرها.`,
  loadingMore: 'جارٍ تحميل المزيد…',
  searching: ({ searched, pages }) => sentence`جارٍ البحث… ${searched} من ${pages} من الصفحات`,
  searchPaused: ({ searched, pages }) =>
    sentence`شمل البحث ${searched} من ${pages} من الصفحات. طلبت الخدمة التوقف مؤقتًا.`,
  searchFailed: ({ searched, pages }) =>
    sentence`شمل البحث ${searched} من ${pages} من الصفحات. تعذّر تحميل البقية.`,
  searchOn: 'البحث في البقية',
  refreshing: 'جارٍ التحديث…',
  refreshError: 'تعذّر تحديث القائمة، وقد لا تكون حديثة.',
  lastSeen: ({ at }) => sentence`آخر اتصال: ${at}`,
  useAnyway: 'استخدامه على أي حال',
  required: 'اختر جهازًا.',
  free: 'متاح',
  busy: 'مشغول',
  unresolved: 'غير معروفة بعد',
  unreachable: 'غير متصل',
  chosenBusy: ({ terminal }) => sentence`${terminal} مشغول بعملية دفع أخرى.`,
  chosenUnresolved: ({ terminal }) => sentence`لا يُعرف بعد كيف انتهت آخر عملية دفع على ${terminal}.`,
  chosenUnreachable: ({ terminal }) => sentence`تعذر الوصول إلى ${terminal}. تأكد من أنه مشغَّل ومتصل.`,
  lookAgain: 'تحقق مرة أخرى',
  freeNow: 'المتاحة الآن',
  unlisted: 'لم يعد هذا الجهاز في قائمتك. تأكد من أنه الجهاز الصحيح.',
};

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'تم ذلك.',
  partial: 'تم جزء منه.',
  failed: 'لم يكتمل.',
  rejected: 'لم تقبله الخدمة.',
};

const giveBackTexts: Record<GiveBackWay, string> = {
  release: 'يُحرَّر كل المبلغ المحجوز. لا يُحصّل شيء من العميل.',
  cancel: 'تُلغى عملية الدفع: لا يُحصّل شيء من العميل.',
  try: 'إن لم يفت الأوان تُلغى عملية الدفع ولا يُحصّل شيء من العميل. وإلا فيمكنك رد المال في خطوة ثانية.',
  part: 'يعود جزء إلى البطاقة، وقد يستغرق ذلك بضعة أيام. ولا يمكن ذلك إلا بعد إغلاق اليوم.',
  refund: 'يعود المال إلى البطاقة، وقد يستغرق ذلك بضعة أيام.',
};

const transactionActions: Labels['transactionActions'] = {
  region: 'عملية الدفع',
  title: ({ kind }) => (kind === 'pay' ? 'بيع' : 'تفويض مسبق'),
  terminal: 'الجهاز',
  captured: 'المسحوب',
  refunded: 'المسترد',
  leftToCapture: 'المتبقي للسحب',
  leftToRefund: 'المتبقي للاسترداد',
  settlement: 'إغلاق اليوم',
  settled: 'تم',
  notSettled: 'ليس بعد',
  reference: 'المرجع',

  capture: 'سحب',
  captureText: 'يسحب المبلغ المحجوز، كله أو جزءًا منه، مرة واحدة.',
  captureHint: ({ max, rest }) =>
    rest === undefined ? sentence`حتى ${max}.` : sentence`حتى ${max}. لا يمكن سحب المتبقي ${rest} لاحقًا.`,
  captureTooMuch: ({ max }) => sentence`المبلغ المحجوز هو ${max} فقط.`,
  captureButton: ({ amount, terminal }) => (amount ? sentence`سحب ${amount} عبر ${terminal}` : 'سحب'),
  giveBack: ({ isHold }) => (isHold ? 'تحرير المبلغ المحجوز' : 'إعادة المال'),
  giveBackText: ({ way }) => giveBackTexts[way],
  partLater: 'يمكنك إعادة جزء من المبلغ بعد إغلاق اليوم.',
  giveBackHint: ({ max, rest }) =>
    rest === undefined ? sentence`حتى ${max}.` : sentence`حتى ${max}. يبقى المتبقي ${rest} مدفوعًا.`,
  giveBackTooMuch: ({ max }) => sentence`يمكنك إعادة ${max} على الأكثر.`,
  giveBackButton: ({ amount, isHold }) => {
    if (isHold) return amount ? sentence`تحرير ${amount}` : 'تحرير';
    return amount ? sentence`إعادة ${amount}` : 'إعادة';
  },

  confirmTitle: ({ amount, way }) =>
    way === 'release' ? sentence`هل تريد تحرير ${amount}؟` : sentence`هل تريد إعادة ${amount}؟`,
  confirmText: ({ amount, terminal, rest, way }) => {
    switch (way) {
      case 'release':
        return sentence`يُحرَّر المبلغ المحجوز ${amount} على ${terminal} ولا يمكن سحبه بعد ذلك. لا يمكن التراجع عن ذلك.`;
      case 'cancel':
        return sentence`تُلغى عملية البيع بمبلغ ${amount} على ${terminal} ولا يُحصّل شيء من العميل. لا يمكن التراجع عن ذلك.`;
      case 'try':
        return sentence`إن لم يفت الأوان تُلغى عملية البيع بمبلغ ${amount} على ${terminal} ولا يُحصّل شيء من العميل. لا يمكن التراجع عن ذلك. وإن فات الأوان فلن يُعاد شيء بعد.`;
      case 'part':
      case 'refund':
        return [
          sentence`يعود ${amount} إلى بطاقة العميل عبر ${terminal}.`,
          rest && sentence`يبقى ${rest} مدفوعًا.`,
          'لا يمكن التراجع عن ذلك.',
        ]
          .filter(Boolean)
          .join(' ');
    }
  },
  confirmDoubt: 'ربما اكتملت محاولة سابقة رغم ذلك. تحقق أولًا من الإيصال أو من المكتب الخلفي.',
  confirmYes: ({ amount, way }) =>
    way === 'release' ? sentence`نعم، تحرير ${amount}` : sentence`نعم، إعادة ${amount}`,
  goBack: 'رجوع',

  insteadHint: 'ربما فات أوان الإلغاء. يمكنك رد المال بدلًا منه: يعود إلى البطاقة، وقد يستغرق ذلك بضعة أيام.',
  instead: ({ amount }) => sentence`رد ${amount} بدلًا من ذلك`,

  voided: 'تم إبطالها. لا يمكن إجراء أي شيء آخر عليها.',
  allRefunded: 'تم استرداد المبلغ كله.',
  nothingCaptured: 'لم يُسحب شيء، فلا يوجد ما يُرد.',
  underWay: 'يُجرى الآن شيء على عملية الدفع هذه في صندوق آخر. انتظر حتى ينتهي.',
  role: 'لا يُسمح لك بردّ المال هنا. اطلب ذلك ممن يُسمح له.',
  terminalGone: ({ terminal }) => sentence`لا يمكن إعادة المال إلا عبر ${terminal}، وهو ليس بين أجهزتك الآن.`,

  duplicateTitle: 'هل تريد إرسال المبلغ نفسه مجددًا؟',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = sentBefore({ amount, terminal, time });
    return `${sent} ${actionDoubts[phase] ?? 'وليس مؤكدًا ما آل إليه.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? sentence`نعم، سحب ${amount} مجددًا` : sentence`نعم، إعادة ${amount} مجددًا`,
  busy: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية الدفع هذه.`,
  busyElsewhere: ({ terminal }) => sentence`لم يُرسل شيء: ${terminal} مشغول بعملية دفع من نافذة أخرى.`,
  noJournal:
    'لم يُرسل شيء: تعذّر على هذا المتصفح تسجيل عملية الدفع، فقد تضيع نتيجتها. اسمح لهذا الموقع بتخزين البيانات ثم اضغط مجددًا.',
  tooSlow: 'لم يُرسل شيء: استغرق هذا المتصفح وقتًا طويلًا جدًا في التسجيل. اضغط مجددًا.',
  unreachable: 'لم يُرسل شيء: انقطع الاتصال بخدمة الدفع. تحقق من الاتصال هنا ثم اضغط مجددًا.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return 'لم يُرسل شيء: لم يتبقَّ مبلغ بهذا القدر.';
    if (code === 'not-allowed') return 'لم يُرسل شيء: أُجري على عملية الدفع هذه إجراء آخر، أو يجري الآن.';
    return field
      ? sentence`لم يُرسل شيء: أحد المدخلات غير صالح (${field}). أبلغ المسؤول عن هذه الصفحة.`
      : 'لم يُرسل شيء: أحد المدخلات غير صالح. أبلغ المسؤول عن هذه الصفحة.';
  },
  back: 'العودة إلى عملية الدفع',
};

const seenOn: Record<ResolutionBasis, string> = {
  'terminal-screen': 'كما ظهر على الجهاز',
  receipt: 'كما ظهر في إيصال',
  'back-office': 'كما ظهر في نظام الإدارة',
  other: 'معلوم من مصدر آخر',
};

const paymentsIn = (count: Count) =>
  plural(count, {
    zero: 'لا عمليات دفع',
    one: 'عملية دفع واحدة',
    two: 'عمليتي دفع',
    few: sentence`${count} عمليات دفع`,
    other: sentence`${count} عملية دفع`,
  });

const transactionList: Labels['transactionList'] = {
  region: 'عمليات الدفع',
  loading: 'يجري تحميل عمليات الدفع',
  notLoaded: 'تعذر تحميل عمليات الدفع.',
  tryAgain: 'حاول مرة أخرى',
  onlyThisBrowser: 'هذه عمليات الدفع في هذا المتصفح. عمليات الصناديق الأخرى ليست في القائمة.',
  headline: ({ taken, givenBack, payments }) =>
    givenBack === undefined
      ? sentence`حُصّل ${taken} في ${paymentsIn(payments)}`
      : sentence`حُصّل ${taken} في ${paymentsIn(payments)}، وأُعيد ${givenBack}`,
  onlyGivenBack: ({ givenBack }) => sentence`أُعيد ${givenBack}`,
  nothingTaken: 'لم يُحصّل شيء',

  day: 'اليوم المعروض',
  today: 'اليوم',
  yesterday: 'أمس',
  anyDay: 'كل الأيام',
  date: 'التاريخ',

  search: 'ابحث عن مبلغ أو رقم طلب أو رقم دفعة',
  readAsAmount: ({ amount }) => sentence`يجري البحث عن المبلغ ${amount}`,
  readAsNumber: ({ text }) => sentence`يجري البحث عن رقم طلب أو دفعة: ${text}`,
  searchAmountInstead: ({ amount }) => sentence`ابحث بدلًا من ذلك عن المبلغ ${amount}`,
  searchNumberInstead: ({ text }) => sentence`ابحث بدلًا من ذلك عن رقم طلب أو دفعة: ${text}`,

  filter: 'عرض',
  all: 'الكل',
  approved: 'موافق عليها',
  notCompleted: 'لم تكتمل',
  unknown: 'غير معروفة بعد',
  underWay: 'جارية',
  unseen: 'لم يُطَّلع عليها بعد',
  givenBack: 'أُعيد مبلغها',
  terminal: 'الجهاز',
  anyTerminal: 'كل الأجهزة',
  actor: 'بدأها',
  anyActor: 'أي شخص',
  clear: 'عرض الكل',

  toLookAt: 'يرجى التحقق من هذه',
  others: 'كل ما عداها',
  order: ({ number }) => sentence`طلب ${number}`,
  more: 'عرض المزيد',

  emptyTitle: 'لا توجد عمليات دفع اليوم بعد',
  emptyText: 'ستظهر هنا كل عملية دفع وكل عملية رد مبلغ مع نتيجتها.',
  emptyDay: 'لا توجد عمليات دفع في هذا اليوم.',
  noMatch: 'لا توجد عملية دفع مطابقة.',

  download: 'تنزيل كجدول (CSV)',
  downloading: 'يجري إعداد الجدول',
  csvFile: ({ day }) => `payments-${day}.csv`,
  notDownloaded: 'تعذر إعداد الجدول. اختر أيامًا أقل أو حاول مرة أخرى.',

  detailNotLoaded: 'تعذّر تحميل التفاصيل.',
  history: 'ما الذي حدث',
  startedBy: ({ actor }) => (actor === undefined ? 'أُرسلت إلى الجهاز' : sentence`أرسلها ${actor} إلى الجهاز`),
  atTerminal: 'على الجهاز',
  becameUnknown: 'غير معروفة بعد',
  resolved: ({ charged, basis, actor }) => {
    const outcome = charged ? 'خُصم المبلغ' : 'لم يُخصم المبلغ';
    return actor === undefined
      ? sentence`سُجّل: ${outcome}، ${seenOn[basis]}`
      : sentence`سجّل ${actor}: ${outcome}، ${seenOn[basis]}`;
  },
  approvedBy: ({ actor }) => (actor === undefined ? 'وافق عليها شخص آخر' : sentence`وافق عليها ${actor}`),
  seenBy: ({ actor }) => (actor === undefined ? 'تم الاطلاع عليها' : sentence`اطّلع عليها ${actor}`),
  doubtful: 'هناك ما لا يتطابق',
  acknowledge: 'تم',
  elsewhere: 'عملية الدفع هذه لدى صندوق آخر. ستظهر نتيجتها هنا.',
  slip: 'إيصال',
};

/** Modern Standard Arabic. Not yet reviewed by a native speaker. */
export const ar: Labels = {
  amountField,
  attachmentField,
  closeBatch,
  closeDay,
  dayReport,
  linkShare,
  openOperations,
  paymentLinkForm,
  paymentLinkList,
  paymentMirror,
  paymentStatus,
  receipt,
  terminalCheckout,
  terminalPicker,
  transactionActions,
  transactionList,
};
