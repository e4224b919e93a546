import type { PaymentLinkFormLabels } from '../../components/payment-link-form/paymentLinkFormLabels.ts';

/** Not yet reviewed by a native speaker. */
export const paymentLinkForm: PaymentLinkFormLabels = {
  title: '新しい支払いリンク',
  create: '支払いリンクを作成',
  creating: '作成中…',
  restored: '前回入力された内容です。',
  filesLost: 'ファイルは保存されません。もう一度追加してください。',
  startAfresh: '最初からやり直す',

  showBilling: '請求先住所を尋ねる',
  showShipping: '配送先住所を尋ねる',
  applyDiscount: '割引を適用',
  applyDiscountHint: '割引の対象で、お客様がクレジットカードで支払う場合に、一定の割合を差し引きます。',
  discountHint: ({ percent }) => `クレジットカードでのお支払いは ${percent} 引きになります。`,
  flagMissing: 'チェックを入れてください。',

  taxes: '税',
  taxAmount: '税（金額）',
  taxesByList: '一覧から選ぶ',
  taxesByAmount: '金額を入力する',
  taxesMissing: '適用する税を指定してください。',

  customValues: '追加情報',
  addCustomValue: '追加情報を加える',
  customKey: '追加情報の種類',
  otherKey: 'その他…',
  freeKey: '項目名',
  freeValue: '内容',
  freeRow: (position) => `追加情報 ${position.text}`,
  choose: '選択してください…',
  moveUp: (label) => `${label} を上へ移動`,
  moveDown: (label) => `${label} を下へ移動`,
  moved: ({ label, position, count }) => `${label} は ${count.text} 件中 ${position.text} 番目になりました。`,
  removeCustomValue: (label) => `${label} を外す`,
  removed: (label) => `${label} を外しました。`,
  valueMissing: '内容を入力してください。',
  choiceMissing: '一つ選んでください。',
  numberWanted: '12 や 12.5 のように数を入力してください。',
  dateWanted: '日付を入力してください。',
  keyMissing: '項目名を入力してください。',
  keyRepeated: 'この項目名はすでにあります。',
  customValuesMissing: '追加情報を加えてください。',

  givenFiles: 'すでに添付されているファイル',
  namelessFile: (number) => `ファイル ${number.text}`,
  attachmentsMissing: 'ファイルを追加してください。',
  stillUploading: 'すべてのアップロードが終わるまで待つか、残りのファイルを外してください。',
  notUploaded: 'アップロードされていないファイルがあります。先に再アップロードするか、外してください。',

  estimate: '見込み',
  amount: '金額',
  withPercent: ({ label, percent }) => `${label}、${percent}`,
  plusTaxes: '税別',
  total: '合計',
  discount: ({ percent }) => `割引、${percent}`,
  cardTotal: 'クレジットカードの場合',
  taxRounding: '税ごとに四捨五入します。',
  discountRounding: ({ of }) =>
    of === 'total'
      ? '割引は合計から差し引き、四捨五入します。'
      : '割引は税抜き金額に対する割合で、四捨五入します。',
  notKnown: '—',

  serviceSays: (sentence) => `サービスからのメッセージ: ${sentence}`,
  rejectedTitle: '受け付けられませんでした',
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `このページから送信されていません。正しくない入力があります${field ? `（${field}）` : ''}。`;
    if (code === 'rate-limited') return 'サービスへのリクエストが集中しています。1 分ほどお待ちください。';
    if (code === 'unauthorized')
      return 'このサインインでは操作できません。サインインしてから、もう一度押してください。';
    if (code === 'too-large') return 'サービスが受け付ける大きさを超えています。';
    return `サービスは理由を示しませんでした${status ? `（${status}）` : ''}。`;
  },
  unknownTitle: 'まだわかりません',
  unknownText:
    '明確な応答がなかったため、リンクは作成されたかもしれませんし、されていないかもしれません。自動で再送信されることはありません。',
  unknownLook: '支払いリンクの一覧で探してください。',
  unknownFound: 'あれば、それを共有してください。',
  unknownNotFound: 'ない場合に限り、もう一度作成してください。',
  lookInList: '一覧で探す',
  looking: '探しています…',
  foundLike: ({ count, amount }) =>
    count.value === 1
      ? `一覧に ${amount} の新しいリンクが ${count.text} 件あります。これですか？`
      : `一覧に ${amount} の新しいリンクが ${count.text} 件あります。どれですか？`,
  noneLike: ({ amount }) =>
    `一覧に ${amount} の新しいリンクはありません。後から現れることがあるので、1 分後にもう一度確認してください。`,
  listNotRead: '一覧を読み込めませんでした。',
  isThisOne: (reference) => `${reference} です`,
  isListed: '一覧にあります',
  isNotListed: '一覧にありません',

  createdTitle: '支払いリンクを作成しました',
  amountSent: (amount) => `送信した金額：${amount}`,
  createdText: 'このアドレスをお客様に伝えてください。',
  foundText:
    'サービスは、どのリンクを作成したかを示しませんでした。一覧で該当する新しいリンクはこれだけです。このアドレスを共有してください。',
  unconfirmedLooking: 'サービスからアドレスが返されませんでした。一覧でリンクを探しています…',
  unconfirmedText:
    'サービスからアドレスが返されませんでした。リンクとそのアドレスは、支払いリンクの一覧にあります。',
  unconfirmedSeveral: ({ count }) =>
    `サービスからアドレスが返されませんでした。一覧に似た新しいリンクが ${count.text} 件あるため、どれも表示していません。一覧で該当するものを探してください。`,
  unconfirmedNone: 'サービスからアドレスが返されず、リンクはまだ一覧にありません。',
  lookAgain: 'もう一度確認する',
  unsafeAddress:
    'サービスから、安全に開けるアドレスが示されませんでした。支払いリンクの一覧を確認してください。',
  reference: '照会番号',
  status: '状態',
  created: '作成日時',
  createAnother: 'もう一つ作成',
};
