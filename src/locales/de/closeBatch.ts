import type { CloseBatchLabels } from '../../components/close-batch/closeBatchLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const closeBatch: CloseBatchLabels = {
  title: 'Kassenschnitt',
  settles: ({ terminal }) => `Für alles, was an ${terminal} eingezogen wurde, beginnt die Abrechnung.`,
  endsVoids: 'Von da an können diese Zahlungen erstattet, aber nicht mehr storniert werden.',
  isFinal: 'Das lässt sich nicht rückgängig machen.',

  open: 'Offen an diesem Terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Ein Vorgang hat noch kein Ergebnis. Sobald er eines hat, ist der Kassenschnitt möglich.',
      other: `${count.text} Vorgänge haben noch kein Ergebnis. Sobald sie eines haben, ist der Kassenschnitt möglich.`,
    }),
  notInTheWay: 'Seit mehr als einem Tag ohne bekanntes Ergebnis; der Kassenschnitt wartet nicht darauf.',

  close: 'Kassenschnitt durchführen',
  confirmTitle: ({ terminal }) => `Kassenschnitt an ${terminal} durchführen?`,
  confirmText:
    'Die Abrechnung beginnt, und aus Stornos werden Erstattungen. Das lässt sich nicht rückgängig machen.',
  confirmYes: 'Ja, Kassenschnitt durchführen',
  goBack: 'Zurück',
  done: 'Fertig',

  busyElsewhere: ({ terminal }) =>
    `Es wurde nichts gesendet: ${terminal} ist mit einem Vorgang aus einem anderen Fenster beschäftigt.`,
  noJournal:
    'Es wurde nichts gesendet: Dieses Gerät konnte den Vorgang nicht aufzeichnen, sein Ergebnis könnte verloren gehen. Erlauben Sie dieser Website, Daten zu speichern, und drücken Sie noch einmal.',
  refused: ({ field }) =>
    `Es wurde nichts gesendet: Die Anfrage ist nicht gültig${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die diese Seite betreut.`,
};
