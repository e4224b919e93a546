import type { OpenOperationsLabels } from '../../components/open-operations/openOperationsLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';

const kinds: Record<MoneyOperation, string> = {
  pay: 'Venta',
  preAuth: 'Preautorización',
  capture: 'Captura',
  void: 'Anulación',
  refund: 'Reembolso',
  closeBatch: 'Cierre de lote',
};

/** Not yet reviewed by a native speaker. */
export const openOperations: OpenOperationsLabels = {
  title: 'Operaciones pendientes',
  loading: 'Buscando operaciones pendientes…',
  emptyTitle: 'No hay nada pendiente',
  emptyText: 'Todas las operaciones iniciadas aquí tienen un resultado, y alguien lo ha visto.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Enviando',
  waiting: 'En el terminal',
  since: ({ time }) => `desde: ${time}`,
  otherOperator: 'Otro operador',
  busySince: ({ time }) => `ocupado desde: ${time}`,
  acknowledge: 'Hecho',
};
