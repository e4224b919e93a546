import type { Phase } from '../../core/operations/terminalOperation.ts';
import type { TransactionActionsLabels } from '../../components/transaction-actions/transactionActionsLabels.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Das ist durchgegangen.',
  partial: 'Das ist zum Teil durchgegangen.',
  failed: 'Das kam nicht zustande.',
  rejected: 'Der Dienst hat es nicht angenommen.',
};

/** Not yet reviewed by a native speaker. */
export const transactionActions: TransactionActionsLabels = {
  region: 'Transaktion',
  title: ({ kind }) => (kind === 'pay' ? 'Verkauf' : 'Vorautorisierung'),
  terminal: 'Terminal',
  captured: 'Eingezogen',
  refunded: 'Erstattet',
  leftToCapture: 'Noch einziehbar',
  leftToRefund: 'Noch erstattbar',
  settlement: 'Abrechnung',
  settled: 'Abgerechnet',
  notSettled: 'Nicht abgerechnet',
  reference: 'Referenz',

  inDoubt: 'Ob abgerechnet ist, lässt sich hier nicht sagen. Der Dienst nimmt nicht an, was nicht passt.',
  capture: 'Einziehen',
  captureText: 'Zieht ein, was die Vorautorisierung reserviert hat, ganz oder teilweise, einmal.',
  captureHint: ({ max, rest }) =>
    rest === undefined
      ? `Bis zu ${max}.`
      : `Bis zu ${max}. Die übrigen ${rest} lassen sich später nicht einziehen.`,
  captureTooMuch: ({ max }) => `Nur ${max} sind autorisiert.`,
  captureButton: ({ amount, terminal }) => (amount ? `${amount} an ${terminal} einziehen` : 'Einziehen'),
  void: 'Stornieren',
  voidText: ({ isHold }) =>
    isHold
      ? 'Gibt den ganzen reservierten Betrag frei. Es wird nichts abgebucht.'
      : 'Hebt alles vor der Abrechnung auf. Es wird nichts abgebucht.',
  voidTextInDoubt: 'Passt vor der Abrechnung: Hebt alles auf, und es wird nichts abgebucht.',
  voidButton: ({ amount }) => `${amount} stornieren`,
  refund: 'Erstatten',
  refundText: 'Gibt Geld auf die Karte zurück, ganz oder teilweise.',
  refundTextInDoubt: 'Passt nach der Abrechnung: Gibt Geld auf die Karte zurück, ganz oder teilweise.',
  refundHint: ({ max, rest }) =>
    rest === undefined ? `Bis zu ${max}.` : `Bis zu ${max}. Die übrigen ${rest} bleiben bezahlt.`,
  refundTooMuch: ({ max }) => `Nur noch ${max} lassen sich erstatten.`,
  refundButton: ({ amount }) => (amount ? `${amount} erstatten` : 'Erstatten'),

  confirmVoidTitle: ({ amount }) => `Die gesamten ${amount} stornieren?`,
  confirmVoidText: ({ amount, terminal, isHold }) =>
    isHold
      ? `Die an ${terminal} reservierten ${amount} werden freigegeben und lassen sich nicht mehr einziehen. Das lässt sich nicht rückgängig machen.`
      : `Der Verkauf über ${amount} an ${terminal} wird aufgehoben, und dem Kunden wird nichts abgebucht. Das lässt sich nicht rückgängig machen.`,
  confirmVoidYes: ({ amount }) => `Ja, ${amount} stornieren`,
  confirmRefundTitle: ({ amount }) => `${amount} erstatten?`,
  confirmRefundText: ({ amount, terminal, rest }) =>
    `${amount} gehen an ${terminal} auf die Karte des Kunden zurück. ${rest ? `${rest} bleiben bezahlt. ` : ''}Das lässt sich nicht rückgängig machen.`,
  confirmRefundYes: ({ amount }) => `Ja, ${amount} erstatten`,
  goBack: 'Zurück',

  impossible: 'Zurzeit nicht möglich',
  voided: 'Sie wurde storniert. Damit lässt sich nichts mehr tun.',
  notAPreAuthorization: 'Ein Verkauf wird sofort abgebucht. Einziehen lässt sich nur eine Vorautorisierung.',
  alreadyCaptured: ({ amount }) =>
    `${amount} wurden schon eingezogen, und einziehen lässt sie sich nur einmal.`,
  captureSettled: 'Sie ist abgerechnet.',
  voidSettled: 'Sie ist abgerechnet. Erstatten Sie sie.',
  voidRefunded: 'Es wurde schon erstattet. Stornieren lässt sich nur eine unberührte Zahlung.',
  refundNotSettled:
    'Sie ist noch nicht abgerechnet. Ein Teil lässt sich nach der Abrechnung zurückgeben; ein Storno hebt alles auf.',
  allRefunded: 'Alles wurde erstattet.',
  nothingCaptured: 'Es wurde nichts eingezogen, also ist nichts zurückzugeben.',

  duplicateTitle: 'Denselben Betrag noch einmal senden?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = `${amount} an ${terminal} gesendet${time ? ` (${time})` : ''}.`;
    return `${sent} ${doubts[phase] ?? 'Es ist nicht sicher, was daraus geworden ist.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Ja, ${amount} noch einmal einziehen` : `Ja, ${amount} noch einmal erstatten`,
  busy: ({ terminal }) => `Es wurde nichts gesendet: ${terminal} ist mit diesem Vorgang beschäftigt.`,
  busyElsewhere: ({ terminal }) =>
    `Es wurde nichts gesendet: ${terminal} ist mit einem Vorgang aus einem anderen Fenster beschäftigt.`,
  noJournal:
    'Es wurde nichts gesendet: Dieses Gerät konnte den Vorgang nicht aufzeichnen, sein Ergebnis könnte verloren gehen. Erlauben Sie dieser Website, Daten zu speichern, und drücken Sie noch einmal.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount')
      return 'Es wurde nichts gesendet: So viel ist nicht mehr übrig.';
    if (code === 'not-allowed')
      return 'Es wurde nichts gesendet: Mit dieser Transaktion wurde oder wird etwas anderes getan.';
    return `Es wurde nichts gesendet: Die Anfrage ist nicht gültig${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die diese Seite betreut.`;
  },
  back: 'Zurück zur Transaktion',
};
