import type { TerminalCheckoutLabels } from '../../components/terminal-checkout/terminalCheckoutLabels.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Ese pago se realizó.',
  partial: 'Se aprobó una parte.',
  failed: 'Ese pago no se completó.',
  rejected: 'El servicio no lo admitió.',
  unknown: 'Aún no se sabe qué pasó con él.',
};

/** Not yet reviewed by a native speaker. */
export const terminalCheckout: TerminalCheckoutLabels = {
  form: 'Nuevo pago',
  formAuthorize: 'Nueva preautorización',
  orderNumber: 'Número de pedido',
  orderNumberMissing: 'Introduzca un número de pedido.',
  customValues: 'Detalles',
  choose: 'Elija…',
  customValueMissing: 'Este dato es necesario.',
  quickAmounts: 'Importes rápidos',
  receipt: 'Enviar un recibo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  receiptMissing: 'Es necesario marcar esta casilla.',
  emailMissing: 'Introduzca un correo electrónico.',
  phoneMissing: 'Introduzca un número de teléfono.',
  emailInvalid: 'Introduzca una dirección como nombre@example.com.',
  phoneInvalid: 'Introduzca un número de teléfono con sus cifras.',
  receiptAddressMissing: 'Introduzca un correo electrónico o un teléfono al que enviar el recibo.',
  terminalMissing: 'Elija un terminal.',
  terminalNotLoaded: 'Primero tiene que cargarse la lista de terminales.',

  charge: ({ amount, terminal }) =>
    ['Cobrar', amount, terminal && `en ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['Autorizar', amount, terminal && `en ${terminal}`].filter(Boolean).join(' '),
  confirmTitle: ({ amount, terminal }) => `¿Cobrar ${amount} en ${terminal}?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `¿Autorizar ${amount} en ${terminal}?`,
  confirmText: ({ terminal }) => `${terminal} pedirá la tarjeta en cuanto responda que sí.`,
  confirmYes: ({ amount }) => `Sí, cobrar ${amount}`,
  confirmAuthorizeYes: ({ amount }) => `Sí, autorizar ${amount}`,
  missingBoth: 'Elija un terminal e introduzca un importe.',
  missingTerminal: 'Elija un terminal.',
  missingAmount: 'Introduzca un importe.',
  terminalBusy: ({ terminal }) => `${terminal} está ocupado con otro pago.`,

  duplicateTitle: '¿Cobrar otra vez el mismo importe?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = `Se enviaron ${amount} a ${terminal}${time ? ` (${time})` : ''}.`;
    const said = `Una persona lo registró como ${charged ? 'cobrado' : 'no cobrado'}.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  duplicateAuthorizeTitle: '¿Autorizar otra vez el mismo importe?',
  authorizeAgain: ({ amount }) => `Sí, autorizar ${amount} otra vez`,
  cancel: 'Cancelar',
  chargeAgain: ({ amount }) => `Sí, cobrar ${amount} otra vez`,
  busyNotice: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con este pago.`,
  busyElsewhere: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con un pago de otra ventana.`,
  noJournal:
    'No se envió nada: este dispositivo no pudo registrar el pago y su resultado podría perderse. Permita que este sitio guarde datos y vuelva a pulsar.',
  refusedField: 'No se envió nada: esto no se puede enviar así. Cámbielo.',
  refused: ({ field }) =>
    `No se envió nada: la solicitud no es válida${field ? ` (${field})` : ''}. Avise a quien administra esta página.`,

  nextCustomer: 'Siguiente cliente',
  takeRest: ({ kind, amount }) => `${kind === 'pay' ? 'Cobrar' : 'Autorizar'} los ${amount} restantes`,
  backToSale: 'Volver a esta venta',
  decideLater: 'Decidir más tarde',
  decideLaterHint: ({ terminal }) => `${terminal} seguirá ocupado hasta entonces.`,
};
