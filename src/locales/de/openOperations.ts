import type { OpenOperationsLabels } from '../../components/open-operations/openOperationsLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';

const kinds: Record<MoneyOperation, string> = {
  pay: 'Verkauf',
  preAuth: 'Vorautorisierung',
  capture: 'Einzug',
  void: 'Storno',
  refund: 'Erstattung',
  closeBatch: 'Kassenschnitt',
};

/** Not yet reviewed by a native speaker. */
export const openOperations: OpenOperationsLabels = {
  title: 'Offene Vorgänge',
  loading: 'Offene Vorgänge werden gesucht …',
  emptyTitle: 'Nichts ist offen',
  emptyText: 'Jeder Vorgang, der hier begonnen wurde, hat ein Ergebnis, und jemand hat es gesehen.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Wird gesendet',
  waiting: 'Am Terminal',
  since: ({ time }) => `seit ${time}`,
  otherOperator: 'Andere Person',
  busySince: ({ time }) => `beschäftigt seit ${time}`,
  acknowledge: 'Erledigt',
};
