import type { OpenOperationsLabels } from '../../components/open-operations/openOperationsLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import { sentence } from './sentence.ts';

const kinds: Record<MoneyOperation, string> = {
  pay: 'بيع',
  preAuth: 'تفويض مسبق',
  capture: 'سحب',
  void: 'إبطال',
  refund: 'استرداد',
  closeBatch: 'إغلاق دفعة العمليات',
};

/** Not yet reviewed by a native speaker. */
export const openOperations: OpenOperationsLabels = {
  title: 'العمليات المفتوحة',
  loading: 'جارٍ البحث عن العمليات المفتوحة…',
  emptyTitle: 'لا توجد عمليات مفتوحة',
  emptyText: 'لكل عملية بدأت هنا نتيجة، وقد اطّلع عليها أحد.',
  kind: ({ kind }) => kinds[kind],
  sending: 'جارٍ الإرسال',
  waiting: 'على الجهاز',
  since: ({ time }) => sentence`منذ ${time}`,
  otherOperator: 'موظف آخر',
  busySince: ({ time }) => sentence`مشغول منذ ${time}`,
  acknowledge: 'تم الاطلاع',
};
