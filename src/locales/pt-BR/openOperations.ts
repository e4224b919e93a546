import type { OpenOperationsLabels } from '../../components/open-operations/openOperationsLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';

const kinds: Record<MoneyOperation, string> = {
  pay: 'Venda',
  preAuth: 'Pré-autorização',
  capture: 'Captura',
  void: 'Cancelamento',
  refund: 'Reembolso',
  closeBatch: 'Fechamento do lote',
};

/** Not yet reviewed by a native speaker. */
export const openOperations: OpenOperationsLabels = {
  title: 'Operações em aberto',
  loading: 'Procurando operações em aberto…',
  emptyTitle: 'Nada em aberto',
  emptyText: 'Toda operação iniciada aqui tem um resultado, e alguém o viu.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Enviando',
  waiting: 'No terminal',
  since: ({ time }) => `desde: ${time}`,
  otherOperator: 'Outro operador',
  busySince: ({ time }) => `ocupado desde: ${time}`,
  acknowledge: 'Concluir',
};
