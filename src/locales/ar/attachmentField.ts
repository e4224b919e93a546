import type {
  AttachmentFieldLabels,
  LimitWords,
  UploadFailure,
} from '../../components/attachment-field/attachmentFieldLabels.ts';
import type { FileProblem } from '../../core/uploads/files.ts';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import type { Count } from '../../hooks/useLabels.ts';
import { plural } from './plural.ts';
import { sentence } from './sentence.ts';

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

/** After a noun that governs it: of one file, of two files. */
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

/** Not yet reviewed by a native speaker. */
export const attachmentField: AttachmentFieldLabels = {
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
