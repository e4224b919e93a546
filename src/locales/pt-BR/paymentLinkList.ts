import type { PaymentLinkListLabels } from '../../components/payment-link-list/paymentLinkListLabels.ts';
import { plural } from './plural.ts';

/** Statuses that services are known to use; others stand as they come. */
const statuses: Record<string, string> = {
  active: 'Ativo',
  cancelled: 'Cancelado',
  canceled: 'Cancelado',
  draft: 'Rascunho',
  expired: 'Expirado',
  open: 'Aberto',
  partially_paid: 'Pago em parte',
  partially_refunded: 'Reembolsado em parte',
  pending: 'Pendente',
  processing: 'Em processamento',
  refunded: 'Reembolsado',
};

/** Not yet reviewed by a native speaker. */
export const paymentLinkList: PaymentLinkListLabels = {
  title: 'Links de pagamento',
  amount: 'Valor',
  paidAmount: 'Valor pago',
  status: 'Situação',
  reference: 'Referência',
  created: 'Criado em',
  customValues: 'Detalhes',
  id: 'ID',
  actions: 'Ações',
  address: 'Endereço',
  paid: 'Pago',
  unpaid: 'Não pago',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Novo',
  absent: '–',
  noAddress: 'Sem endereço',
  loading: 'Carregando links de pagamento…',
  emptyTitle: 'Ainda não há links de pagamento',
  emptyText: 'Os links que você criar aparecem aqui, com o endereço para compartilhar.',
  emptyPage: 'Não há mais links nesta página.',
  errorTitle: 'Não foi possível carregar os links',
  errorText: 'Os links em si não são afetados. Verifique a conexão e carregue de novo.',
  tryAgain: 'Tentar de novo',
  refresh: 'Atualizar',
  search: 'Buscar nesta página',
  found: (count, of) =>
    plural(of, {
      one: `${count.text} de ${of.text} link desta página`,
      other: `${count.text} de ${of.text} links desta página`,
    }),
  noMatch: 'Nada nesta página coincide. As outras páginas não são pesquisadas.',
  tooMany: (shown, of) => `Os primeiros ${shown.text} de ${of.text} links. Busque para encontrar os outros.`,
  downloadCsv: 'Baixar esta página em CSV',
  csvFile: (page) => `links-de-pagamento-pagina-${page}.csv`,
  pages: 'Páginas',
  page: (page, pages) => `Página ${page.text} de ${pages.text}`,
  previous: 'Anterior',
  next: 'Próxima',
};
