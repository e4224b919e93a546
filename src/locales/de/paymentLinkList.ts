import type { PaymentLinkListLabels } from '../../components/payment-link-list/paymentLinkListLabels.ts';
import { plural } from './plural.ts';

/** Statuses that services are known to use; others stand as they come. */
const statuses: Record<string, string> = {
  active: 'Aktiv',
  cancelled: 'Abgebrochen',
  canceled: 'Abgebrochen',
  draft: 'Entwurf',
  expired: 'Abgelaufen',
  open: 'Offen',
  partially_paid: 'Teilweise bezahlt',
  partially_refunded: 'Teilweise erstattet',
  pending: 'Ausstehend',
  processing: 'In Bearbeitung',
  refunded: 'Erstattet',
};

/** Not yet reviewed by a native speaker. */
export const paymentLinkList: PaymentLinkListLabels = {
  title: 'Zahlungslinks',
  amount: 'Betrag',
  paidAmount: 'Bezahlter Betrag',
  status: 'Status',
  reference: 'Referenz',
  created: 'Erstellt',
  customValues: 'Angaben',
  id: 'ID',
  actions: 'Aktionen',
  address: 'Adresse',
  paid: 'Bezahlt',
  unpaid: 'Nicht bezahlt',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Neu',
  absent: '–',
  noAddress: 'Keine Adresse',
  loading: 'Zahlungslinks werden geladen …',
  emptyTitle: 'Noch keine Zahlungslinks',
  emptyText: 'Hier erscheinen die Links, die Sie erstellen, mit der Adresse zum Teilen.',
  emptyPage: 'Auf dieser Seite stehen keine Links mehr.',
  errorTitle: 'Die Links konnten nicht geladen werden',
  errorText: 'Die Links selbst sind davon nicht betroffen. Prüfen Sie die Verbindung, und laden Sie neu.',
  tryAgain: 'Erneut versuchen',
  refresh: 'Aktualisieren',
  search: 'Auf dieser Seite suchen',
  found: (count, of) =>
    plural(of, {
      one: `${count.text} von ${of.text} Link auf dieser Seite`,
      other: `${count.text} von ${of.text} Links auf dieser Seite`,
    }),
  noMatch: 'Auf dieser Seite passt nichts. Andere Seiten werden nicht durchsucht.',
  tooMany: (shown, of) =>
    `Die ersten ${shown.text} von ${of.text} Links. Suchen Sie, um die anderen zu finden.`,
  downloadCsv: 'Diese Seite als CSV herunterladen',
  csvFile: (page) => `zahlungslinks-seite-${page}.csv`,
  pages: 'Seiten',
  page: (page, pages) => `Seite ${page.text} von ${pages.text}`,
  previous: 'Zurück',
  next: 'Weiter',
};
