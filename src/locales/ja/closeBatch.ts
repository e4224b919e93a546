import type { CloseBatchLabels } from '../../components/close-batch/closeBatchLabels.ts';

/** Not yet reviewed by a native speaker. */
export const closeBatch: CloseBatchLabels = {
  title: 'バッチ締め',
  settles: ({ terminal }) => `${terminal} で売上確定したすべての取引の精算が始まります。`,
  endsVoids: 'それ以降、これらの支払いは返金できますが、取消はできません。',
  isFinal: 'この操作は元に戻せません。',

  open: 'この端末で未完了の処理',
  inTheWay: ({ count }) =>
    `結果の出ていない処理が ${count.text} 件あります。結果が出ると、バッチを締められます。`,
  notInTheWay: '1 日以上結果がわからないため、バッチ締めの妨げにはなりません。',

  close: 'バッチを締める',
  confirmTitle: ({ terminal }) => `${terminal} のバッチを締めますか？`,
  confirmText: '精算が始まり、以後は取消ではなく返金になります。この操作は元に戻せません。',
  confirmYes: 'はい、バッチを締めます',
  goBack: '戻る',
  done: '完了',

  busyElsewhere: ({ terminal }) => `何も送信していません。${terminal} は別のウィンドウの処理で使用中です。`,
  noJournal:
    '何も送信していません。この機器では処理を記録できず、結果が失われるおそれがあります。このサイトのデータ保存を許可してから、もう一度押してください。',
  refused: ({ field }) =>
    `何も送信していません。リクエストが正しくありません${field ? `（${field}）` : ''}。このページの担当者に知らせてください。`,
};
