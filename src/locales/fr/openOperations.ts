import type { OpenOperationsLabels } from '../../components/open-operations/openOperationsLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';

const kinds: Record<MoneyOperation, string> = {
  pay: 'Vente',
  preAuth: 'Préautorisation',
  capture: 'Capture',
  void: 'Annulation',
  refund: 'Remboursement',
  closeBatch: 'Clôture du lot',
};

/** Not yet reviewed by a native speaker. */
export const openOperations: OpenOperationsLabels = {
  title: 'Opérations en cours',
  loading: 'Recherche des opérations en cours…',
  emptyTitle: 'Rien n’est en cours',
  emptyText: 'Toutes les opérations commencées ici ont un résultat, et quelqu’un l’a vu.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Envoi en cours',
  waiting: 'Au terminal',
  since: ({ time }) => `depuis ${time}`,
  otherOperator: 'Autre opérateur',
  busySince: ({ time }) => `occupé depuis ${time}`,
  acknowledge: 'Vu',
};
