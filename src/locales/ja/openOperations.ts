import type { OpenOperationsLabels } from '../../components/open-operations/openOperationsLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';

const kinds: Record<MoneyOperation, string> = {
  pay: '売上',
  preAuth: '仮売上',
  capture: '売上確定',
  void: '取消',
  refund: '返金',
  closeBatch: 'バッチ締め',
};

/** Not yet reviewed by a native speaker. */
export const openOperations: OpenOperationsLabels = {
  title: '未完了の処理',
  loading: '未完了の処理を探しています…',
  emptyTitle: '未完了の処理はありません',
  emptyText: 'ここで始めた処理には、すべて結果が出ていて、確認されています。',
  kind: ({ kind }) => kinds[kind],
  sending: '送信中',
  waiting: '端末で処理中',
  since: ({ time }) => `${time} から`,
  otherOperator: '別の担当者',
  busySince: ({ time }) => `${time} から使用中`,
  acknowledge: '確認済みにする',
};
