import type { PaymentLinkListLabels } from '../../components/payment-link-list/paymentLinkListLabels.ts';
import { plural } from './plural.ts';

/** Statuses that services are known to use; others stand as they come. */
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

/** Not yet reviewed by a native speaker. */
export const paymentLinkList: PaymentLinkListLabels = {
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
  unpaid: 'Sin pagar',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Nuevo',
  absent: '–',
  noAddress: 'Sin dirección',
  loading: 'Cargando enlaces de pago…',
  emptyTitle: 'Aún no hay enlaces de pago',
  emptyText: 'Aquí aparecerán los enlaces que cree, con la dirección que podrá compartir.',
  emptyPage: 'Ya no hay enlaces en esta página.',
  errorTitle: 'No se pudieron cargar los enlaces',
  errorText: 'Los enlaces no se ven afectados. Compruebe la conexión e inténtelo de nuevo.',
  tryAgain: 'Volver a intentar',
  refresh: 'Actualizar',
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
