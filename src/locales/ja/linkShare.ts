import type { LinkShareLabels } from '../../components/link-share/linkShareLabels.ts';

/** Not yet reviewed by a native speaker. */
export const linkShare: LinkShareLabels = {
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
