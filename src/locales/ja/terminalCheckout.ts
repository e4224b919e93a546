import type { TerminalCheckoutLabels } from '../../components/terminal-checkout/terminalCheckoutLabels.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'その支払いは完了しています。',
  partial: 'その一部が承認されています。',
  failed: 'その支払いは完了していません。',
  rejected: 'サービスは受け付けませんでした。',
  unknown: 'その結果はまだわかっていません。',
};

/** Not yet reviewed by a native speaker. */
export const terminalCheckout: TerminalCheckoutLabels = {
  form: '新しい支払い',
  formAuthorize: '新しい仮売上',
  orderNumber: '注文番号',
  orderNumberMissing: '注文番号を入力してください。',
  customValues: '詳細',
  choose: '選択してください…',
  customValueMissing: '入力が必要です。',
  quickAmounts: 'よく使う金額',
  receipt: 'レシートを送る',
  receiptMissing: 'チェックを入れてください。',
  email: 'メールアドレス',
  phone: '電話番号',
  emailMissing: 'メールアドレスを入力してください。',
  phoneMissing: '電話番号を入力してください。',
  emailInvalid: 'name@example.com のようなアドレスを入力してください。',
  phoneInvalid: '電話番号を数字で入力してください。',
  receiptAddressMissing: 'レシートの送り先となるメールアドレスか電話番号を入力してください。',
  terminalMissing: '端末を選んでください。',
  terminalNotLoaded: '先に端末の一覧を読み込む必要があります。',

  charge: ({ amount, terminal }) =>
    [terminal && `${terminal} で`, amount && `${amount} を`, '請求する'].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    [terminal && `${terminal} で`, amount && `${amount} の`, '仮売上をとる'].filter(Boolean).join(' '),
  missingBoth: '端末を選び、金額を入力してください。',
  missingTerminal: '端末を選んでください。',
  missingAmount: '金額を入力してください。',
  terminalBusy: ({ terminal }) => `${terminal} は別の支払いで使用中です。`,

  confirmTitle: ({ amount, terminal }) => `${terminal} で ${amount} を請求しますか？`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `${terminal} で ${amount} の仮売上をとりますか？`,
  confirmText: ({ terminal }) => `「はい」を選ぶと、すぐに ${terminal} がカードを求めます。`,
  confirmYes: ({ amount }) => `はい、${amount} を請求します`,
  confirmAuthorizeYes: ({ amount }) => `はい、${amount} の仮売上をとります`,

  duplicateAuthorizeTitle: '同じ金額の仮売上をもう一度とりますか？',
  duplicateTitle: '同じ金額をもう一度請求しますか？',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = `${terminal} に ${amount} を送信しました${time ? `（${time}）` : ''}。`;
    const said = `担当者が${charged ? '請求済み' : '請求されていないもの'}として記録しました。`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join('');
  },
  cancel: 'やめる',
  chargeAgain: ({ amount }) => `はい、${amount} をもう一度請求します`,
  authorizeAgain: ({ amount }) => `はい、${amount} の仮売上をもう一度とります`,
  busyNotice: ({ terminal }) => `何も送信していません。${terminal} はこの支払いで使用中です。`,
  busyElsewhere: ({ terminal }) => `何も送信していません。${terminal} は別のウィンドウの支払いで使用中です。`,
  noJournal:
    '何も送信していません。この機器では支払いを記録できず、結果が失われるおそれがあります。このサイトのデータ保存を許可してから、もう一度押してください。',
  refusedField: '何も送信していません。このままでは送信できません。変更してください。',
  refused: ({ field }) =>
    `何も送信していません。リクエストが正しくありません${field ? `（${field}）` : ''}。このページの担当者に知らせてください。`,

  nextCustomer: '次のお客様',
  takeRest: ({ kind, amount }) => `残りの ${amount} を${kind === 'pay' ? '請求' : '仮売上に'}する`,
  backToSale: 'この売上に戻る',
  decideLater: '後で決める',
  decideLaterHint: ({ terminal }) => `それまで ${terminal} は使用中のままです。`,
};
