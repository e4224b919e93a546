import type { Phase, ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { FileProblem } from '../core/uploads/files.ts';
import type { UploadFile } from '../core/uploads/uploadQueue.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { LimitWords, UploadFailure } from './en.ts';
import type { ApprovalLabels } from './enApproval.ts';
import type { MirroredKind, MirroredKindWords } from './enPaymentMirror.ts';
import type { GiveBackWay, SentBefore } from './enTransactionActions.ts';
import type { Labels } from './words.ts';

const amountField: Labels['amountField'] = {
  label: '金額',
  empty: '金額を入力してください。',
  invalidCharacter: '数字と小数点一つだけを使ってください。',
  mixedDigits: '数字の種類を一つにそろえてください。',
  badGrouping: ({ example }) =>
    `区切りが正しくありません。${example} のように、または区切りなしで入力してください。`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0 ? 'この通貨に小数はありません。' : `小数は ${digits.text} 桁までです。`,
  negative: '金額を負の数にすることはできません。',
  tooSmall: ({ min }) => `金額は ${min} 以上です。`,
  tooLarge: ({ max }) => `金額は ${max} 以下です。`,
  currencyMismatch: ({ currency }) => `ここでの金額は ${currency} です。`,
  inexact: '決済サービスは最後の桁を受け付けません。金額を丸めてください。',
  unreadable: 'あらかじめ入力された金額を読み取れません。入力してください。',
  keypad: 'テンキー',
  decimalKey: '小数点',
  deleteKey: '最後の数字を消す',
};

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

const attachmentField: Labels['attachmentField'] = {
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

const closeBatch: Labels['closeBatch'] = {
  title: '日締め',
  settles: ({ terminal }) => `${terminal} のすべての支払いを入金に回します。`,
  endsVoids: 'それ以降は返金できますが、取消はできません。',
  isFinal: '元に戻せません。',

  open: 'この端末で未完了の支払い',
  inTheWay: ({ count }) =>
    `結果の出ていない支払いが ${count.text} 件あります。結果が出ると、日締めができます。`,
  notInTheWay: '1 日以上結果がわからないため、日締めの妨げにはなりません。',
  nothingSince: ({ time }) => `日締め：${time}。新しい支払いはわかっていません。`,

  close: '日締めをする',
  confirmTitle: ({ terminal }) => `${terminal} の日締めをしますか？`,
  confirmText: '「はい」を選ぶと、すぐに端末が始めます。',
  confirmYes: 'はい、日締めをします',
  goBack: '戻る',
  done: '完了',

  busyElsewhere: ({ terminal }) => `何も送信していません。${terminal} は別のウィンドウの支払いで使用中です。`,
  noJournal:
    '何も送信していません。この機器では日締めを記録できず、結果が失われるおそれがあります。このサイトのデータ保存を許可してから、もう一度押してください。',
  tooSlow: '何も送信していません。この機器での日締めの記録に時間がかかりすぎました。もう一度押してください。',
  unreachable:
    '何も送信していません。決済サービスに接続できません。この機器の接続を確認してから、もう一度押してください。',
  refused: ({ field }) =>
    `何も送信していません。正しくない入力があります${field ? `（${field}）` : ''}。このページの担当者に知らせてください。`,
};

const closeDay: Labels['closeDay'] = {
  title: '日締め',
  loading: '読み込んでいます…',
  notLoaded: '一部の端末または支払いを読み込めませんでした。',
  tryAgain: 'もう一度読み込む',
  onlyThisDevice: 'この機器の支払いだけを数えています。日締めの記録は保存されません。',
  empty: '端末はまだありません。店の端末がここに表示されます。',
  payments: ({ count }) => `${count.text} 件`,
  nothingTaken: 'まだ受け取りはありません',
  nothingSince: '新しい支払いはありません',
  notKnown: '支払いを読み込めていません',
  neverClosed: 'まだ日締めをしていません',
  unlisted: '一覧にもうない端末です。ここで日締めできないときは、決済事業者にお問い合わせください。',
  lastClosed: ({ time, number }) =>
    number === undefined ? `前回の日締め：${time}` : `前回の日締め：${time}、第\u00a0${number}\u00a0号`,
  number: ({ number }) => `第\u00a0${number}\u00a0号`,
  close: '締める',
  closeTerminal: ({ terminal }) => `${terminal} を締める`,
  closeAll: ({ count }) => `${count.text} 台を締める`,
  confirmTitle: ({ count }) => `${count.text} 台の日締めをしますか？`,
  settles: 'これらの端末のすべての支払いを入金に回します。',
  allClosed: 'すべて日締めが済んでいます。',
  nothingToClose: '今日は締めるものがありません。',
  more: 'ほかの端末を表示',
  held: '仮押さえ中、まだ請求されていません',

  forgotten: ({ day }) => `${day} の日締めがされていません。`,
  closeLate: ({ day }) => `${day} を締める`,
  lateTitle: ({ day, terminal }) => `${terminal} の ${day} を今締めますか？`,
  lateText: 'その日の日付のまま、次の番号が付きます。端末には何も送信しません。',
  lateDayFailed: '前の日を締められませんでした。端末には何も送信していません。もう一度試してください。',
};

const dayReport: Labels['dayReport'] = {
  title: '日報',
  number: ({ number }) => `第\u00a0${number}\u00a0号`,
  day: '日付',
  today: '今日',
  yesterday: '昨日',
  date: 'ほかの日',
  loading: '集計しています…',
  notLoaded: '日報を読み込めませんでした。',
  tryAgain: 'もう一度読み込む',
  onlyThisDevice: 'この機器の支払いだけを数えています。ほかのレジの分は含まれません。',
  emptyToday: '今日の支払いはまだありません',
  emptyDay: 'この日の支払いはありません',
  emptyText: '受け取った金額と返した金額がここに表示されます。',
  soFar: ({ time }) => `${time} 現在`,
  from: ({ time }) => `一日の始まりは ${time}`,
  closed: ({ time, actor }) => (actor === undefined ? `日締め：${time}` : `日締め：${time}（${actor}）`),
  notKept: 'この機器は日締めの記録を保存していません。',
  asClosed: '日締めの時点のものです。どの合計にも含まれていません。',
  corrections: '訂正',
  correctionsText: '日締めの後にわかったものです。上のどの合計にも含まれていません。',

  net: '差引合計',
  taken: '受け取り',
  tips: 'チップ',
  extra: '指定額を超えた分',
  givenBack: '返金・取消',
  partly: '一部承認',
  partlyOf: ({ approved, asked }) => `${asked} のうち ${approved}`,
  byHand: '人が記録したもの',
  count: ({ count }) => `${count.text} 件`,
  unknownText: 'どの合計にも含まれていません。合計はまだ変わることがあります。',
  held: '仮押さえ中、まだ請求されていません',
  heldText: '売上が確定するまで、どの合計にも含まれません。',
  legs: 'ほかの方法での支払い',
  legsText: '端末を通っていないため、どの合計にも含まれません。',
  terminals: '端末ごと',
  list: 'すべての支払い',
  listLoading: '支払いを読み込んでいます…',
  print: '印刷',
};

const linkShare: Labels['linkShare'] = {
  copyLink: 'リンクをコピー',
  copied: 'コピーしました',
  copiedSentence: 'リンクをコピーしました。',
  refused: 'ブラウザーがコピーを許可しませんでした。アドレスを選択してあるので、手動でコピーしてください。',
  address: 'リンクのアドレス',
  openLink: 'リンクを開く',
  share: '共有…',
  shareFailed: 'ブラウザーで共有できませんでした。アドレスを選択してあるので、手動でコピーしてください。',
  showQrCode: 'QR コードを表示',
  hideQrCode: 'QR コードを隠す',
  qrCode: 'リンクの QR コード',
  qrCodeFailed: 'QR コードを描画できませんでした。アドレスを使ってください。',
  close: '閉じる',
};

const kinds: Record<MoneyOperation, string> = {
  pay: '売上',
  preAuth: '仮売上',
  capture: '売上確定',
  void: '取消',
  refund: '返金',
  closeBatch: '日締め',
};

const openOperations: Labels['openOperations'] = {
  title: '未完了の支払い',
  loading: '未完了の支払いを探しています…',
  emptyTitle: '未完了の支払いはありません',
  emptyText: 'ここで始めたものには、すべて結果が出ていて、確認されています。',
  kind: ({ kind }) => kinds[kind],
  sending: '送信中',
  waiting: '端末で処理中',
  since: ({ time }) => `${time} から`,
  otherOperator: '別の担当者',
  busySince: ({ time }) => `${time} から使用中`,
  acknowledge: '確認済みにする',
  more: 'さらに表示',
  shown: ({ shown, count }) => `${count.text} 件中 ${shown.text} 件を表示しています`,
};

const approval: ApprovalLabels = {
  approvalTitle: '承認が必要です',
  approvalCode: '承認コード',
  approve: '承認して送信',
  approvalCancel: 'キャンセル',
  approvalMissing: 'コードを入力してください。',
  approvalWrong: 'コードが受け付けられませんでした。',
};

const paymentLinkForm: Labels['paymentLinkForm'] = {
  title: '新しい支払いリンク',
  create: ({ amount }) => (amount ? `${amount} のリンクを作成` : '支払いリンクを作成'),
  creating: '作成中…',
  restored: '前回入力された内容です。',
  filesLost: 'ファイルは保存されません。もう一度追加してください。',
  startAfresh: '最初からやり直す',

  add: '追加',
  addFiles: 'ファイル',
  addBilling: '請求先住所',
  addShipping: '配送先住所',
  addDiscount: '割引',
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
  rejectedText: 'リンクは作成されていません。',
  ...approval,
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `このページから送信されていません。正しくない入力があります${field ? `（${field}）` : ''}。`;
    if (code === 'rate-limited') return 'サービスが混み合っています。1 分ほどお待ちください。';
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
  listNotRead: '一覧を読み取れませんでした。',
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

/** Statuses that services are known to use. Other statuses are shown unchanged. */
const statuses: Record<string, string> = {
  active: '有効',
  cancelled: '中止',
  canceled: '中止',
  draft: '下書き',
  expired: '期限切れ',
  open: '受付中',
  partially_paid: '一部支払い済み',
  partially_refunded: '一部返金済み',
  pending: '保留中',
  processing: '処理中',
  refunded: '返金済み',
};

const paymentLinkList: Labels['paymentLinkList'] = {
  title: '支払いリンク',
  amount: '金額',
  paidAmount: '支払い済み金額',
  status: '状態',
  reference: '照会番号',
  created: '作成日時',
  customValues: '詳細',
  id: 'ID',
  actions: '操作',
  address: 'アドレス',
  paid: '支払い済み',
  unpaid: '未払い',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: '新着',
  absent: '—',
  noAddress: 'アドレスなし',
  loading: '支払いリンクを読み込んでいます…',
  emptyTitle: '支払いリンクはまだありません',
  emptyText: '作成したリンクが、共有用のアドレスとともにここに表示されます。',
  emptyPage: 'このページにリンクはもうありません。',
  errorTitle: 'リンクを読み込めませんでした',
  errorText: 'リンクそのものに影響はありません。接続を確認して、読み込み直してください。',
  errorAnswered: 'リンクそのものに影響はありません。少し待ってから、読み込み直してください。',
  serviceSays: paymentLinkForm.serviceSays,
  tryAgain: '読み込み直す',
  refresh: '更新',
  open: ({ count, amount, isPart }) =>
    [
      (count.value === 0 ? '未払いはありません' : `未払い ${count.text} 件`) +
        (isPart ? '（このページ）' : ''),
      count.value > 0 && amount,
    ]
      .filter(Boolean)
      .join('、'),
  filter: 'このページで表示するもの',
  all: 'すべて',
  search: 'このページ内を検索',
  found: (count, of) => `このページの ${of.text} 件中 ${count.text} 件`,
  noMatch: 'このページに該当するものはありません。ほかのページは検索していません。',
  tooMany: (shown, of) => `${of.text} 件中、最初の ${shown.text} 件です。ほかは検索で見つけてください。`,
  downloadCsv: 'このページを CSV でダウンロード',
  csvFile: (page) => `支払いリンク-${page}.csv`,
  pages: 'ページ',
  page: (page, pages) => `${page.text} / ${pages.text} ページ`,
  previous: '前へ',
  next: '次へ',
};

const completeTitles: Record<MoneyOperation, string> = {
  pay: '承認されました',
  preAuth: '仮売上が承認されました',
  capture: '売上確定しました',
  void: '取消しました',
  refund: '返金しました',
  closeBatch: '日締めをしました',
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
  closeBatch: '日締めができたかどうか、まだわかりません',
};

const nouns: Record<MoneyOperation, string> = {
  pay: '支払い',
  preAuth: '仮売上',
  capture: '売上確定',
  void: '取消',
  refund: '返金',
  closeBatch: '日締め',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': '端末の画面で',
  receipt: 'レシートで',
  'back-office': '管理画面で',
  other: 'ほかの場所で',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

const paymentStatus: Labels['paymentStatus'] = {
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
  takingLong: '時間がかかっていますか？',
  checkNow: '今すぐ確認',
  checking: '確認中…',
  checkIn: ({ seconds }) => `${seconds.text} 秒後に確認します。`,
  stopWaiting: '待つのをやめる（支払いは取り消されません）',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked ? `${asked} のうち ${approved} が${done[kind] ?? ''}` : `一部が${done[kind] ?? ''}`,
  askedFor: '指定した金額',
  partialDue: ({ kind, due }) => `残り ${due} ${notDone[kind] ?? 'はまだ支払われていません'}。`,
  withTip: ({ tip }) => `チップ ${tip} を含みます。`,
  authorizedSentence:
    '金額は確保されていますが、まだ請求されていません。受け取るには売上を確定してください。',
  batchClosedSentence: '入金の手続きが始まりました。終わった時刻はここには表示されません。',
  failedTitle: '完了しませんでした',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? '別のカード、または別の支払い方法をお願いしてください。'
      : '管理画面で支払いを確認してください。',
  rejectedTitle: '受け付けられませんでした',
  rejectedSentence: '決済サービスは受け付けませんでした。処理は行われていません。',
  rejectedAdvice: '次を送信する前に、入力内容を確認してください。',
  rejectedWait: ({ seconds }) => `現在、サービスが混み合っています。${seconds.text} 秒お待ちください。`,
  rejectedSignIn: 'このサインインでは操作できません。サインインして、最初からやり直してください。',
  notArrived: '送信を完了できませんでした。処理は行われていません。',
  keptBack: ({ code, field }) => {
    if (code === 'terminal-busy')
      return '何も送信していません。この端末では別の支払いが進行中か、その結果がまだ分かっていません。結果が出るまでお待ちください。出ない場合は、その支払いを開き、確認した結果を押してください。その後、こちらをもう一度送信してください。';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return '何も送信していません。注文の合計を超えます。間違いなければ、もう一度送信してください。';
    if (code === 'needs-confirmation')
      return '何も送信していません。少し前に同じ金額を送信しています。間違いなければ、もう一度送信してください。';
    if (code === 'needs-approval')
      return field
        ? '何も送信していません。コードが受け付けられませんでした。'
        : 'まだ何も送信していません。';
    return field === 'amount'
      ? '何も送信していません。残額が足りません。'
      : '何も送信していません。これまでの経緯から、この支払いではできません。';
  },
  ...approval,
  notSent: 'このページから送信されていません。処理は行われていません。',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'このページの設定が正しくありません' : '正しくない入力があります';
    return `${what}${field ? `（${field}）` : ''}。担当者に知らせてください。`;
  },
  resolvedTitle: ({ kind, charged, approved, asked }) => {
    const part = approved && asked ? `（${asked} のうち ${approved}）` : '';
    if (takesCard(kind)) return charged ? `請求済みとして記録${part}` : '請求されていないものとして記録';
    return charged ? `実行済みとして記録${part}` : '実行されていないものとして記録';
  },
  resolvedSentence: ({ basis }) =>
    `当店の人が${bases[basis]}確認しました。サービスによる確認は取れていません。`,

  unknownTitle: 'まだわかりません',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: '送信しましたが、応答がありませんでした。',
  reasonBadResponse: '応答がありましたが、読み取れませんでした。',
  reasonConflict: '端末は使用中だとサービスが知らせています。この支払いによるものかもしれません。',
  reasonHttpError: 'サービス側で問題がありました。',
  reasonRedirect: '応答は別のアドレスを示していましたが、それには従いませんでした。',
  reasonReloaded: '応答が届く前に、このページが閉じられたか再読み込みされました。',
  reasonServiceTimeout: 'サービスは端末を待つのをやめました。',
  reasonStopped: 'ここで待つのをやめた人がいます。それで支払いが取り消されたわけではありません。',
  reasonMaxWait: '時間内に結果が届きませんでした。',
  reasonGone: 'サービスには、この支払いの記録がもうありません。',
  reasonUnrecognisedStatus: 'サービスから、未知の応答が返されました。',
  reasonContradiction: 'サービスから、互いに矛盾する二つの結果が返されました。',
  reasonDuplicateId: 'サービスが、この支払いに別の支払いの照会番号を付けました。',
  seenProcessing: 'サービスは処理を進めていました',
  notSeenProcessing: '処理の開始を確認できませんでした',
  unknownCaution: ({ kind, terminal }) =>
    takesCard(kind)
      ? `${terminal} がカードを求めている場合は、そのままお待ちください。別の支払いを始めないでください。`
      : `${terminal} がまだ処理している場合は、そのままお待ちください。`,
  findOut: 'いずれかを見て、確認した結果を押してください',
  findOnTerminal: ({ terminal }) => `${terminal} の画面を見てください。`,
  findOnReceipt: '印刷されたレシートを見てください。',
  findOnReport: '印刷された日締めの控えを見てください。',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    if (orderNumber) return `管理画面で、注文 ${orderNumber} の${nouns[kind]}を探してください。`;
    return amount
      ? `管理画面で、${amount} の${nouns[kind]}を探してください。`
      : `管理画面で、この${nouns[kind]}を探してください。`;
  },
  findElsewhere: ({ kind }) =>
    kind === 'closeBatch'
      ? 'ほかの場所を見てください。'
      : 'お客様の銀行アプリなど、ほかの場所を見てください。',
  unknownMore: '詳しく',
  stillAsking: 'サービスへの確認を続けています。結果が届けば、ここに自動で表示されます。',

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
  resolutionRefused: '回答を記録できませんでした。支払いを確認して、もう一度回答してください。',
  contradictsOperator: 'ここでの申告とは異なりますが、サービスの結果が優先されます。',
  duplicateId: '同じ照会番号の支払いがほかにあります。管理画面で両方を確認してください。',

  terminal: '端末',
  time: '日時',
  orderNumber: '注文番号',
  reference: '照会番号',
  messageId: 'メッセージ',
  code: 'コード',
  copy: ({ what }) => `${what} をコピー`,
  copied: 'コピーしました',
};

const mirrored: Record<MirroredKind, MirroredKindWords> = {
  pay: {
    asked: 'お支払い金額',
    present: 'カードをかざす、差し込む、または通してください',
    complete: 'お支払いが完了しました',
    completeText: 'ありがとうございました。',
    partial: '一部のお支払いが完了しました',
    due: '残りのお支払い',
    failed: 'お支払いは完了していません',
    nothingMoved: 'カードへの請求はありません。',
  },
  preAuth: {
    asked: '仮押さえの金額',
    present: 'カードをかざす、差し込む、または通してください',
    complete: 'カードに仮押さえしました',
    completeText: 'まだ請求されていません。',
    partial: '一部を仮押さえしました',
    due: '仮押さえできなかった金額',
    failed: '仮押さえされていません',
    nothingMoved: 'カードへの請求はありません。',
  },
  capture: {
    asked: 'お支払い金額',
    present: 'お支払いを確定しています',
    complete: 'お支払いが完了しました',
    completeText: 'ありがとうございました。',
    partial: '一部のお支払いが完了しました',
    due: '残りのお支払い',
    failed: 'お支払いは完了していません',
    nothingMoved: 'カードへの請求はありません。',
  },
  void: {
    asked: '取り消す金額',
    present: 'お支払いを取り消しています',
    complete: 'お支払いを取り消しました',
    completeText: 'カードへの請求はありません。',
    partial: '一部を取り消しました',
    due: '取り消されていない金額',
    failed: 'お支払いは取り消されていません',
    nothingMoved: 'お支払いはそのままです。',
  },
  refund: {
    asked: 'ご返金',
    present: '返金の手続きをしています',
    complete: '返金しました',
    completeText: 'カードに返金されます。数日かかることがあります。',
    partial: '一部を返金しました',
    due: '残りのご返金',
    failed: '返金は完了していません',
    nothingMoved: '返金は行われていません。',
  },
};

/** Customers read these words, not shopkeepers. */
const paymentMirror: Labels['paymentMirror'] = {
  region: 'お支払い',
  asked: ({ kind }) => mirrored[kind].asked,
  sending: '少々お待ちください',
  present: ({ kind }) => mirrored[kind].present,
  followTerminal: 'カード端末の案内に従ってください。',
  complete: ({ kind }) => mirrored[kind].complete,
  completeText: ({ kind }) => mirrored[kind].completeText,
  withTip: ({ tip }) => `チップ ${tip} を含みます`,
  partial: ({ kind }) => mirrored[kind].partial,
  partialDue: ({ kind, due }) => `${mirrored[kind].due}：${due}`,
  failed: ({ kind }) => mirrored[kind].failed,
  nothingMoved: ({ kind }) => mirrored[kind].nothingMoved,
  checking: '少々お待ちください',
  checkingText: ({ kind }) =>
    takesCard(kind)
      ? 'スタッフがお支払いを確認しております。もう一度お支払いにならないようお願いいたします。'
      : 'スタッフが確認しております。',
  scan: 'コードを読み取ってお支払いください',
  scanText: 'スマートフォンのカメラをかざしてください。',
  qrCode: 'お支払い用のQRコード',
  qrCodeFailed: 'コードを表示できません。スタッフにお声がけください。',
};

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'カードには請求されていません。',
  preAuth: 'カードには何も仮押さえされていません。',
  capture: '売上は確定していません。',
  void: '支払いは取り消されていません。',
  refund: '返金されていません。',
  closeBatch: '日締めはされていません。',
};

const receipt: Labels['receipt'] = {
  print: '印刷',
  reprint: '再発行',
  notReceipt: ({ state }) => `${state}。これは領収書ではありません`,
  underWay: 'まだ終わっていません',
  notReceiptText: ({ kind, terminal }) =>
    takesCard(kind)
      ? `はっきりするまで、もう一度支払わないでください。${terminal} の画面か管理画面を確認してください。`
      : `はっきりするまで、もう一度行わないでください。${terminal} の画面か管理画面を確認してください。`,
  tip: 'チップ',
  total: '合計',
  held: '仮押さえ中です。まだ請求されていません。',
  voided: '支払いは取り消されました。カードには請求されません。',
  refunded: '代金はカードに戻ります。数日かかることがあります。',
  nothingMoved: ({ kind }) => nothingMoved[kind],
};

const sentBefore = ({ amount, terminal, time }: SentBefore) =>
  terminal
    ? `${terminal} に ${amount} を送信しました${time ? `（${time}）` : ''}。`
    : `少し前に ${amount} を送信しています。別のレジからかもしれません。`;

const doubts: Partial<Record<Phase, string>> = {
  complete: 'その支払いは完了しています。',
  partial: 'その一部が承認されています。',
  failed: 'その支払いは完了していません。',
  rejected: 'サービスは受け付けませんでした。',
  unknown: 'その結果はまだわかっていません。',
};

const terminalCheckout: Labels['terminalCheckout'] = {
  form: '新しい支払い',
  formAuthorize: '新しい仮売上',
  orderNumber: '注文番号',
  orderNumberMissing: '注文番号を入力してください。',
  customValues: '詳細',
  choose: '選択してください…',
  customValueMissing: '入力が必要です。',
  quickAmounts: 'よく使う金額',
  orderTotal: '合計',
  orderPaid: '支払い済み',
  orderPending: '保留中または未確認',
  orderDue: '残り',
  orderSettled: 'この注文は支払い済みです。',
  orderAlone: 'このブラウザーで受け取った分だけを数えています。',
  orderUnread: '残りの金額を今は読み込めません。',
  split: '等分する',
  splitFewer: '1人減らす',
  splitMore: '1人増やす',
  splitInto: ({ people }) => `${people.text}人`,
  tooMuchTitle: '残りより多く請求しますか？',
  tooMuchSentence: ({ due }) => `この注文の残りは ${due} だけです。`,
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
  terminalNotLoaded: '先に端末の一覧を読み込んでください。',

  charge: ({ amount, terminal }) =>
    [terminal && `${terminal} で`, amount && `${amount} を`, '請求する'].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    [terminal && `${terminal} で`, amount && `${amount} の`, '仮売上をとる'].filter(Boolean).join(' '),
  loading: '少々お待ちください…',
  loadAgain: '読み込めませんでした。再試行',
  notLoaded:
    'まだ送信できません。このページの一部を読み込めませんでした。接続を確認して、もう一度お試しください。うまくいかない場合は、ページを再読み込みしてください。',
  missingBoth: '未入力：端末、金額。',
  missingTerminal: '未入力：端末。',
  missingAmount: '未入力：金額。',
  terminalBusy: ({ terminal }) => `${terminal} は別の支払いで使用中です。`,

  confirmTitle: ({ amount, terminal }) => `${terminal} で ${amount} を請求しますか？`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `${terminal} で ${amount} の仮売上をとりますか？`,
  confirmText: ({ terminal }) => `「はい」を選ぶと、すぐに ${terminal} がカードを求めます。`,
  confirmYes: ({ amount }) => `はい、${amount} を請求します`,
  confirmAuthorizeYes: ({ amount }) => `はい、${amount} の仮売上をとります`,

  unusual: 'ここでのいつもの金額の10倍以上です。',
  duplicateAuthorizeTitle: '同じ金額の仮売上をもう一度とりますか？',
  duplicateTitle: '同じ金額をもう一度請求しますか？',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = sentBefore({ amount, terminal, time });
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
  tooSlow: '何も送信していません。この機器での支払いの記録に時間がかかりすぎました。もう一度押してください。',
  unreachable:
    '何も送信していません。決済サービスに接続できません。この機器の接続を確認してから、もう一度押してください。お急ぎの場合は、別の方法でお支払いを受けてください。',
  refusedField: '何も送信していません。先にここを変更してください。',
  refused: ({ field }) =>
    `何も送信していません。正しくない入力があります${field ? `（${field}）` : ''}。このページの担当者に知らせてください。`,

  nextCustomer: '次のお客様',
  tryAgain: ({ amount }) => `もう一度試す（${amount}）`,
  tryAgainIn: ({ seconds }) => `${seconds.text} 秒後にもう一度試せます`,
  lastSale: '前回の支払い',
  seenLast: '確認',
  add: '追加',
  addReceipt: 'レシート',
  takeRest: ({ kind, amount }) => `残りの ${amount} を${kind === 'pay' ? '請求' : '仮売上に'}する`,
  backToSale: 'この売上に戻る',
  decideLater: '後で決める',
  unknown: ({ count, amount, terminal }) =>
    [`${count.text} 件が未確認`, amount, terminal].filter(Boolean).join('、'),
  decideLaterHint: ({ terminal }) => `それまで ${terminal} は使用中のままです。`,
};

const terminalPicker: Labels['terminalPicker'] = {
  label: '端末',
  placeholder: '端末を選択',
  toggle: '端末を表示',
  loading: '端末を読み込んでいます…',
  empty: '端末はまだありません',
  emptyHint: '決済事業者に端末の有効化を依頼してください。有効になると、ここに自動で表示されます。',
  loadError: '端末を読み込めませんでした。',
  retry: '読み込み直す',
  noMatch: ({ query }) => `「${query}」に該当する端末はありません`,
  resultCount: ({ count }) => `端末 ${count.text} 台`,
  moreResults: ({ shown, count }) =>
    `${count.text} 台中 ${shown.text} 台を表示しています。入力すると、ほかも探せます。`,
  loadingMore: '続きを読み込んでいます…',
  searching: ({ searched, pages }) => `検索しています… ${searched.text} / ${pages.text} ページ`,
  searchPaused: ({ searched, pages }) =>
    `${pages.text} ページ中 ${searched.text} ページを検索しました。サービスから休止を求められました。`,
  searchFailed: ({ searched, pages }) =>
    `${pages.text} ページ中 ${searched.text} ページを検索しました。残りは読み込めませんでした。`,
  searchOn: '残りを検索',
  refreshing: '更新しています…',
  refreshError: '一覧を更新できませんでした。情報が古い可能性があります。',
  free: '空き',
  busy: '使用中',
  unresolved: 'まだわかりません',
  unreachable: '接続なし',
  chosenBusy: ({ terminal }) => `${terminal} は別の支払いで使用中です。`,
  chosenUnresolved: ({ terminal }) => `${terminal} での前回の支払いの結果がまだわかりません。`,
  chosenUnreachable: ({ terminal }) => `${terminal} に接続できません。電源と接続を確認してください。`,
  lookAgain: 'もう一度確認',
  freeNow: '現在空いている端末',
  lastSeen: ({ at }) => `最終確認: ${at}`,
  unlisted: 'この端末は一覧にもうありません。正しい端末か確認してください。',
  useAnyway: 'それでも使う',
  required: '端末を選んでください。',
};

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'それは完了しています。',
  partial: 'その一部は完了しています。',
  failed: 'それは完了していません。',
  rejected: 'サービスは受け付けませんでした。',
};

const giveBackTexts: Record<GiveBackWay, string> = {
  release: '確保した金額をすべて解放します。お客様に請求はされません。',
  cancel: '支払いを取り消します。お客様に請求はされません。',
  try: 'まだ間に合えば支払いを取り消し、お客様に請求はされません。間に合わなければ、次の手順で返金できます。',
  part: '一部をカードに戻します。数日かかることがあります。日締めの後にだけできます。',
  refund: 'カードにお金を戻します。数日かかることがあります。',
};

const transactionActions: Labels['transactionActions'] = {
  region: '支払い',
  title: ({ kind }) => (kind === 'pay' ? '売上' : '仮売上'),
  terminal: '端末',
  captured: '売上確定済み',
  refunded: '返金済み',
  leftToCapture: '売上確定できる残額',
  leftToRefund: '返金できる残額',
  settlement: '日締め',
  settled: '済み',
  notSettled: 'まだ',
  reference: '照会番号',

  capture: '売上確定',
  captureText: '確保した金額の全部または一部を、一度だけ売上確定します。',
  captureHint: ({ max, rest }) =>
    rest === undefined ? `${max} まで。` : `${max} まで。残りの ${rest} は後から売上確定できません。`,
  captureTooMuch: ({ max }) => `確保しているのは ${max} だけです。`,
  captureButton: ({ amount, terminal }) => (amount ? `${terminal} で ${amount} を売上確定` : '売上確定'),
  giveBack: ({ isHold }) => (isHold ? '確保した金額を解放' : 'お金を戻す'),
  giveBackText: ({ way }) => giveBackTexts[way],
  partLater: '一部を戻すのは日締めの後にできます。',
  giveBackHint: ({ max, rest }) =>
    rest === undefined ? `${max} まで。` : `${max} まで。残りの ${rest} は支払い済みのままです。`,
  giveBackTooMuch: ({ max }) => `戻せるのは ${max} までです。`,
  giveBackButton: ({ amount, isHold }) => {
    if (isHold) return amount ? `${amount} を解放` : '解放';
    return amount ? `${amount} を戻す` : '戻す';
  },

  confirmTitle: ({ amount, way }) =>
    way === 'release' ? `${amount} を解放しますか？` : `${amount} を戻しますか？`,
  confirmText: ({ amount, terminal, rest, way }) => {
    switch (way) {
      case 'release':
        return `${terminal} で確保した ${amount} を解放し、以後は売上確定できません。元に戻せません。`;
      case 'cancel':
        return `${terminal} での ${amount} の売上を取り消し、お客様に請求しません。元に戻せません。`;
      case 'try':
        return `まだ間に合えば ${terminal} での ${amount} の売上を取り消し、お客様に請求しません。元に戻せません。間に合わなければ、まだ何も戻しません。`;
      case 'part':
      case 'refund':
        return `${terminal} で、お客様のカードに ${amount} を戻します。${rest ? `${rest} は支払い済みのままです。` : ''}元に戻せません。`;
    }
  },
  confirmDoubt:
    '以前の操作が実際には完了しているおそれがあります。先にレシートか管理画面で確認してください。',
  confirmYes: ({ amount, way }) =>
    way === 'release' ? `はい、${amount} を解放します` : `はい、${amount} を戻します`,
  goBack: '戻る',

  insteadHint:
    'もう取り消せないのかもしれません。代わりに返金できます。カードに戻るまで数日かかることがあります。',
  instead: ({ amount }) => `代わりに ${amount} を返金`,

  voided: '取消済みです。これ以上の操作はできません。',
  allRefunded: '全額を返金済みです。',
  nothingCaptured: '売上確定されていないため、返金するものがありません。',
  underWay: '別のレジでこの支払いに操作が行われています。終わるまでお待ちください。',
  role: 'ここで返金する権限がありません。権限のある人に頼んでください。',
  terminalGone: ({ terminal }) => `お金を戻せるのは ${terminal} だけですが、今は端末の一覧にありません。`,

  duplicateTitle: '同じ金額をもう一度送信しますか？',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = sentBefore({ amount, terminal, time });
    return `${sent}${actionDoubts[phase] ?? 'その結果は確かではありません。'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture'
      ? `はい、${amount} をもう一度売上確定します`
      : `はい、${amount} をもう一度戻します`,
  busy: ({ terminal }) => `何も送信していません。${terminal} はこの支払いで使用中です。`,
  busyElsewhere: ({ terminal }) => `何も送信していません。${terminal} は別のウィンドウの支払いで使用中です。`,
  noJournal:
    '何も送信していません。この機器では支払いを記録できず、結果が失われるおそれがあります。このサイトのデータ保存を許可してから、もう一度押してください。',
  tooSlow: '何も送信していません。この機器での記録に時間がかかりすぎました。もう一度押してください。',
  unreachable:
    '何も送信していません。決済サービスに接続できません。この機器の接続を確認してから、もう一度押してください。',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return '何も送信していません。残額が足りません。';
    if (code === 'not-allowed')
      return '何も送信していません。この支払いに別の操作が行われたか、行われている最中です。';
    return `何も送信していません。正しくない入力があります${field ? `（${field}）` : ''}。このページの担当者に知らせてください。`;
  },
  back: '支払いに戻る',
};

const seenOn: Record<ResolutionBasis, string> = {
  'terminal-screen': '端末の画面で確認',
  receipt: '控えで確認',
  'back-office': '管理画面で確認',
  other: 'そのほかの方法で確認',
};

const transactionList: Labels['transactionList'] = {
  region: '支払い一覧',
  loading: '支払いを読み込んでいます',
  notLoaded: '支払いを読み込めませんでした。',
  tryAgain: 'もう一度試す',
  onlyThisBrowser: 'この機器の支払いだけを表示しています。ほかのレジの分は含まれません。',
  headline: ({ taken, givenBack, payments }) =>
    `${payments.text} 件、${taken} を受け取り${givenBack === undefined ? '' : `、${givenBack} を返金・取消`}`,
  onlyGivenBack: ({ givenBack }) => `${givenBack} を返金・取消`,
  nothingTaken: '受け取りはありません',

  day: '日',
  today: '今日',
  yesterday: '昨日',
  anyDay: 'すべての日',
  date: '日付',

  search: '金額、注文番号、支払い番号で検索',
  readAsAmount: ({ amount }) => `金額 ${amount} を検索中`,
  readAsNumber: ({ text }) => `注文番号または支払い番号「${text}」を検索中`,
  searchAmountInstead: ({ amount }) => `代わりに金額 ${amount} を検索`,
  searchNumberInstead: ({ text }) => `代わりに注文番号または支払い番号「${text}」を検索`,

  filter: '表示',
  all: 'すべて',
  approved: '承認済み',
  notCompleted: '未完了',
  unknown: '結果不明',
  underWay: '処理中',
  unseen: '未確認',
  givenBack: '返金・取消',
  terminal: '端末',
  anyTerminal: 'すべての端末',
  actor: '担当者',
  anyActor: '全員',
  clear: 'すべて表示',

  toLookAt: 'ご確認ください',
  others: 'そのほか',
  order: ({ number }) => `注文 ${number}`,
  more: 'さらに表示',

  emptyTitle: '今日の支払いはまだありません',
  emptyText: '支払いと返金が、結果とともにここに表示されます。',
  emptyDay: 'この日の支払いはありません。',
  noMatch: '一致する支払いはありません。',

  download: '表をダウンロード (CSV)',
  downloading: '表を作成しています',
  csvFile: ({ day }) => `payments-${day}.csv`,
  notDownloaded: '表を作成できませんでした。日数を減らすか、もう一度お試しください。',

  detailNotLoaded: '詳細を読み込めませんでした。',
  history: '経過',
  startedBy: ({ actor }) => (actor === undefined ? '端末に送信しました' : `${actor} が端末に送信しました`),
  atTerminal: '端末で処理中',
  becameUnknown: '結果不明',
  resolved: ({ charged, basis, actor }) =>
    `${actor === undefined ? '記録' : `${actor} が記録`}: ${charged ? '請求済み' : '請求なし'}（${seenOn[basis]}）`,
  approvedBy: ({ actor }) => (actor === undefined ? '別の人が承認' : `${actor} が承認`),
  seenBy: ({ actor }) => (actor === undefined ? '確認済み' : `${actor} が確認`),
  doubtful: '記録が一致しません',
  acknowledge: '完了',
  elsewhere: 'この支払いはほかのレジで処理中です。結果はここに表示されます。',
  slip: '控え',
};

/** Japanese, polite. Not yet reviewed by a native speaker. */
export const ja: Labels = {
  amountField,
  attachmentField,
  closeBatch,
  closeDay,
  dayReport,
  linkShare,
  openOperations,
  paymentLinkForm,
  paymentLinkList,
  paymentMirror,
  paymentStatus,
  receipt,
  terminalCheckout,
  terminalPicker,
  transactionActions,
  transactionList,
};
