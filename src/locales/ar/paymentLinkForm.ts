import type { PaymentLinkFormLabels } from '../../components/payment-link-form/paymentLinkFormLabels.ts';
import { plural } from './plural.ts';
import { sentence } from './sentence.ts';

/** Not yet reviewed by a native speaker. */
export const paymentLinkForm: PaymentLinkFormLabels = {
  title: 'رابط دفع جديد',
  create: 'إنشاء رابط دفع',
  creating: 'جارٍ الإنشاء…',
  restored: 'هذا ما أدخلته من قبل.',
  filesLost: 'لا يُحتفظ بالملفات: أضفها من جديد.',
  startAfresh: 'البدء من جديد',

  showBilling: 'طلب عنوان الفوترة',
  showShipping: 'طلب عنوان الشحن',
  applyDiscount: 'تطبيق خصم',
  applyDiscountHint: 'تُخصم نسبة مئوية عند وجود خصم متاح ودفع العميل ببطاقة ائتمان.',
  discountHint: ({ percent }) => sentence`من يدفع ببطاقة ائتمان يدفع أقل بنسبة ${percent}.`,
  flagMissing: 'يجب تحديد هذا الخيار.',

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
  notUploaded: 'لم تُرفع كل الملفات. أعد محاولة رفعها أو أزلها أولًا.',

  estimate: 'تقدير',
  amount: 'المبلغ',
  withPercent: ({ label, percent }) => sentence`${label}، ${percent}`,
  plusTaxes: 'تضاف الضرائب',
  total: 'الإجمالي',
  discount: ({ percent }) => sentence`خصم، ${percent}`,
  cardTotal: 'عند الدفع ببطاقة ائتمان',
  taxRounding: 'تُقرّب كل ضريبة على حدة، والنصف إلى أعلى.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'يُطرح الخصم من الإجمالي ويُقرّب، والنصف إلى أعلى.'
      : 'الخصم نسبة من المبلغ قبل الضرائب، ويُقرّب، والنصف إلى أعلى.',
  notKnown: '—',

  serviceSays: (said) => sentence`رسالة الخدمة: ${said}`,
  rejectedTitle: 'لم يُقبل',
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return field
        ? sentence`لم يغادر الطلب هذه الصفحة: أحد المدخلات غير صالح (${field}).`
        : 'لم يغادر الطلب هذه الصفحة: أحد المدخلات غير صالح.';
    if (code === 'rate-limited') return 'تتلقى الخدمة طلبات كثيرة جدًا حاليًا. انتظر دقيقة.';
    if (code === 'unauthorized') return 'تسجيل دخولك غير صالح لهذا الإجراء. سجّل الدخول ثم اضغط مجددًا.';
    if (code === 'too-large') return 'الحجم أكبر مما تقبله الخدمة.';
    return status ? sentence`لم تذكر الخدمة السبب (${status}).` : 'لم تذكر الخدمة السبب.';
  },
  unknownTitle: 'غير معروف بعد',
  unknownText: 'لم يصل رد واضح، فربما أُنشئ الرابط وربما لم يُنشأ. لا يُعاد إرسال شيء تلقائيًا.',
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
  listNotRead: 'تعذّرت قراءة القائمة.',
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
