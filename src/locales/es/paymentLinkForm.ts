import type { PaymentLinkFormLabels } from '../../components/payment-link-form/paymentLinkFormLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const paymentLinkForm: PaymentLinkFormLabels = {
  title: 'Nuevo enlace de pago',
  create: 'Crear enlace de pago',
  creating: 'Creando…',
  restored: 'Esto es lo que había rellenado antes.',
  filesLost: 'Los archivos no se conservan: añádalos de nuevo.',
  startAfresh: 'Empezar de nuevo',

  showBilling: 'Solicitar dirección de facturación',
  showShipping: 'Solicitar dirección de envío',
  applyDiscount: 'Aplicar descuento',
  applyDiscountHint:
    'Resta un porcentaje cuando hay un descuento aplicable y el cliente paga con tarjeta de crédito.',
  discountHint: ({ percent }) => `Quien pague con tarjeta de crédito pagará un ${percent} menos.`,
  flagMissing: 'Es necesario marcar esta casilla.',

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
  notUploaded: 'No se subieron todos los archivos. Primero reinténtelo o quítelos.',

  estimate: 'Estimación',
  amount: 'Importe',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'más impuestos',
  total: 'Total',
  discount: ({ percent }) => `Descuento, ${percent}`,
  cardTotal: 'Con tarjeta de crédito',
  taxRounding: 'Cada impuesto se redondea por separado; la mitad, hacia arriba.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'El descuento se resta del total y se redondea; la mitad, hacia arriba.'
      : 'El descuento es una parte del importe sin impuestos y se redondea; la mitad, hacia arriba.',
  notKnown: '—',

  serviceSays: (sentence) => `El servicio indica: ${sentence}`,
  rejectedTitle: 'No aceptado',
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `No salió de esta página: un dato no es válido${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'El servicio recibe demasiadas solicitudes. Espere un minuto.';
    if (code === 'unauthorized') return 'Su sesión no es válida para esto. Inicie sesión y vuelva a pulsar.';
    if (code === 'too-large') return 'Supera el tamaño que admite el servicio.';
    return `El servicio no indicó el motivo${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Aún no se sabe',
  unknownText:
    'No llegó una respuesta clara, así que el enlace puede haberse creado o no. Nada se vuelve a enviar por sí solo.',
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
  listNotRead: 'No se pudo leer la lista.',
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
