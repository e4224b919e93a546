import type { TerminalPickerLabels } from '../../components/terminal-picker/terminalPickerLabels.ts';
import { plural } from './plural.ts';
import { sentence } from './sentence.ts';

/** Not yet reviewed by a native speaker. */
export const terminalPicker: TerminalPickerLabels = {
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
  busy: 'مشغول',
  unresolved: 'غير معروفة بعد',
  unlisted: 'لم يعد هذا الجهاز في قائمتك. تأكد من أنه الجهاز الصحيح.',
};
