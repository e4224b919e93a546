import type { CloseBatchLabels } from '../../components/close-batch/closeBatchLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const closeBatch: CloseBatchLabels = {
  title: 'Cierre de lote',
  settles: ({ terminal }) => `Comienza la liquidación de todo lo capturado en ${terminal}.`,
  endsVoids: 'A partir de entonces esos pagos se pueden reembolsar, pero ya no anular.',
  isFinal: 'No se puede deshacer.',

  open: 'Pendiente en este terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Una operación aún no tiene resultado. El lote se podrá cerrar cuando lo tenga.',
      other: `${count.text} operaciones aún no tienen resultado. El lote se podrá cerrar cuando lo tengan.`,
    }),
  notInTheWay: 'Sin resultado conocido desde hace más de un día, por lo que no impide cerrar el lote.',

  close: 'Cerrar lote',
  confirmTitle: ({ terminal }) => `¿Cerrar el lote de ${terminal}?`,
  confirmText: 'Comienza la liquidación y las anulaciones pasan a ser reembolsos. No se puede deshacer.',
  confirmYes: 'Sí, cerrar el lote',
  goBack: 'Volver',
  done: 'Listo',

  busyElsewhere: ({ terminal }) =>
    `No se envió nada: ${terminal} está ocupado con una operación de otra ventana.`,
  noJournal:
    'No se envió nada: este dispositivo no pudo registrar la operación y su resultado podría perderse. Permita que este sitio guarde datos y vuelva a pulsar.',
  refused: ({ field }) =>
    `No se envió nada: la solicitud no es válida${field ? ` (${field})` : ''}. Avise a quien administra esta página.`,
};
