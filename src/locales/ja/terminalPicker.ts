import type { TerminalPickerLabels } from '../../components/terminal-picker/terminalPickerLabels.ts';

/** Not yet reviewed by a native speaker. */
export const terminalPicker: TerminalPickerLabels = {
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
  busy: '使用中',
  unresolved: 'まだわかりません',
  lastSeen: ({ at }) => `最終確認: ${at}`,
  unlisted: 'この端末は一覧にもうありません。正しい端末か確認してください。',
  useAnyway: 'それでも使う',
  required: '端末を選んでください。',
};
