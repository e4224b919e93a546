import type { PaymentStatusLabels } from '../../components/payment-status/paymentStatusLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';

const completeTitles: Record<MoneyOperation, string> = {
  pay: '承認されました',
  preAuth: '仮売上が承認されました',
  capture: '売上確定しました',
  void: '取消しました',
  refund: '返金しました',
  closeBatch: 'バッチを締めました',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: '承認されました',
  preAuth: '仮売上として承認されました',
  capture: '売上確定されました',
  refund: '返金されました',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'は売上確定されていません',
  refund: 'は返金されていません',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'カードに請求されたかどうか、まだわかりません',
  preAuth: '仮売上が承認されたかどうか、まだわかりません',
  capture: '売上確定されたかどうか、まだわかりません',
  void: '支払いが取り消されたかどうか、まだわかりません',
  refund: '返金されたかどうか、まだわかりません',
  closeBatch: 'バッチが締められたかどうか、まだわかりません',
};

const nouns: Record<MoneyOperation, string> = {
  pay: '支払い',
  preAuth: '仮売上',
  capture: '売上確定',
  void: '取消',
  refund: '返金',
  closeBatch: 'バッチ締め',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': '端末の画面で',
  receipt: 'レシートで',
  'back-office': '管理画面で',
  other: 'ほかの場所で',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/** Not yet reviewed by a native speaker. */
export const paymentStatus: PaymentStatusLabels = {
  region: '支払いの状況',
  nothing: '表示できる支払いはありません。',

  stepSent: '送信済み',
  stepTerminal: '端末で処理中',
  stepResult: '結果',
  elapsed: '経過時間',
  sendingNow: ({ terminal }) => `${terminal} に送信しています。`,
  waitingNow: ({ kind, terminal }) =>
    takesCard(kind) ? `まもなく ${terminal} がカードを求めます。` : `まもなく ${terminal} が処理を始めます。`,
  processingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `お客様は ${terminal} でカードをかざす、差し込む、または通すことができます。`
      : `${terminal} が処理しています。`,

  stalled: ({ terminal }) =>
    `処理の開始をまだ確認できません。${terminal} の電源、接続、空き状況を確認してください。`,
  freshness: ({ last, next }) => {
    const ago = last && (last.value < 1 ? 'たった今' : `${last.text} 秒前`);
    const asked = ago === undefined ? 'まだ確認していません' : `最終確認: ${ago}`;
    if (next === undefined) return `${asked}。`;
    return `${asked}、${next.value < 1 ? '確認しています' : `次の確認まで ${next.text} 秒`}。`;
  },

  notDurable:
    'ページを再読み込みすると、この支払いを見つけられなくなります。ページを開いたままにしてください。',
  degraded: '接続に問題があります。端末での処理は続いており、結果の確認も続けています。',
  lastAnswer: ({ time }) => `最後の応答: ${time}。`,
  slowed: '確認の回数を減らすよう、サービスから求められました。支払いそのものは遅くなりません。',
  nextCheck: ({ time }) => `次の確認: ${time}。`,
  needsAuth:
    'サインインの期限が切れたため、結果を読み取れません。支払いは続いています。結果を見るにはサインインしてください。',
  checkNow: '今すぐ確認',
  checking: '確認中…',
  checkIn: ({ seconds }) => `${seconds.text} 秒後に確認します。`,
  stopWaiting: '待つのをやめる（支払いは取り消されません）',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked ? `${asked} のうち ${approved} が${done[kind] ?? ''}` : `一部が${done[kind] ?? ''}`,
  partialDue: ({ kind, due }) => `残り ${due} ${notDone[kind] ?? 'はまだ支払われていません'}。`,
  withTip: ({ tip }) => `チップ ${tip} を含みます。`,
  authorizedSentence:
    '金額は確保されていますが、まだ請求されていません。受け取るには売上を確定してください。',
  batchClosedSentence: '精算が始まりました。終わった時刻はここには表示されません。',
  failedTitle: '完了しませんでした',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? '別のカード、または別の支払い方法をお願いしてください。'
      : '管理画面で取引を確認してください。',
  rejectedTitle: '受け付けられませんでした',
  rejectedSentence: 'サービスはリクエストを受け付けませんでした。処理は行われていません。',
  rejectedAdvice: '次を送信する前に、入力内容を確認してください。',
  rejectedWait: ({ seconds }) =>
    `現在、サービスへのリクエストが集中しています。${seconds.text} 秒お待ちください。`,
  rejectedSignIn: 'このサインインでは操作できません。サインインして、最初からやり直してください。',
  notArrived: 'リクエストを完了できませんでした。処理は行われていません。',
  notSent: 'リクエストはこのページから送信されていません。処理は行われていません。',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'このページの設定が正しくありません' : '正しくない入力があります';
    return `${what}${field ? `（${field}）` : ''}。担当者に知らせてください。`;
  },
  resolvedTitle: ({ kind, charged }) => {
    if (takesCard(kind)) return charged ? '請求済みとして記録' : '請求されていないものとして記録';
    return charged ? '実行済みとして記録' : '実行されていないものとして記録';
  },
  resolvedSentence: ({ basis }) =>
    `${bases[basis]}確認した人の申告によるものです。サービスによる確認は取れていません。`,

  unknownTitle: 'まだわかりません',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'リクエストは送信しましたが、応答がありませんでした。',
  reasonBadResponse: '応答がありましたが、読み取れませんでした。',
  reasonConflict: '端末は使用中だとサービスが知らせています。この支払いによるものかもしれません。',
  reasonHttpError: 'サービスが応答する際に、サービス側で問題がありました。',
  reasonRedirect: '応答は別のアドレスを示していましたが、それには従いませんでした。',
  reasonReloaded: '応答が届く前に、このページが閉じられたか再読み込みされました。',
  reasonServiceTimeout: 'サービスは端末を待つのをやめました。',
  reasonStopped: 'ここで待つのをやめた人がいます。それで支払いが取り消されたわけではありません。',
  reasonMaxWait: '待ち時間のうちに結果が届きませんでした。',
  reasonGone: 'サービスには、この支払いの記録がもうありません。',
  reasonUnrecognisedStatus: 'サービスから、未知の状態が返されました。',
  reasonContradiction: 'サービスから、互いに矛盾する二つの結果が返されました。',
  reasonDuplicateId: 'サービスが、この支払いに別の支払いの照会番号を付けました。',
  seenProcessing: 'サービスは処理を進めていました',
  notSeenProcessing: '処理の開始を確認できませんでした',
  findOut: '確認のしかた',
  findOnTerminal: ({ kind, terminal }) =>
    takesCard(kind)
      ? `${terminal} を見てください。カードを求めている場合は、別の支払いを始めないでください。`
      : `${terminal} の画面を見てください。`,
  findOnReceipt: '印刷されたレシートを見てください。',
  findOnReport: '印刷されたバッチ締めの控えを見てください。',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    if (orderNumber) return `管理画面で、注文 ${orderNumber} の${nouns[kind]}を探してください。`;
    return amount
      ? `管理画面で、${amount} の${nouns[kind]}を探してください。`
      : `管理画面で、この${nouns[kind]}を探してください。`;
  },
  stillAsking: 'サービスへの確認を続けています。結果が届けば、ここに自動で表示されます。',

  basis: 'どこで確認しましたか？',
  basisTerminalScreen: '端末の画面',
  basisReceipt: 'レシート',
  basisBackOffice: '管理画面',
  basisOther: 'ほかの場所',
  basisMissing: '確認した場所を選んでください。',
  note: '場所と方法',
  noteMissing: '確認した場所を入力してください。',
  charged: ({ kind }) => (takesCard(kind) ? '請求されました' : '実行されました'),
  notCharged: ({ kind }) => (takesCard(kind) ? '請求されていません' : '実行されていません'),
  confirmTitle: ({ kind }) =>
    takesCard(kind) ? '本当に請求されていませんか？' : '本当に実行されていませんか？',
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? '請求されていた場合、もう一度請求すると、お客様は二重に支払うことになります。'
      : '実行されていた場合、もう一度行うと、二重に実行されます。',
  confirmYes: ({ kind }) => (takesCard(kind) ? 'はい、請求されていません' : 'はい、実行されていません'),
  confirmNo: '戻る',

  amountMismatch: 'サービスが示す金額は、送信した金額と異なります。レシートと照らし合わせてください。',
  moreThanAsked: ({ over }) => `請求額より ${over} 多くなっています。レシートと照らし合わせてください。`,
  contradiction: 'その後、サービスから異なる結果が届きました。管理画面でこの支払いを確認してください。',
  contradictsOperator: 'ここでの申告とは異なりますが、サービスの結果が優先されます。',
  duplicateId: '同じ照会番号の支払いがほかにあります。管理画面で両方を確認してください。',

  terminal: '端末',
  time: '時刻',
  orderNumber: '注文番号',
  reference: '照会番号',
  messageId: 'メッセージ',
  code: 'コード',
  copy: ({ what }) => `${what} をコピー`,
  copied: 'コピーしました',
};
