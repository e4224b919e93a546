import type { Phase, ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { FileProblem } from '../core/uploads/files.ts';
import type { UploadFile } from '../core/uploads/uploadQueue.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { LimitWords, UploadFailure } from './en.ts';
import type { ApprovalLabels } from './enApproval.ts';
import type { MirroredKind, MirroredKindWords } from './enPaymentMirror.ts';
import type { GiveBackWay, SentBefore } from './enTransactionActions.ts';
import { type Count, pluralIn } from './plural.ts';
import type { Labels } from './words.ts';

/**
 * Three forms: `one` (1), `many` (whole millions: "1 millón de") and `other`. If a label has no `many`,
 * `other` is used.
 */
const plural = /*#__PURE__*/ pluralIn('es');

const amountField: Labels['amountField'] = {
  label: 'Importe',
  empty: 'Introduzca un importe.',
  invalidCharacter: 'Use solo cifras y un único separador decimal.',
  mixedDigits: 'Use un solo tipo de cifras.',
  badGrouping: ({ example }) =>
    `Los separadores no son correctos. Escriba el importe como ${example} o sin separadores.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Esta moneda no tiene decimales.'
      : plural(digits, {
          one: `Use ${digits.text} decimal como máximo.`,
          other: `Use ${digits.text} decimales como máximo.`,
        }),
  negative: 'El importe no puede ser negativo.',
  tooSmall: ({ min }) => `El importe mínimo es ${min}.`,
  tooLarge: ({ max }) => `El importe máximo es ${max}.`,
  currencyMismatch: ({ currency }) => `Aquí los importes son en ${currency}.`,
  inexact: 'El servicio de pagos no admite la última cifra. Redondee el importe.',
  unreadable: 'El importe rellenado de antemano no se puede leer. Introdúzcalo.',
  keypad: 'Teclado numérico',
  decimalKey: 'Separador decimal',
  deleteKey: 'Borrar la última cifra',
};

const statusWords: Record<UploadFile['status'], string> = {
  checking: 'Comprobando',
  waiting: 'En espera',
  uploading: 'Subiendo',
  done: 'Subido',
  failed: 'No subido',
  refused: 'No añadido',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'El servicio lo considera demasiado grande.',
  'wrong-type': 'El servicio no admite este tipo de archivo.',
  unanswered: 'El servicio no respondió.',
  other: 'El servicio no pudo recibirlo.',
};

const files = (count: Count) =>
  plural(count, { one: `${count.text} archivo`, other: `${count.text} archivos` });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'No se puede adjuntar una carpeta. Añada los archivos que contiene.',
  empty: () => 'El archivo está vacío.',
  'wrong-type': ({ types }) => `Tipos admitidos: ${types}.`,
  'too-large': ({ maxSize }) => `Supera ${maxSize}.`,
  'too-many': ({ maxFiles }) => `Se puede adjuntar un máximo de ${files(maxFiles)}.`,
  'total-too-large': ({ maxTotalSize }) => `En conjunto, los archivos superarían ${maxTotalSize}.`,
  unreadable: () => 'Ha cambiado o no se puede leer. Elíjalo de nuevo.',
  'wrong-content': () => 'Su contenido no corresponde a su tipo de archivo.',
  duplicate: () => 'Ya está adjunto.',
};

const attachmentField: Labels['attachmentField'] = {
  label: 'Archivos adjuntos',
  addFiles: 'Añadir archivos',
  dropHint: 'o arrástrelos o péguelos aquí',
  dropNow: 'Suelte para añadir',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Hasta ${files(maxFiles)} de ${maxSize} como máximo cada uno${maxTotalSize === undefined ? '' : `, ${maxTotalSize} en total`}.`,
  list: 'Archivos añadidos',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Subida de ${file}`,
  retry: 'Reintentar',
  retryFile: (file) => `Reintentar ${file}`,
  removeFile: (file) => `Quitar ${file}`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `Subiendo ${files(count)}.`,
  step: (percent) => `${percent} subido.`,
  ended: ({ done, failed }) => {
    const uploaded = plural(done, {
      one: `${done.text} archivo subido`,
      other: `${done.text} archivos subidos`,
    });
    return failed.value === 0 ? `${uploaded}.` : `${uploaded}, ${failed.text} sin subir.`;
  },
  refused: (count) =>
    plural(count, { one: `${count.text} archivo no añadido.`, other: `${count.text} archivos no añadidos.` }),
};

const closeBatch: Labels['closeBatch'] = {
  title: 'Cierre del día',
  settles: ({ terminal }) => `Se entregan todos los pagos de ${terminal} para su abono.`,
  endsVoids: 'Después podrá reembolsarlos, pero ya no anularlos.',
  isFinal: 'No se puede deshacer.',

  open: 'Pendiente en este terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Un pago aún no tiene resultado. Podrá cerrar el día cuando lo tenga.',
      other: `${count.text} pagos aún no tienen resultado. Podrá cerrar el día cuando lo tengan.`,
    }),
  notInTheWay: 'Sin resultado conocido desde hace más de un día, por lo que no impide cerrar el día.',
  nothingSince: ({ time }) => `Cerrado: ${time}. No se conocen pagos nuevos.`.replace('..', '.'),

  close: 'Cerrar el día',
  confirmTitle: ({ terminal }) => `¿Cerrar el día en ${terminal}?`,
  confirmText: 'El terminal empieza en cuanto responda que sí.',
  confirmYes: 'Sí, cerrar el día',
  goBack: 'Volver',
  done: 'Listo',

  busyElsewhere: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con un pago de otra ventana.`,
  noJournal:
    'No se envió nada: este dispositivo no pudo registrar el cierre y su resultado podría perderse. Permita que este sitio guarde datos y vuelva a pulsar.',
  tooSlow: 'No se envió nada: este dispositivo tardó demasiado en registrar el cierre. Vuelva a pulsar.',
  unreachable:
    'No se envió nada: no hay conexión con el servicio de pagos. Compruebe la conexión de este dispositivo y vuelva a pulsar.',
  refused: ({ field }) =>
    `No se envió nada: un dato no es válido${field ? ` (${field})` : ''}. Avise a quien administra esta página.`,
};

const closeDay: Labels['closeDay'] = {
  title: 'Cierre del día',
  loading: 'Cargando…',
  notLoaded: 'No se pudieron cargar todos los terminales y pagos.',
  tryAgain: 'Probar otra vez',
  onlyThisDevice: 'Solo se cuentan los pagos de este dispositivo, y los días cerrados no se guardan.',
  empty: 'Aún no hay terminales. Aquí aparecerá cada terminal de la tienda.',
  payments: ({ count }) => plural(count, { one: `${count.text} pago`, other: `${count.text} pagos` }),
  nothingTaken: 'Aún no se cobró nada',
  nothingSince: 'Nada nuevo',
  notKnown: 'Pagos sin cargar',
  neverClosed: 'Aún sin cerrar',
  unlisted: 'Ya no está en su lista. Si no se cierra aquí, consulte a su proveedor.',
  lastClosed: ({ time, number }) =>
    number === undefined ? `Último cierre: ${time}` : `Último cierre: ${time}, n.º\u00a0${number}`,
  number: ({ number }) => `N.º\u00a0${number}`,
  close: 'Cerrar',
  closeTerminal: ({ terminal }) => `Cerrar el día en ${terminal}`,
  closeAll: ({ count }) =>
    plural(count, { one: `Cerrar ${count.text} terminal`, other: `Cerrar ${count.text} terminales` }),
  confirmTitle: ({ count }) =>
    plural(count, {
      one: `¿Cerrar el día en ${count.text} terminal?`,
      other: `¿Cerrar el día en ${count.text} terminales?`,
    }),
  settles: 'Se entregan todos sus pagos para su abono.',
  allClosed: 'Todo está cerrado.',
  nothingToClose: 'Hoy no hay nada que cerrar.',
  more: 'Mostrar más terminales',
  held: 'Retenido, aún no cobrado',

  forgotten: ({ day }) => `No se cerró el día: ${day}.`,
  closeLate: ({ day }) => `Cerrar: ${day}`,
  lateTitle: ({ day, terminal }) => `¿Cerrar ahora este día en ${terminal}: ${day}?`,
  lateText: 'Conserva su propia fecha y recibe el número siguiente. No se envía nada al terminal.',
  lateDayFailed: 'No se pudo cerrar el día anterior y no se envió nada al terminal. Pruebe otra vez.',
};

const dayReport: Labels['dayReport'] = {
  title: 'Informe del día',
  number: ({ number }) => `N.º\u00a0${number}`,
  day: 'Día',
  today: 'Hoy',
  yesterday: 'Ayer',
  date: 'Otro día',
  loading: 'Contando…',
  notLoaded: 'No se pudo cargar el informe.',
  tryAgain: 'Probar otra vez',
  onlyThisDevice: 'Solo se cuentan los pagos de este dispositivo. Las demás cajas no están en el informe.',
  emptyToday: 'Hoy aún no hay pagos',
  emptyDay: 'No hay pagos en este día',
  emptyText: 'Aquí aparecerá lo cobrado y lo devuelto.',
  soFar: ({ time }) => `Hasta ahora, ${time}`,
  from: ({ time }) => `El día empieza a las ${time}`,
  closed: ({ time, actor }) => (actor === undefined ? `Cerrado: ${time}` : `Cerrado: ${time}, por ${actor}`),
  notKept: 'Este dispositivo no guarda días cerrados.',
  asClosed: 'Así estaba al cerrar el día. No está en ninguna suma.',
  corrections: 'Correcciones',
  correctionsText: 'Se supo después de cerrar el día. No está en ninguna de las sumas de arriba.',

  net: 'Neto',
  taken: 'Cobrado',
  tips: 'Propinas',
  extra: 'Lo que pasa de lo solicitado',
  givenBack: 'Devuelto',
  partly: 'Aprobado en parte',
  partlyOf: ({ approved, asked }) => `${approved} de ${asked}`,
  byHand: 'Anotado por una persona',
  count: ({ count }) => plural(count, { one: `${count.text} pago`, other: `${count.text} pagos` }),
  unknownText: 'No está en ninguna suma. Las sumas aún pueden cambiar.',
  held: 'Retenido, aún no cobrado',
  heldText: 'No está en ninguna suma hasta que se cobre.',
  legs: 'Pagado de otra forma',
  legsText: 'No está en ninguna suma: no pasó por un terminal.',
  terminals: 'Por terminal',
  list: 'Todos los pagos',
  listLoading: 'Cargando los pagos…',
  print: 'Imprimir',
};

const linkShare: Labels['linkShare'] = {
  copyLink: 'Copiar enlace',
  copied: 'Copiado',
  copiedSentence: 'Se copió el enlace.',
  refused: 'El navegador no permitió copiarlo. La dirección está seleccionada: cópiela a mano.',
  address: 'Dirección del enlace',
  openLink: 'Abrir enlace',
  share: 'Compartir…',
  shareFailed: 'El navegador no pudo compartirlo. La dirección está seleccionada: cópiela a mano.',
  showQrCode: 'Mostrar código QR',
  hideQrCode: 'Ocultar código QR',
  qrCode: 'Código QR del enlace',
  qrCodeFailed: 'No se pudo dibujar el código QR. Use la dirección.',
  close: 'Cerrar',
};

const kinds: Record<MoneyOperation, string> = {
  pay: 'Venta',
  preAuth: 'Preautorización',
  capture: 'Cobro de lo retenido',
  void: 'Anulación',
  refund: 'Reembolso',
  closeBatch: 'Cierre del día',
};

const openOperations: Labels['openOperations'] = {
  title: 'Pagos pendientes',
  loading: 'Buscando pagos pendientes…',
  emptyTitle: 'No hay nada pendiente',
  emptyText: 'Todo lo que se inició aquí tiene un resultado, y alguien lo ha visto.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Enviando',
  waiting: 'En el terminal',
  since: ({ time }) => `desde: ${time}`,
  otherOperator: 'Otro operador',
  busySince: ({ time }) => `ocupado desde: ${time}`,
  acknowledge: 'Hecho',
  more: 'Mostrar más',
  shown: ({ shown, count }) => `Se muestran ${shown.text} de ${count.text}`,
};

const approval: ApprovalLabels = {
  approvalTitle: 'Falta autorización',
  approvalCode: 'Código de autorización',
  approve: 'Autorizar y enviar',
  approvalCancel: 'Cancelar',
  approvalMissing: 'Introduzca el código.',
  approvalWrong: 'El código no se aceptó.',
};

const paymentLinkForm: Labels['paymentLinkForm'] = {
  title: 'Nuevo enlace de pago',
  create: ({ amount }) => (amount ? `Crear enlace de ${amount}` : 'Crear enlace de pago'),
  creating: 'Creando…',
  restored: 'Esto es lo que había rellenado antes.',
  filesLost: 'Los archivos no se conservan: añádalos de nuevo.',
  startAfresh: 'Empezar de nuevo',

  add: 'Añadir',
  addFiles: 'Archivos',
  addBilling: 'Dirección de facturación',
  addShipping: 'Dirección de envío',
  addDiscount: 'Descuento',
  showBilling: 'Solicitar dirección de facturación',
  showShipping: 'Solicitar dirección de envío',
  applyDiscount: 'Aplicar descuento',
  applyDiscountHint:
    'Resta un porcentaje cuando hay un descuento aplicable y el cliente paga con tarjeta de crédito.',
  discountHint: ({ percent }) => `Quien pague con tarjeta de crédito pagará un ${percent} menos.`,
  flagMissing: 'Marque esta casilla para continuar.',

  taxes: 'Impuestos',
  taxAmount: 'Impuestos (importe)',
  taxesByList: 'Elegir de la lista',
  taxesByAmount: 'Introducir un importe',
  taxesMissing: 'Indique qué impuestos hay.',

  customValues: 'Datos adicionales',
  addCustomValue: 'Añadir dato adicional',
  customKey: 'Tipo de dato adicional',
  otherKey: 'Otro…',
  freeKey: 'Clave',
  freeValue: 'Valor',
  freeRow: (position) => `dato adicional ${position.text}`,
  choose: 'Elija…',
  moveUp: (label) => `Subir ${label}`,
  moveDown: (label) => `Bajar ${label}`,
  moved: ({ label, position, count }) => `${label}: ahora en la posición ${position.text} de ${count.text}.`,
  removeCustomValue: (label) => `Quitar ${label}`,
  removed: (label) => `Se quitó ${label}.`,
  valueMissing: 'Introduzca un valor.',
  choiceMissing: 'Elija una opción.',
  numberWanted: 'Introduzca un número, como 12 o 12.5.',
  dateWanted: 'Introduzca una fecha.',
  keyMissing: 'Introduzca una clave.',
  keyRepeated: 'Esta clave ya existe.',
  customValuesMissing: 'Añada un dato adicional.',

  givenFiles: 'Archivos ya adjuntos',
  namelessFile: (number) => `Archivo ${number.text}`,
  attachmentsMissing: 'Añada un archivo.',
  stillUploading: 'Espere a que se suban todos los archivos o quite los que falten.',
  notUploaded: 'Reintente o quite cada archivo que no se subió.',

  estimate: 'Estimación',
  amount: 'Importe',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'más impuestos',
  total: 'Total',
  discount: ({ percent }) => `Descuento, ${percent}`,
  cardTotal: 'Con tarjeta de crédito',
  taxRounding: 'Cada impuesto se redondea por separado.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'El descuento se resta del total y se redondea.'
      : 'El descuento es una parte del importe sin impuestos y se redondea.',
  notKnown: '—',

  serviceSays: (sentence) => `El servicio indica: ${sentence}`,
  rejectedTitle: 'No aceptado',
  rejectedText: 'No se ha creado ningún enlace.',
  ...approval,
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `No salió de esta página: un dato no es válido${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'El servicio está muy ocupado ahora. Espere un minuto.';
    if (code === 'unauthorized') return 'Su sesión no permite esto. Inicie sesión y vuelva a pulsar.';
    if (code === 'too-large') return 'Supera el tamaño que admite el servicio.';
    return `El servicio no indicó el motivo${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Aún no se sabe',
  unknownText:
    'No recibimos una respuesta clara, así que el enlace puede existir o no. Nada se vuelve a enviar por sí solo.',
  unknownLook: 'Búsquelo en su lista de enlaces de pago.',
  unknownFound: 'Si está ahí, comparta ese.',
  unknownNotFound: 'Solo si no está, créelo de nuevo.',
  lookInList: 'Buscar en la lista',
  looking: 'Buscando…',
  foundLike: ({ count, amount }) =>
    plural(count, {
      one: `En la lista hay un enlace nuevo de ${amount}. ¿Es este?`,
      other: `En la lista hay ${count.text} enlaces nuevos de ${amount}. ¿Cuál es?`,
    }),
  noneLike: ({ amount }) =>
    `En la lista no hay ningún enlace nuevo de ${amount}. Aún puede aparecer: vuelva a mirar en un minuto.`,
  listNotRead: 'No pudimos leer la lista.',
  isThisOne: (reference) => `Es ${reference}`,
  isListed: 'Está en la lista',
  isNotListed: 'No está en la lista',

  createdTitle: 'Enlace de pago creado',
  amountSent: (amount) => `Enviado con un importe de ${amount}`,
  createdText: 'Comparta esta dirección con su cliente.',
  foundText:
    'El servicio no indicó qué enlace creó. Este es el único nuevo de su lista que coincide: comparta su dirección.',
  unconfirmedLooking: 'El servicio no devolvió ninguna dirección. Buscando el enlace en su lista…',
  unconfirmedText:
    'El servicio no devolvió ninguna dirección. Encontrará el enlace, con su dirección, en su lista de enlaces de pago.',
  unconfirmedSeveral: ({ count }) =>
    plural(count, {
      one: 'El servicio no devolvió ninguna dirección y un enlace nuevo de su lista es parecido. Búsquelo allí.',
      other: `El servicio no devolvió ninguna dirección y ${count.text} enlaces nuevos de su lista son parecidos, así que no se muestra ninguno. Busque allí el suyo.`,
    }),
  unconfirmedNone: 'El servicio no devolvió ninguna dirección y el enlace aún no está en su lista.',
  lookAgain: 'Volver a mirar',
  unsafeAddress:
    'El servicio no dio ninguna dirección que se pueda abrir con seguridad. Busque en su lista de enlaces de pago.',
  reference: 'Referencia',
  status: 'Estado',
  created: 'Creado',
  createAnother: 'Crear otro',
};

/** Statuses that services are known to use. Other statuses are shown unchanged. */
const statuses: Record<string, string> = {
  active: 'Activo',
  cancelled: 'Cancelado',
  canceled: 'Cancelado',
  draft: 'Borrador',
  expired: 'Vencido',
  open: 'Abierto',
  partially_paid: 'Pagado en parte',
  partially_refunded: 'Reembolsado en parte',
  pending: 'Pendiente',
  processing: 'En proceso',
  refunded: 'Reembolsado',
};

const paymentLinkList: Labels['paymentLinkList'] = {
  title: 'Enlaces de pago',
  amount: 'Importe',
  paidAmount: 'Importe pagado',
  status: 'Estado',
  reference: 'Referencia',
  created: 'Creado',
  customValues: 'Detalles',
  id: 'ID',
  actions: 'Acciones',
  address: 'Dirección',
  paid: 'Pagado',
  unpaid: 'Pendiente',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Nuevo',
  absent: '—',
  noAddress: 'Sin dirección',
  loading: 'Cargando enlaces de pago…',
  emptyTitle: 'Aún no hay enlaces de pago',
  emptyText: 'Aquí aparecerán los enlaces que cree, con la dirección que podrá compartir.',
  emptyPage: 'Ya no hay enlaces en esta página.',
  errorTitle: 'No se pudieron cargar los enlaces',
  errorText: 'Los enlaces no se ven afectados. Compruebe la conexión e inténtelo de nuevo.',
  errorAnswered: 'Los enlaces no se ven afectados. Inténtelo de nuevo en un momento.',
  serviceSays: paymentLinkForm.serviceSays,
  tryAgain: 'Volver a intentar',
  refresh: 'Actualizar',
  open: ({ count, amount, isPart }) =>
    [
      (count.value === 0
        ? 'Ninguno pendiente'
        : `${count.text} ${count.value === 1 ? 'pendiente' : 'pendientes'}`) +
        (isPart ? ' en esta página' : ''),
      count.value > 0 && amount,
    ]
      .filter(Boolean)
      .join(', '),
  filter: 'Mostrar en esta página',
  all: 'Todos',
  search: 'Buscar en esta página',
  found: (count, of) =>
    plural(of, {
      one: `${count.text} de ${of.text} enlace de esta página`,
      other: `${count.text} de ${of.text} enlaces de esta página`,
    }),
  noMatch: 'Nada en esta página coincide. No se busca en las demás páginas.',
  tooMany: (shown, of) =>
    `Los primeros ${shown.text} de ${of.text} enlaces. Busque para encontrar los demás.`,
  downloadCsv: 'Descargar esta página como CSV',
  csvFile: (page) => `enlaces-de-pago-pagina-${page}.csv`,
  pages: 'Páginas',
  page: (page, pages) => `Página ${page.text} de ${pages.text}`,
  previous: 'Anterior',
  next: 'Siguiente',
};

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Aprobado',
  preAuth: 'Autorizado',
  capture: 'Cobrado',
  void: 'Anulado',
  refund: 'Reembolsado',
  closeBatch: 'Día cerrado',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'Aprobados',
  preAuth: 'Autorizados',
  capture: 'Cobrados',
  refund: 'Reembolsados',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'no se cobraron',
  refund: 'no se devolvieron',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'Aún no sabemos si se hizo el cargo en la tarjeta',
  preAuth: 'Aún no sabemos si el importe quedó autorizado',
  capture: 'Aún no sabemos si se cobró el importe retenido',
  void: 'Aún no sabemos si el pago se anuló',
  refund: 'Aún no sabemos si se hizo el reembolso',
  closeBatch: 'Aún no sabemos si se cerró el día',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'el pago',
  preAuth: 'la preautorización',
  capture: 'el cobro de lo retenido',
  void: 'la anulación',
  refund: 'el reembolso',
  closeBatch: 'el cierre del día',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'en la pantalla del terminal',
  receipt: 'en el recibo',
  'back-office': 'en el panel de administración',
  other: 'en otro lugar',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

const paymentStatus: Labels['paymentStatus'] = {
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
  // In some countries a time ends in "a. m.", with a full stop of its own.
  lastAnswer: ({ time }) => `Última respuesta: ${time}.`.replace('..', '.'),
  slowed: 'El servicio pidió que consultemos con menos frecuencia. El pago en sí no se retrasa.',
  nextCheck: ({ time }) => `Próxima consulta: ${time}.`.replace('..', '.'),
  needsAuth: 'Su sesión terminó y no podemos leer el resultado. El pago continúa. Inicie sesión para verlo.',
  takingLong: '¿Tarda mucho?',
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
  askedFor: 'Solicitado',
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'quedan por cobrar'}.`,
  withTip: ({ tip }) => `Con una propina de ${tip}.`,
  authorizedSentence: 'El importe está retenido, no cobrado. Cóbrelo para recibirlo.',
  batchClosedSentence: 'El abono está en marcha. Aquí no se indica cuándo termina.',
  failedTitle: 'No completado',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Pida otra tarjeta u otra forma de pago.'
      : 'Revise el pago en el panel de administración.',
  rejectedTitle: 'No aceptado',
  rejectedSentence: 'El servicio de pagos no lo admitió. No ocurrió nada.',
  rejectedAdvice: 'Revise lo que introdujo antes de enviarlo otra vez.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `En este momento está muy ocupado. Espere ${seconds.text} segundo.`,
      other: `En este momento está muy ocupado. Espere ${seconds.text} segundos.`,
    }),
  rejectedSignIn: 'Su sesión no permite esto. Inicie sesión y empiece de nuevo.',
  notArrived: 'No se pudo tramitar. No ocurrió nada.',
  keptBack: ({ code, field }) => {
    if (code === 'terminal-busy')
      return 'No se envió nada: en este terminal hay otro pago en curso o cuyo resultado aún no se conoce. Espere su resultado. Si no hay ninguno, abra ese pago y pulse lo que vio. Después envíe este otra vez.';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return 'No se envió nada: se cobraría más que el total del pedido. Si es lo que quiere, envíelo otra vez.';
    if (code === 'needs-confirmation')
      return 'No se envió nada: el mismo importe se envió hace poco. Si es lo que quiere, envíelo otra vez.';
    if (code === 'needs-approval')
      return field ? 'No se envió nada: el código no se aceptó.' : 'Todavía no se envió nada.';
    return field === 'amount'
      ? 'No se envió nada: no queda tanto importe.'
      : 'No se envió nada: después de lo que ya se hizo, este pago no lo permite.';
  },
  ...approval,
  notSent: 'No salió de esta página. No ocurrió nada.',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'Esta página no está bien configurada' : 'Un dato no es válido';
    return `${what}${field ? ` (${field})` : ''}. Avise a quien la administra.`;
  },
  resolvedTitle: ({ kind, charged, approved, asked }) => {
    const part = approved && asked ? `: ${approved} de ${asked}` : '';
    if (takesCard(kind)) return charged ? `Registrado como cobrado${part}` : 'Registrado como no cobrado';
    return charged ? `Registrado como realizado${part}` : 'Registrado como no realizado';
  },
  resolvedSentence: ({ basis }) => `Alguien de aquí lo vio ${bases[basis]}. El servicio no lo ha confirmado.`,

  unknownTitle: 'Aún no se sabe',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'Se envió y no llegó ninguna respuesta.',
  reasonBadResponse: 'Llegó una respuesta que no pudimos leer.',
  reasonConflict: 'El servicio indica que el terminal está ocupado, quizá con este mismo pago.',
  reasonHttpError: 'El servicio tuvo un problema propio.',
  reasonRedirect: 'La respuesta remitía a otra dirección, y no la seguimos.',
  reasonReloaded: 'Esta página se cerró o se recargó antes de que llegara la respuesta.',
  reasonServiceTimeout: 'El servicio dejó de esperar al terminal.',
  reasonStopped: 'Alguien dejó de esperar aquí. Eso no canceló el pago.',
  reasonMaxWait: 'No llegó ningún resultado a tiempo.',
  reasonGone: 'El servicio ya no conoce este pago.',
  reasonUnrecognisedStatus: 'El servicio dio una respuesta que no conocemos.',
  reasonContradiction: 'El servicio dio dos resultados que se contradicen.',
  reasonDuplicateId: 'El servicio dio a este pago la referencia de otro.',
  seenProcessing: 'El servicio lo estaba procesando',
  notSeenProcessing: 'No lo vimos comenzar',
  unknownCaution: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Si ${terminal} pide una tarjeta, espere. No inicie otro pago.`
      : `Si ${terminal} aún lo está procesando, espere.`,
  findOut: 'Mire en uno de estos lugares y pulse lo que vio',
  findOnTerminal: ({ terminal }) => `Mire la pantalla del terminal ${terminal}.`,
  findOnReceipt: 'Mire el recibo impreso.',
  findOnReport: 'Mire el informe impreso del cierre del día.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` del pedido ${orderNumber}` : amount ? ` de ${amount}` : '';
    return `Busque ${nouns[kind]}${of} en el panel de administración.`;
  },
  findElsewhere: ({ kind }) =>
    kind === 'closeBatch' ? 'Mire en otro lugar.' : 'Mire en otro lugar, como la app del banco del cliente.',
  unknownMore: 'Más detalles',
  stillAsking: 'Seguimos preguntando al servicio. Un resultado tardío aparecerá aquí por sí solo.',

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
  resolutionRefused: 'No se pudo registrar su respuesta. Revise el pago y responda de nuevo.',
  contradictsOperator: 'Alguien aquí había indicado otra cosa. Vale el resultado del servicio.',
  duplicateId: 'Otro pago tiene la misma referencia. Revise ambos en el panel de administración.',

  terminal: 'Terminal',
  time: 'Fecha',
  orderNumber: 'Número de pedido',
  reference: 'Referencia',
  messageId: 'Mensaje',
  code: 'Código',
  copy: ({ what }) => `Copiar: ${what.toLowerCase()}`,
  copied: 'Copiado',
};

const mirrored: Record<MirroredKind, MirroredKindWords> = {
  pay: {
    asked: 'A pagar',
    present: 'Acerque, inserte o deslice su tarjeta',
    complete: 'Pagado',
    completeText: '¡Gracias!',
    partial: 'Pagado en parte',
    due: 'Queda por pagar',
    failed: 'El pago no se ha completado',
    nothingMoved: 'No se ha cobrado nada en su tarjeta.',
  },
  preAuth: {
    asked: 'A retener',
    present: 'Acerque, inserte o deslice su tarjeta',
    complete: 'Importe retenido en su tarjeta',
    completeText: 'Todavía no se le ha cobrado nada.',
    partial: 'Retenido en parte',
    due: 'Sin retener',
    failed: 'No se ha retenido nada',
    nothingMoved: 'No se ha cobrado nada en su tarjeta.',
  },
  capture: {
    asked: 'A pagar',
    present: 'Estamos completando su pago',
    complete: 'Pagado',
    completeText: '¡Gracias!',
    partial: 'Pagado en parte',
    due: 'Queda por pagar',
    failed: 'El pago no se ha completado',
    nothingMoved: 'No se ha cobrado nada en su tarjeta.',
  },
  void: {
    asked: 'A anular',
    present: 'Estamos anulando su pago',
    complete: 'Pago anulado',
    completeText: 'No se cobrará nada en su tarjeta.',
    partial: 'Anulado en parte',
    due: 'Sin anular',
    failed: 'El pago no se ha anulado',
    nothingMoved: 'El pago sigue igual.',
  },
  refund: {
    asked: 'Reembolso',
    present: 'Estamos haciendo su reembolso',
    complete: 'Reembolsado',
    completeText: 'El dinero vuelve a su tarjeta. Puede tardar unos días.',
    partial: 'Reembolsado en parte',
    due: 'Queda por reembolsar',
    failed: 'El reembolso no se ha completado',
    nothingMoved: 'No se ha reembolsado nada.',
  },
};

/** Customers read these words, not shopkeepers. */
const paymentMirror: Labels['paymentMirror'] = {
  region: 'Su pago',
  asked: ({ kind }) => mirrored[kind].asked,
  sending: 'Un momento, por favor',
  present: ({ kind }) => mirrored[kind].present,
  followTerminal: 'Siga las indicaciones del terminal de pago.',
  complete: ({ kind }) => mirrored[kind].complete,
  completeText: ({ kind }) => mirrored[kind].completeText,
  withTip: ({ tip }) => `Incluye una propina de ${tip}`,
  partial: ({ kind }) => mirrored[kind].partial,
  partialDue: ({ kind, due }) => `${mirrored[kind].due}: ${due}`,
  failed: ({ kind }) => mirrored[kind].failed,
  nothingMoved: ({ kind }) => mirrored[kind].nothingMoved,
  checking: 'Espere un momento, por favor',
  checkingText: ({ kind }) =>
    takesCard(kind)
      ? 'Estamos comprobando su pago. No vuelva a pagar, por favor.'
      : 'Lo estamos comprobando.',
  scan: 'Escanee el código para pagar',
  scanText: 'Apunte con la cámara de su teléfono.',
  qrCode: 'Código QR para pagar',
  qrCodeFailed: 'No se puede mostrar el código. Consulte a nuestro personal.',
};

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'No se cobró nada a la tarjeta.',
  preAuth: 'No hay nada retenido en la tarjeta.',
  capture: 'No se cobró nada de lo retenido.',
  void: 'El pago no se anuló.',
  refund: 'No se devolvió nada.',
  closeBatch: 'El día no se cerró.',
};

const receipt: Labels['receipt'] = {
  print: 'Imprimir',
  reprint: 'Duplicado',
  notReceipt: ({ state }) => `${state}: esto no es un recibo`,
  underWay: 'Aún no ha terminado',
  notReceiptText: ({ kind, terminal }) =>
    takesCard(kind)
      ? `No pague otra vez hasta que esté claro. Mire la pantalla del terminal ${terminal} o el panel de administración.`
      : `No lo repita hasta que esté claro. Mire la pantalla del terminal ${terminal} o el panel de administración.`,
  tip: 'Propina',
  total: 'Total',
  held: 'Retenido, aún no cobrado.',
  voided: 'El pago se anuló. No se cobra nada a la tarjeta.',
  refunded: 'El dinero vuelve a la tarjeta, lo que puede tardar unos días.',
  nothingMoved: ({ kind }) => nothingMoved[kind],
};

const sentBefore = ({ amount, terminal, time }: SentBefore) =>
  terminal
    ? `Se enviaron ${amount} a ${terminal}${time ? ` (${time})` : ''}.`
    : `Se enviaron ${amount} hace poco, quizá en otra caja.`;

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Ese pago se realizó.',
  partial: 'Se aprobó una parte.',
  failed: 'Ese pago no se completó.',
  rejected: 'El servicio no lo admitió.',
  unknown: 'Aún no se sabe qué pasó con él.',
};

const terminalCheckout: Labels['terminalCheckout'] = {
  form: 'Nuevo pago',
  formAuthorize: 'Nueva preautorización',
  orderNumber: 'Número de pedido',
  orderNumberMissing: 'Introduzca un número de pedido.',
  customValues: 'Detalles',
  choose: 'Elija…',
  customValueMissing: 'Este dato es necesario.',
  quickAmounts: 'Importes rápidos',
  orderTotal: 'Total',
  orderPaid: 'Pagado',
  orderPending: 'Retenido, o aún no se sabe',
  orderDue: 'Pendiente',
  orderSettled: 'Este pedido está pagado.',
  orderAlone: 'Solo cuenta lo que cobró este navegador.',
  orderUnread: 'Ahora no se puede leer lo que falta por pagar.',
  split: 'Dividir en partes iguales',
  splitFewer: 'Una persona menos',
  splitMore: 'Una persona más',
  splitInto: ({ people }) =>
    plural(people, { one: `${people.text} persona`, other: `${people.text} personas` }),
  tooMuchTitle: '¿Cobrar más de lo pendiente?',
  tooMuchSentence: ({ due }) => `De este pedido solo quedan ${due} por pagar.`,
  receipt: 'Enviar un recibo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  receiptMissing: 'Marque esta casilla para continuar.',
  emailMissing: 'Introduzca un correo electrónico.',
  phoneMissing: 'Introduzca un número de teléfono.',
  emailInvalid: 'Introduzca una dirección como nombre@example.com.',
  phoneInvalid: 'Introduzca un número de teléfono con sus cifras.',
  receiptAddressMissing: 'Introduzca un correo electrónico o un teléfono al que enviar el recibo.',
  terminalMissing: 'Elija un terminal.',
  terminalNotLoaded: 'Cargue primero la lista de terminales.',

  charge: ({ amount, terminal }) =>
    ['Cobrar', amount, terminal && `en ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['Autorizar', amount, terminal && `en ${terminal}`].filter(Boolean).join(' '),
  confirmTitle: ({ amount, terminal }) => `¿Cobrar ${amount} en ${terminal}?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `¿Autorizar ${amount} en ${terminal}?`,
  confirmText: ({ terminal }) => `${terminal} pedirá la tarjeta en cuanto responda que sí.`,
  confirmYes: ({ amount }) => `Sí, cobrar ${amount}`,
  confirmAuthorizeYes: ({ amount }) => `Sí, autorizar ${amount}`,
  loading: 'Un momento…',
  loadAgain: 'No se ha cargado. Reintentar',
  notLoaded:
    'Aún no se puede enviar nada: no se ha podido cargar una parte de esta página. Compruebe la conexión e inténtelo de nuevo. Si no sirve, vuelva a cargar la página.',
  missingBoth: 'Falta: terminal e importe.',
  missingTerminal: 'Falta: terminal.',
  missingAmount: 'Falta: importe.',
  terminalBusy: ({ terminal }) => `${terminal} está ocupado con otro pago.`,

  duplicateTitle: '¿Cobrar otra vez el mismo importe?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = sentBefore({ amount, terminal, time });
    const said = `Alguien lo registró como ${charged ? 'cobrado' : 'no cobrado'}.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  unusual: 'Es al menos diez veces el importe habitual aquí.',
  duplicateAuthorizeTitle: '¿Autorizar otra vez el mismo importe?',
  authorizeAgain: ({ amount }) => `Sí, autorizar ${amount} otra vez`,
  cancel: 'Cancelar',
  chargeAgain: ({ amount }) => `Sí, cobrar ${amount} otra vez`,
  busyNotice: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con este pago.`,
  busyElsewhere: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con un pago de otra ventana.`,
  noJournal:
    'No se envió nada: este dispositivo no pudo registrar el pago y su resultado podría perderse. Permita que este sitio guarde datos y vuelva a pulsar.',
  tooSlow: 'No se envió nada: este dispositivo tardó demasiado en registrar el pago. Vuelva a pulsar.',
  unreachable:
    'No se envió nada: no hay conexión con el servicio de pagos. Compruebe la conexión de este dispositivo y vuelva a pulsar. Si no puede esperar, cobre de otra manera.',
  refusedField: 'No se envió nada: cambie esto primero.',
  refused: ({ field }) =>
    `No se envió nada: un dato no es válido${field ? ` (${field})` : ''}. Avise a quien administra esta página.`,

  nextCustomer: 'Siguiente cliente',
  tryAgain: ({ amount }) => `Reintentar, ${amount}`,
  tryAgainIn: ({ seconds }) =>
    plural(seconds, {
      one: `Reintentar en ${seconds.text} segundo`,
      other: `Reintentar en ${seconds.text} segundos`,
    }),
  lastSale: 'Último pago',
  seenLast: 'Aceptar',
  add: 'Añadir',
  addReceipt: 'Recibo',
  takeRest: ({ kind, amount }) => `${kind === 'pay' ? 'Cobrar' : 'Autorizar'} los ${amount} restantes`,
  backToSale: 'Volver a esta venta',
  decideLater: 'Decidir más tarde',
  unknown: ({ count, amount, terminal }) =>
    [`${count.text} sin confirmar`, amount, terminal].filter(Boolean).join(', '),
  decideLaterHint: ({ terminal }) => `${terminal} seguirá ocupado hasta entonces.`,
};

const terminalPicker: Labels['terminalPicker'] = {
  label: 'Terminal',
  placeholder: 'Elija un terminal',
  toggle: 'Mostrar terminales',
  loading: 'Cargando terminales…',
  empty: 'Aún no hay terminales',
  emptyHint: 'Pida a su proveedor de pagos que active uno. Aparecerá aquí por sí solo.',
  loadError: 'No se pudieron cargar los terminales.',
  retry: 'Volver a cargar',
  noMatch: ({ query }) => `Ningún terminal coincide con «${query}»`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} terminal`, other: `${count.text} terminales` }),
  moreResults: ({ shown, count }) =>
    `Se muestran ${shown.text} de ${count.text}. Escriba para encontrar otros.`,
  loadingMore: 'Cargando más…',
  searching: ({ searched, pages }) => `Buscando… ${searched.text} de ${pages.text} páginas`,
  searchPaused: ({ searched, pages }) =>
    `Se buscó en ${searched.text} de ${pages.text} páginas. El servicio pidió una pausa.`,
  searchFailed: ({ searched, pages }) =>
    `Se buscó en ${searched.text} de ${pages.text} páginas. No se pudieron cargar las demás.`,
  searchOn: 'Buscar en el resto',
  refreshing: 'Actualizando…',
  refreshError: 'No se pudo actualizar la lista y puede estar desfasada.',
  lastSeen: ({ at }) => `Última conexión: ${at}`,
  useAnyway: 'Usarlo de todos modos',
  required: 'Elija un terminal.',
  free: 'Libre',
  busy: 'Ocupado',
  unresolved: 'Aún no se sabe',
  unreachable: 'Sin conexión',
  chosenBusy: ({ terminal }) => `${terminal} está ocupado con otro pago.`,
  chosenUnresolved: ({ terminal }) => `Aún no se sabe cómo terminó el último pago en ${terminal}.`,
  chosenUnreachable: ({ terminal }) =>
    `No hay conexión con ${terminal}. Compruebe que esté encendido y conectado.`,
  lookAgain: 'Comprobar de nuevo',
  freeNow: 'Libres ahora',
  unlisted: 'Este terminal ya no está en su lista. Compruebe que sea el correcto.',
};

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'Eso se realizó.',
  partial: 'Se realizó en parte.',
  failed: 'No se completó.',
  rejected: 'El servicio no lo admitió.',
};

const giveBackTexts: Record<GiveBackWay, string> = {
  release: 'Se libera todo lo retenido. No se cobra nada al cliente.',
  cancel: 'Se cancela el pago: no se cobra nada al cliente.',
  try: 'Si aún no es tarde, se cancela el pago y no se cobra nada al cliente. Si ya es tarde, podrá reembolsarlo en un segundo paso.',
  part: 'Una parte vuelve a la tarjeta, lo que puede tardar unos días. Solo es posible después del cierre del día.',
  refund: 'El dinero vuelve a la tarjeta, lo que puede tardar unos días.',
};

const transactionActions: Labels['transactionActions'] = {
  region: 'Pago',
  title: ({ kind }) => (kind === 'pay' ? 'Venta' : 'Preautorización'),
  terminal: 'Terminal',
  captured: 'Cobrado',
  refunded: 'Reembolsado',
  leftToCapture: 'Pendiente de cobro',
  leftToRefund: 'Disponible para reembolso',
  settlement: 'Cierre del día',
  settled: 'Hecho',
  notSettled: 'Aún no',
  reference: 'Referencia',

  capture: 'Cobrar lo retenido',
  captureText: 'Cobra todo lo retenido o una parte, una sola vez.',
  captureHint: ({ max, rest }) =>
    rest === undefined ? `Hasta ${max}.` : `Hasta ${max}. Los ${rest} restantes no se podrán cobrar después.`,
  captureTooMuch: ({ max }) => `Solo hay ${max} retenidos.`,
  captureButton: ({ amount, terminal }) =>
    amount ? `Cobrar ${amount} en ${terminal}` : 'Cobrar lo retenido',
  giveBack: ({ isHold }) => (isHold ? 'Liberar lo retenido' : 'Devolver dinero'),
  giveBackText: ({ way }) => giveBackTexts[way],
  partLater: 'Podrá devolver una parte después del cierre del día.',
  giveBackHint: ({ max, rest }) =>
    rest === undefined ? `Hasta ${max}.` : `Hasta ${max}. Los ${rest} restantes quedan pagados.`,
  giveBackTooMuch: ({ max }) => `Puede devolver como máximo ${max}.`,
  giveBackButton: ({ amount, isHold }) => {
    if (isHold) return amount ? `Liberar ${amount}` : 'Liberar';
    return amount ? `Devolver ${amount}` : 'Devolver';
  },

  confirmTitle: ({ amount, way }) => (way === 'release' ? `¿Liberar ${amount}?` : `¿Devolver ${amount}?`),
  confirmText: ({ amount, terminal, rest, way }) => {
    switch (way) {
      case 'release':
        return `Se liberan los ${amount} retenidos en ${terminal} y ya no se podrán cobrar. No se puede deshacer.`;
      case 'cancel':
        return `Se cancela la venta de ${amount} en ${terminal} y no se cobra al cliente. No se puede deshacer.`;
      case 'try':
        return `Si aún no es tarde, se cancela la venta de ${amount} en ${terminal} y no se cobra al cliente. No se puede deshacer. Si ya es tarde, todavía no se devuelve nada.`;
      case 'part':
      case 'refund':
        return `Se devuelven ${amount} a la tarjeta del cliente en ${terminal}. ${rest ? `Quedan pagados ${rest}. ` : ''}No se puede deshacer.`;
    }
  },
  confirmDoubt:
    'Puede que un intento anterior sí se completara. Compruébelo antes en el recibo o en la administración.',
  confirmYes: ({ amount, way }) => (way === 'release' ? `Sí, liberar ${amount}` : `Sí, devolver ${amount}`),
  goBack: 'Volver',

  insteadHint:
    'Quizá ya sea tarde para cancelarlo. Puede reembolsarlo en su lugar: el dinero vuelve a la tarjeta, lo que puede tardar unos días.',
  instead: ({ amount }) => `Reembolsar ${amount} en su lugar`,

  voided: 'Se anuló. Ya no se puede hacer nada más con este pago.',
  allRefunded: 'Se reembolsó todo.',
  nothingCaptured: 'No se cobró nada, así que no hay nada que devolver.',
  underWay: 'En otra caja se está haciendo algo con este pago. Espere a que termine.',
  role: 'Usted no puede devolver dinero aquí. Pídaselo a alguien que pueda.',
  terminalGone: ({ terminal }) =>
    `El dinero solo se puede devolver en ${terminal}, que ya no está entre sus terminales.`,

  duplicateTitle: '¿Enviar otra vez el mismo importe?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = sentBefore({ amount, terminal, time });
    return `${sent} ${actionDoubts[phase] ?? 'No es seguro qué pasó.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Sí, cobrar ${amount} otra vez` : `Sí, devolver ${amount} otra vez`,
  busy: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con este pago.`,
  busyElsewhere: ({ terminal }) => `No se envió nada: ${terminal} está ocupado con un pago de otra ventana.`,
  noJournal:
    'No se envió nada: este dispositivo no pudo registrar el pago y su resultado podría perderse. Permita que este sitio guarde datos y vuelva a pulsar.',
  tooSlow: 'No se envió nada: este dispositivo tardó demasiado en registrarlo. Vuelva a pulsar.',
  unreachable:
    'No se envió nada: no hay conexión con el servicio de pagos. Compruebe la conexión de este dispositivo y vuelva a pulsar.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return 'No se envió nada: no queda tanto importe.';
    if (code === 'not-allowed')
      return 'No se envió nada: se hizo, o se está haciendo, otra cosa con este pago.';
    return `No se envió nada: un dato no es válido${field ? ` (${field})` : ''}. Avise a quien administra esta página.`;
  },
  back: 'Volver al pago',
};

const seenOn: Record<ResolutionBasis, string> = {
  'terminal-screen': 'visto en el terminal',
  receipt: 'visto en un recibo',
  'back-office': 'visto en la gestión',
  other: 'sabido por otra vía',
};

const transactionList: Labels['transactionList'] = {
  region: 'Pagos',
  loading: 'Cargando los pagos',
  notLoaded: 'No se han podido cargar los pagos.',
  tryAgain: 'Intentar de nuevo',
  onlyThisBrowser: 'Son los pagos de este dispositivo. Los de otras cajas no están en la lista.',
  headline: ({ taken, givenBack, payments }) =>
    `${taken} cobrados en ${plural(payments, { one: `${payments.text} pago`, other: `${payments.text} pagos` })}${givenBack === undefined ? '' : `, ${givenBack} devueltos`}`,
  onlyGivenBack: ({ givenBack }) => `${givenBack} devueltos`,
  nothingTaken: 'Nada cobrado',

  day: 'Día',
  today: 'Hoy',
  yesterday: 'Ayer',
  anyDay: 'Cualquier día',
  date: 'Fecha',

  search: 'Buscar importe, número de pedido o de pago',
  readAsAmount: ({ amount }) => `Se busca el importe ${amount}`,
  readAsNumber: ({ text }) => `Se busca el número de pedido o de pago «${text}»`,
  searchAmountInstead: ({ amount }) => `Buscar en su lugar el importe ${amount}`,
  searchNumberInstead: ({ text }) => `Buscar en su lugar el número de pedido o de pago «${text}»`,

  filter: 'Mostrar',
  all: 'Todos',
  approved: 'Aprobados',
  notCompleted: 'No completados',
  unknown: 'Aún no se sabe',
  underWay: 'En curso',
  unseen: 'Sin ver',
  givenBack: 'Devueltos',
  terminal: 'Terminal',
  anyTerminal: 'Todos los terminales',
  actor: 'Iniciados por',
  anyActor: 'Cualquiera',
  clear: 'Mostrar todos',

  toLookAt: 'Por favor, revise estos',
  others: 'Todos los demás',
  order: ({ number }) => `Pedido ${number}`,
  more: 'Mostrar más',

  emptyTitle: 'Hoy aún no hay pagos',
  emptyText: 'Aquí aparecerá cada pago y cada devolución, con su resultado.',
  emptyDay: 'No hay pagos en este día.',
  noMatch: 'Ningún pago coincide.',

  download: 'Descargar como tabla (CSV)',
  downloading: 'Preparando la tabla',
  csvFile: ({ day }) => `pagos-${day}.csv`,
  notDownloaded: 'No se ha podido crear la tabla. Elija menos días o inténtelo de nuevo.',

  detailNotLoaded: 'No se pudieron cargar los detalles.',
  history: 'Qué ha pasado',
  startedBy: ({ actor }) =>
    actor === undefined ? 'Enviado al terminal' : `Enviado al terminal por ${actor}`,
  atTerminal: 'En el terminal',
  becameUnknown: 'Aún no se sabe',
  resolved: ({ charged, basis, actor }) =>
    `${actor === undefined ? 'Anotado' : `${actor} anotó`}: ${charged ? 'cobrado' : 'no cobrado'}, ${seenOn[basis]}`,
  approvedBy: ({ actor }) =>
    actor === undefined ? 'Autorizado por otra persona' : `Autorizado por ${actor}`,
  seenBy: ({ actor }) => (actor === undefined ? 'Visto' : `Visto por ${actor}`),
  doubtful: 'Algo no cuadra',
  acknowledge: 'Listo',
  elsewhere: 'Otra caja tiene este pago. Su resultado aparecerá aquí.',
  slip: 'Recibo',
};

/** Spanish, neutral and formal. Not yet reviewed by a native speaker. */
export const es: Labels = {
  amountField,
  attachmentField,
  closeBatch,
  closeDay,
  dayReport,
  linkShare,
  openOperations,
  paymentLinkForm,
  paymentLinkList,
  paymentMirror,
  paymentStatus,
  receipt,
  terminalCheckout,
  terminalPicker,
  transactionActions,
  transactionList,
};
