import type { PaymentLinkListLabels } from '../../components/payment-link-list/paymentLinkListLabels.ts';
import { plural } from './plural.ts';
import { sentence } from './sentence.ts';

/** Statuses that services are known to use; others stand as they come. */
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

/** Not yet reviewed by a native speaker. */
export const paymentLinkList: PaymentLinkListLabels = {
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
  absent: '–',
  noAddress: 'لا يوجد عنوان',
  loading: 'جارٍ تحميل روابط الدفع…',
  emptyTitle: 'لا توجد روابط دفع بعد',
  emptyText: 'ستظهر هنا الروابط التي تنشئها مع عناوينها لمشاركتها.',
  emptyPage: 'لم تعد هناك روابط في هذه الصفحة.',
  errorTitle: 'تعذّر تحميل الروابط',
  errorText: 'لم تتأثر الروابط نفسها. تحقق من الاتصال ثم حاول مجددًا.',
  tryAgain: 'إعادة المحاولة',
  refresh: 'تحديث',
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
