import type { LinkShareLabels } from '../../components/link-share/linkShareLabels.ts';

/** Not yet reviewed by a native speaker. */
export const linkShare: LinkShareLabels = {
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
