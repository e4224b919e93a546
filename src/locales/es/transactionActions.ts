import type { Phase } from '../../core/operations/terminalOperation.ts';
import type { TransactionActionsLabels } from '../../components/transaction-actions/transactionActionsLabels.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Eso se realizó.',
  partial: 'Se realizó en parte.',
  failed: 'No se completó.',
  rejected: 'El servicio no lo admitió.',
};

/** Not yet reviewed by a native speaker. */
export const transactionActions: TransactionActionsLabels = {
  region: 'Transacción',
  title: ({ kind }) => (kind === 'pay' ? 'Venta' : 'Preautorización'),
  terminal: 'Terminal',
  captured: 'Capturado',
  refunded: 'Reembolsado',
  leftToCapture: 'Pendiente de captura',
  leftToRefund: 'Disponible para reembolso',
  settlement: 'Liquidación',
  settled: 'Liquidado',
  notSettled: 'Sin liquidar',
  reference: 'Referencia',

  inDoubt: 'Aquí no se puede saber si ya se liquidó. El servicio no admitirá la opción que no corresponda.',
  capture: 'Capturar',
  captureText: 'Captura lo retenido por la preautorización, todo o una parte, una sola vez.',
  captureHint: ({ max, rest }) =>
    rest === undefined
      ? `Hasta ${max}.`
      : `Hasta ${max}. Los ${rest} restantes no se podrán capturar después.`,
  captureTooMuch: ({ max }) => `Solo se autorizaron ${max}.`,
  captureButton: ({ amount, terminal }) => (amount ? `Capturar ${amount} en ${terminal}` : 'Capturar'),
  void: 'Anular',
  voidText: ({ isHold }) =>
    isHold
      ? 'Libera todo lo retenido. No se cobra nada.'
      : 'Cancela el importe completo antes de la liquidación. No se cobra nada.',
  voidTextInDoubt: 'Corresponde antes de la liquidación: cancela el importe completo y no se cobra nada.',
  voidButton: ({ amount }) => `Anular ${amount}`,
  refund: 'Reembolsar',
  refundText: 'Devuelve dinero a la tarjeta, todo o una parte.',
  refundTextInDoubt: 'Corresponde después de la liquidación: devuelve dinero a la tarjeta, todo o una parte.',
  refundHint: ({ max, rest }) =>
    rest === undefined ? `Hasta ${max}.` : `Hasta ${max}. Los ${rest} restantes quedan pagados.`,
  refundTooMuch: ({ max }) => `Solo quedan ${max} por reembolsar.`,
  refundButton: ({ amount }) => (amount ? `Reembolsar ${amount}` : 'Reembolsar'),

  confirmVoidTitle: ({ amount }) => `¿Anular el total de ${amount}?`,
  confirmVoidText: ({ amount, terminal, isHold }) =>
    isHold
      ? `Se liberan los ${amount} retenidos en ${terminal} y ya no se podrán capturar. No se puede deshacer.`
      : `Se cancela la venta de ${amount} en ${terminal} y no se cobra al cliente. No se puede deshacer.`,
  confirmVoidYes: ({ amount }) => `Sí, anular ${amount}`,
  confirmRefundTitle: ({ amount }) => `¿Reembolsar ${amount}?`,
  confirmRefundText: ({ amount, terminal, rest }) =>
    `Se devuelven ${amount} a la tarjeta del cliente en ${terminal}. ${rest ? `Quedan pagados ${rest}. ` : ''}No se puede deshacer.`,
  confirmRefundYes: ({ amount }) => `Sí, reembolsar ${amount}`,
  goBack: 'Volver',

  impossible: 'No es posible ahora',
  voided: 'Se anuló. Ya no se puede hacer nada más con esta transacción.',
  notAPreAuthorization: 'Una venta se cobra de inmediato. Solo se puede capturar una preautorización.',
  alreadyCaptured: ({ amount }) => `Ya se capturaron ${amount}, y solo se puede capturar una vez.`,
  captureSettled: 'Ya está liquidada.',
  voidSettled: 'Ya está liquidada. Haga un reembolso.',
  voidRefunded: 'Ya se hizo un reembolso. Solo se puede anular un pago intacto.',
  refundNotSettled:
    'Aún no está liquidada. Después de la liquidación se puede devolver una parte; una anulación lo cancela todo.',
  allRefunded: 'Se reembolsó todo.',
  nothingCaptured: 'No se capturó nada, así que no hay nada que devolver.',

  duplicateTitle: '¿Enviar otra vez el mismo importe?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = `Se enviaron ${amount} a ${terminal}${time ? ` (${time})` : ''}.`;
    return `${sent} ${doubts[phase] ?? 'No es seguro qué pasó.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Sí, capturar ${amount} otra vez` : `Sí, reembolsar ${amount} otra vez`,
  busy: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con esta operación.`,
  busyElsewhere: ({ terminal }) =>
    `No se envió nada: ${terminal} está ocupado con una operación de otra ventana.`,
  noJournal:
    'No se envió nada: este dispositivo no pudo registrar la operación y su resultado podría perderse. Permita que este sitio guarde datos y vuelva a pulsar.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return 'No se envió nada: no queda tanto importe.';
    if (code === 'not-allowed')
      return 'No se envió nada: se hizo, o se está haciendo, otra cosa con esta transacción.';
    return `No se envió nada: la solicitud no es válida${field ? ` (${field})` : ''}. Avise a quien administra esta página.`;
  },
  back: 'Volver a la transacción',
};
