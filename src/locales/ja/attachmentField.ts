import type {
  AttachmentFieldLabels,
  LimitWords,
  UploadFailure,
} from '../../components/attachment-field/attachmentFieldLabels.ts';
import type { FileProblem } from '../../core/uploads/files.ts';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';

const statusWords: Record<UploadFile['status'], string> = {
  checking: '確認中',
  waiting: '待機中',
  uploading: 'アップロード中',
  done: 'アップロード済み',
  failed: '未アップロード',
  refused: '追加されませんでした',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'サービスの上限を超える大きさです。',
  'wrong-type': 'サービスはこの種類のファイルを受け付けません。',
  unanswered: 'サービスから応答がありませんでした。',
  other: 'サービスは受け取れませんでした。',
};

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'フォルダーは添付できません。中のファイルを追加してください。',
  empty: () => 'ファイルが空です。',
  'wrong-type': ({ types }) => `使える種類: ${types}。`,
  'too-large': ({ maxSize }) => `${maxSize} を超えています。`,
  'too-many': ({ maxFiles }) => `添付できるのは ${maxFiles.text} 件までです。`,
  'total-too-large': ({ maxTotalSize }) => `合計が ${maxTotalSize} を超えます。`,
  unreadable: () => '変更されたか、読み取れません。選び直してください。',
  'wrong-content': () => '内容がファイルの種類と一致しません。',
  duplicate: () => 'すでに添付されています。',
};

/** Not yet reviewed by a native speaker. */
export const attachmentField: AttachmentFieldLabels = {
  label: '添付ファイル',
  addFiles: 'ファイルを追加',
  dropHint: 'または、ここにドロップするか貼り付けてください',
  dropNow: 'ドロップして追加',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `${maxFiles.text} 件まで、1 件 ${maxSize} まで${maxTotalSize === undefined ? '' : `、合計 ${maxTotalSize} まで`}。`,
  list: '追加したファイル',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `${file} のアップロード`,
  retry: '再アップロード',
  retryFile: (file) => `${file} を再アップロード`,
  removeFile: (file) => `${file} を外す`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `${count.text} 件のファイルをアップロードしています。`,
  step: (percent) => `${percent} アップロードしました。`,
  ended: ({ done, failed }) =>
    failed.value === 0
      ? `${done.text} 件のファイルをアップロードしました。`
      : `${done.text} 件のファイルをアップロードしました。${failed.text} 件はアップロードできませんでした。`,
  refused: (count) => `${count.text} 件のファイルは追加されませんでした。`,
};
