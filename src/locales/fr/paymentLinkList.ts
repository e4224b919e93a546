import type { PaymentLinkListLabels } from '../../components/payment-link-list/paymentLinkListLabels.ts';
import { plural } from './plural.ts';

/** Statuses that services are known to use; others stand as they come. */
const statuses: Record<string, string> = {
  active: 'Actif',
  cancelled: 'Annulé',
  canceled: 'Annulé',
  draft: 'Brouillon',
  expired: 'Expiré',
  open: 'Ouvert',
  partially_paid: 'Payé en partie',
  partially_refunded: 'Remboursé en partie',
  pending: 'En attente',
  processing: 'En cours',
  refunded: 'Remboursé',
};

/** Not yet reviewed by a native speaker. */
export const paymentLinkList: PaymentLinkListLabels = {
  title: 'Liens de paiement',
  amount: 'Montant',
  paidAmount: 'Montant payé',
  status: 'Statut',
  reference: 'Référence',
  created: 'Créé le',
  customValues: 'Détails',
  id: 'ID',
  actions: 'Actions',
  address: 'Adresse',
  paid: 'Payé',
  unpaid: 'Non payé',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Nouveau',
  absent: '–',
  noAddress: 'Sans adresse',
  loading: 'Chargement des liens de paiement…',
  emptyTitle: 'Pas encore de liens de paiement',
  emptyText: 'Les liens que vous créez apparaissent ici, avec leur adresse à partager.',
  emptyPage: 'Il n’y a plus de liens sur cette page.',
  errorTitle: 'Les liens n’ont pas pu être chargés',
  errorText: 'Les liens eux-mêmes ne sont pas touchés. Vérifiez la connexion, puis rechargez.',
  tryAgain: 'Réessayer',
  refresh: 'Actualiser',
  search: 'Chercher sur cette page',
  found: (count, of) =>
    plural(of, {
      one: `${count.text} lien sur ${of.text} de cette page`,
      other: `${count.text} sur ${of.text} liens de cette page`,
    }),
  noMatch: 'Rien ne correspond sur cette page. La recherche ne porte pas sur les autres.',
  tooMany: (shown, of) =>
    `Les ${shown.text} premiers liens sur ${of.text}. Cherchez pour trouver les autres.`,
  downloadCsv: 'Télécharger cette page en CSV',
  csvFile: (page) => `liens-de-paiement-page-${page}.csv`,
  pages: 'Pagination',
  page: (page, pages) => `Page ${page.text} sur ${pages.text}`,
  previous: 'Précédente',
  next: 'Suivante',
};
