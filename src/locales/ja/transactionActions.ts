import type { Phase } from '../../core/operations/terminalOperation.ts';
import type { TransactionActionsLabels } from '../../components/transaction-actions/transactionActionsLabels.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'それは完了しています。',
  partial: 'その一部は完了しています。',
  failed: 'それは完了していません。',
  rejected: 'サービスは受け付けませんでした。',
};

/** Not yet reviewed by a native speaker. */
export const transactionActions: TransactionActionsLabels = {
  region: '取引',
  title: ({ kind }) => (kind === 'pay' ? '売上' : '仮売上'),
  terminal: '端末',
  captured: '売上確定済み',
  refunded: '返金済み',
  leftToCapture: '売上確定できる残額',
  leftToRefund: '返金できる残額',
  settlement: '精算',
  settled: '精算済み',
  notSettled: '未精算',
  reference: '照会番号',

  inDoubt: '精算済みかどうか、ここではわかりません。状況に合わない操作を、サービスは受け付けません。',
  capture: '売上確定',
  captureText: '仮売上で確保した金額の全部または一部を、一度だけ売上確定します。',
  captureHint: ({ max, rest }) =>
    rest === undefined ? `${max} まで。` : `${max} まで。残りの ${rest} は後から売上確定できません。`,
  captureTooMuch: ({ max }) => `承認されているのは ${max} だけです。`,
  captureButton: ({ amount, terminal }) => (amount ? `${terminal} で ${amount} を売上確定` : '売上確定'),
  void: '取消',
  voidText: ({ isHold }) =>
    isHold
      ? '確保した金額をすべて解放します。請求はされません。'
      : '精算の前に全額を取り消します。請求はされません。',
  voidTextInDoubt: '精算の前に行う操作です。全額を取り消し、請求はされません。',
  voidButton: ({ amount }) => `${amount} を取消`,
  refund: '返金',
  refundText: 'カードに全額または一部を返金します。',
  refundTextInDoubt: '精算の後に行う操作です。カードに全額または一部を返金します。',
  refundHint: ({ max, rest }) =>
    rest === undefined ? `${max} まで。` : `${max} まで。残りの ${rest} は支払い済みのままです。`,
  refundTooMuch: ({ max }) => `返金できる残額は ${max} だけです。`,
  refundButton: ({ amount }) => (amount ? `${amount} を返金` : '返金'),

  confirmVoidTitle: ({ amount }) => `${amount} を全額取り消しますか？`,
  confirmVoidText: ({ amount, terminal, isHold }) =>
    isHold
      ? `${terminal} で確保した ${amount} を解放し、以後は売上確定できません。この操作は元に戻せません。`
      : `${terminal} での ${amount} の売上を取り消し、お客様に請求しません。この操作は元に戻せません。`,
  confirmVoidYes: ({ amount }) => `はい、${amount} を取り消します`,
  confirmRefundTitle: ({ amount }) => `${amount} を返金しますか？`,
  confirmRefundText: ({ amount, terminal, rest }) =>
    `${terminal} で、お客様のカードに ${amount} を返金します。${rest ? `${rest} は支払い済みのままです。` : ''}この操作は元に戻せません。`,
  confirmRefundYes: ({ amount }) => `はい、${amount} を返金します`,
  goBack: '戻る',

  impossible: '今はできません',
  voided: '取消済みです。これ以上の操作はできません。',
  notAPreAuthorization: '売上はすぐに請求されます。売上確定できるのは仮売上だけです。',
  alreadyCaptured: ({ amount }) => `${amount} を売上確定済みです。売上確定は一度だけできます。`,
  captureSettled: '精算済みです。',
  voidSettled: '精算済みです。返金してください。',
  voidRefunded: 'すでに返金されています。取り消せるのは、何も操作していない支払いだけです。',
  refundNotSettled: 'まだ精算されていません。一部の返金は精算の後にできます。取消は全額が対象です。',
  allRefunded: '全額を返金済みです。',
  nothingCaptured: '売上確定されていないため、返金するものがありません。',

  duplicateTitle: '同じ金額をもう一度送信しますか？',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = `${terminal} に ${amount} を送信しました${time ? `（${time}）` : ''}。`;
    return `${sent}${doubts[phase] ?? 'その結果は確かではありません。'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture'
      ? `はい、${amount} をもう一度売上確定します`
      : `はい、${amount} をもう一度返金します`,
  busy: ({ terminal }) => `何も送信していません。${terminal} はこの処理で使用中です。`,
  busyElsewhere: ({ terminal }) => `何も送信していません。${terminal} は別のウィンドウの処理で使用中です。`,
  noJournal:
    '何も送信していません。この機器では処理を記録できず、結果が失われるおそれがあります。このサイトのデータ保存を許可してから、もう一度押してください。',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return '何も送信していません。残額が足りません。';
    if (code === 'not-allowed')
      return '何も送信していません。この取引に別の操作が行われたか、行われている最中です。';
    return `何も送信していません。リクエストが正しくありません${field ? `（${field}）` : ''}。このページの担当者に知らせてください。`;
  },
  back: '取引に戻る',
};
