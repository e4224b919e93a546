import type { PaymentStatusLabels } from '../../components/payment-status/paymentStatusLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import { plural } from './plural.ts';

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Aprobado',
  preAuth: 'Autorizado',
  capture: 'Capturado',
  void: 'Anulado',
  refund: 'Reembolsado',
  closeBatch: 'Lote cerrado',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'Aprobados',
  preAuth: 'Autorizados',
  capture: 'Capturados',
  refund: 'Reembolsados',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'no se capturaron',
  refund: 'no se devolvieron',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'Aún no sabemos si se hizo el cargo en la tarjeta',
  preAuth: 'Aún no sabemos si el importe quedó autorizado',
  capture: 'Aún no sabemos si el importe se capturó',
  void: 'Aún no sabemos si el pago se anuló',
  refund: 'Aún no sabemos si se hizo el reembolso',
  closeBatch: 'Aún no sabemos si el lote se cerró',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'el pago',
  preAuth: 'la preautorización',
  capture: 'la captura',
  void: 'la anulación',
  refund: 'el reembolso',
  closeBatch: 'el cierre de lote',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'en la pantalla del terminal',
  receipt: 'en el recibo',
  'back-office': 'en el panel de administración',
  other: 'en otro lugar',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/** Not yet reviewed by a native speaker. */
export const paymentStatus: PaymentStatusLabels = {
  region: 'Estado del pago',
  nothing: 'No hay ningún pago que mostrar aquí.',

  stepSent: 'Enviado',
  stepTerminal: 'En el terminal',
  stepResult: 'Resultado',
  elapsed: 'Tiempo transcurrido',
  sendingNow: ({ terminal }) => `Enviando a ${terminal}.`,
  waitingNow: ({ kind, terminal }) =>
    takesCard(kind) ? `${terminal} pedirá la tarjeta en un momento.` : `${terminal} comenzará en un momento.`,
  processingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `El cliente ya puede acercar, insertar o deslizar la tarjeta en ${terminal}.`
      : `${terminal} lo está procesando.`,

  stalled: ({ terminal }) =>
    `Aún no lo hemos visto comenzar. Compruebe que ${terminal} esté encendido, conectado y libre.`,
  freshness: ({ last, next }) => {
    const ago = last && (last.value < 1 ? 'ahora mismo' : `hace ${last.text} s`);
    const asked = ago === undefined ? 'Aún sin consultar' : `Última consulta ${ago}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'consultando ahora' : `próxima en ${next.text} s`}.`;
  },

  notDurable: 'Este pago no se podrá recuperar si se recarga la página. Manténgala abierta.',
  degraded:
    'Problemas de conexión. El terminal continúa sin nosotros y seguimos preguntando por el resultado.',
  lastAnswer: ({ time }) => `Última respuesta: ${time}.`,
  slowed: 'El servicio pidió que consultemos con menos frecuencia. El pago en sí no se retrasa.',
  nextCheck: ({ time }) => `Próxima consulta: ${time}.`,
  needsAuth: 'Su sesión terminó y no se puede leer el resultado. El pago continúa. Inicie sesión para verlo.',
  checkNow: 'Consultar ahora',
  checking: 'Consultando…',
  checkIn: ({ seconds }) =>
    plural(seconds, {
      one: `Consulta en ${seconds.text} segundo.`,
      other: `Consulta en ${seconds.text} segundos.`,
    }),
  stopWaiting: 'Dejar de esperar (no cancela el pago)',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked
      ? `${done[kind] ?? completeTitles[kind]} ${approved} de ${asked}`
      : `${completeTitles[kind]} en parte`,
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'quedan por cobrar'}.`,
  withTip: ({ tip }) => `Con una propina de ${tip}.`,
  authorizedSentence: 'El importe está retenido, no cobrado. Captúrelo para cobrarlo.',
  batchClosedSentence: 'La liquidación ha comenzado. Aquí no se indica cuándo termina.',
  failedTitle: 'No completado',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Pida otra tarjeta u otra forma de pago.'
      : 'Revise la transacción en el panel de administración.',
  rejectedTitle: 'No aceptado',
  rejectedSentence: 'El servicio no admitió la solicitud. No ocurrió nada.',
  rejectedAdvice: 'Revise los datos antes de enviar otra.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `En este momento recibe demasiadas solicitudes. Espere ${seconds.text} segundo.`,
      other: `En este momento recibe demasiadas solicitudes. Espere ${seconds.text} segundos.`,
    }),
  rejectedSignIn: 'Su sesión no es válida para esto. Inicie sesión y empiece de nuevo.',
  notArrived: 'La solicitud no se pudo tramitar. No ocurrió nada.',
  notSent: 'La solicitud no salió de esta página. No ocurrió nada.',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'Esta página no está bien configurada' : 'Un dato no es válido';
    return `${what}${field ? ` (${field})` : ''}. Avise a quien la administra.`;
  },
  resolvedTitle: ({ kind, charged }) => {
    if (takesCard(kind)) return charged ? 'Registrado como cobrado' : 'Registrado como no cobrado';
    return charged ? 'Registrado como realizado' : 'Registrado como no realizado';
  },
  resolvedSentence: ({ basis }) =>
    `Lo indicó una persona que lo vio ${bases[basis]}. El servicio no lo ha confirmado.`,

  unknownTitle: 'Aún no se sabe',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'Se envió la solicitud y no llegó ninguna respuesta.',
  reasonBadResponse: 'Llegó una respuesta que no se pudo leer.',
  reasonConflict: 'El servicio indica que el terminal está ocupado, quizá con este mismo pago.',
  reasonHttpError: 'El servicio tuvo un problema propio al responder.',
  reasonRedirect: 'La respuesta remitía a otra dirección, que no se siguió.',
  reasonReloaded: 'Esta página se cerró o se recargó antes de que llegara la respuesta.',
  reasonServiceTimeout: 'El servicio dejó de esperar al terminal.',
  reasonStopped: 'Alguien dejó de esperar aquí. Eso no canceló el pago.',
  reasonMaxWait: 'No llegó ningún resultado en el tiempo que esperamos.',
  reasonGone: 'El servicio ya no conoce este pago.',
  reasonUnrecognisedStatus: 'El servicio respondió con un estado que no conocemos.',
  reasonContradiction: 'El servicio dio dos resultados que se contradicen.',
  reasonDuplicateId: 'El servicio dio a este pago la referencia de otro.',
  seenProcessing: 'El servicio lo estaba procesando',
  notSeenProcessing: 'No lo vimos comenzar',
  findOut: 'Cómo averiguarlo',
  findOnTerminal: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Mire el terminal ${terminal}. Si pide una tarjeta, no inicie otro pago.`
      : `Mire la pantalla del terminal ${terminal}.`,
  findOnReceipt: 'Mire el recibo impreso.',
  findOnReport: 'Mire el informe de lote impreso.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` del pedido ${orderNumber}` : amount ? ` de ${amount}` : '';
    return `Busque ${nouns[kind]}${of} en el panel de administración.`;
  },
  stillAsking: 'Seguimos preguntando al servicio. Un resultado tardío aparecerá aquí por sí solo.',

  basis: '¿Dónde lo vio?',
  basisTerminalScreen: 'Pantalla del terminal',
  basisReceipt: 'Recibo',
  basisBackOffice: 'Panel de administración',
  basisOther: 'En otro lugar',
  basisMissing: 'Elija dónde lo vio.',
  note: 'Dónde y cómo',
  noteMissing: 'Indique dónde lo vio.',
  charged: ({ kind }) => (takesCard(kind) ? 'Se cobró' : 'Se realizó'),
  notCharged: ({ kind }) => (takesCard(kind) ? 'No se cobró' : 'No se realizó'),
  confirmTitle: ({ kind }) => (takesCard(kind) ? '¿Seguro que no se cobró?' : '¿Seguro que no se realizó?'),
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? 'Si se cobró, el cliente pagará dos veces cuando vuelva a cobrar.'
      : 'Si se realizó, hacerlo de nuevo lo hará dos veces.',
  confirmYes: ({ kind }) => (takesCard(kind) ? 'Sí, no se cobró' : 'Sí, no se realizó'),
  confirmNo: 'Volver',

  amountMismatch: 'El servicio indica un importe distinto del enviado. Compárelo con el recibo.',
  moreThanAsked: ({ over }) => `${over} más de lo pedido. Compárelo con el recibo.`,
  contradiction: 'El servicio indicó después otra cosa. Revise este pago en el panel de administración.',
  contradictsOperator: 'Alguien aquí había indicado otra cosa. Vale el resultado del servicio.',
  duplicateId: 'Otro pago tiene la misma referencia. Revise ambos en el panel de administración.',

  terminal: 'Terminal',
  time: 'Hora',
  orderNumber: 'Número de pedido',
  reference: 'Referencia',
  messageId: 'Mensaje',
  code: 'Código',
  copy: ({ what }) => `Copiar: ${what.toLowerCase()}`,
  copied: 'Copiado',
};
