import type { TerminalCheckoutLabels } from '../../components/terminal-checkout/terminalCheckoutLabels.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Diese Zahlung ist durchgegangen.',
  partial: 'Ein Teil wurde genehmigt.',
  failed: 'Diese Zahlung kam nicht zustande.',
  rejected: 'Der Dienst hat sie nicht angenommen.',
  unknown: 'Noch weiß niemand, was daraus geworden ist.',
};

/** Not yet reviewed by a native speaker. */
export const terminalCheckout: TerminalCheckoutLabels = {
  form: 'Neue Zahlung',
  formAuthorize: 'Neue Vorautorisierung',
  orderNumber: 'Bestellnummer',
  orderNumberMissing: 'Geben Sie eine Bestellnummer ein.',
  customValues: 'Angaben',
  choose: 'Bitte wählen …',
  customValueMissing: 'Diese Angabe ist nötig.',
  quickAmounts: 'Schnellbeträge',
  receipt: 'Beleg senden',
  receiptMissing: 'Dieses Kästchen muss angekreuzt sein.',
  email: 'E-Mail',
  phone: 'Telefon',
  emailMissing: 'Geben Sie eine E-Mail-Adresse ein.',
  phoneMissing: 'Geben Sie eine Telefonnummer ein.',
  emailInvalid: 'Geben Sie eine Adresse wie name@example.com ein.',
  phoneInvalid: 'Geben Sie eine Telefonnummer mit ihren Ziffern ein.',
  receiptAddressMissing: 'Geben Sie eine E-Mail-Adresse oder Telefonnummer für den Beleg ein.',
  terminalMissing: 'Wählen Sie ein Terminal.',
  terminalNotLoaded: 'Zuerst muss die Liste der Terminals geladen sein.',

  charge: ({ amount, terminal }) =>
    [amount, terminal && `an ${terminal}`, amount || terminal ? 'kassieren' : 'Kassieren']
      .filter(Boolean)
      .join(' '),
  authorize: ({ amount, terminal }) =>
    [amount, terminal && `an ${terminal}`, amount || terminal ? 'autorisieren' : 'Autorisieren']
      .filter(Boolean)
      .join(' '),
  missingBoth: 'Wählen Sie ein Terminal, und geben Sie einen Betrag ein.',
  missingTerminal: 'Wählen Sie ein Terminal.',
  missingAmount: 'Geben Sie einen Betrag ein.',
  terminalBusy: ({ terminal }) => `${terminal} ist mit einer anderen Zahlung beschäftigt.`,

  confirmTitle: ({ amount, terminal }) => `${amount} an ${terminal} kassieren?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `${amount} an ${terminal} autorisieren?`,
  confirmText: ({ terminal }) => `${terminal} fragt nach der Karte, sobald Sie Ja sagen.`,
  confirmYes: ({ amount }) => `Ja, ${amount} kassieren`,
  confirmAuthorizeYes: ({ amount }) => `Ja, ${amount} autorisieren`,

  duplicateAuthorizeTitle: 'Denselben Betrag noch einmal autorisieren?',
  duplicateTitle: 'Denselben Betrag noch einmal kassieren?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = `${amount} an ${terminal} gesendet${time ? ` (${time})` : ''}.`;
    const said = `Eine Person hat es als ${charged ? 'abgebucht' : 'nicht abgebucht'} vermerkt.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  cancel: 'Abbrechen',
  chargeAgain: ({ amount }) => `Ja, ${amount} noch einmal kassieren`,
  authorizeAgain: ({ amount }) => `Ja, ${amount} noch einmal autorisieren`,
  busyNotice: ({ terminal }) => `Es wurde nichts gesendet: ${terminal} ist mit dieser Zahlung beschäftigt.`,
  busyElsewhere: ({ terminal }) =>
    `Es wurde nichts gesendet: ${terminal} ist mit einer Zahlung aus einem anderen Fenster beschäftigt.`,
  noJournal:
    'Es wurde nichts gesendet: Dieses Gerät konnte die Zahlung nicht aufzeichnen, ihr Ergebnis könnte verloren gehen. Erlauben Sie dieser Website, Daten zu speichern, und drücken Sie noch einmal.',
  refusedField: 'Es wurde nichts gesendet: So lässt sich das nicht senden. Ändern Sie es.',
  refused: ({ field }) =>
    `Es wurde nichts gesendet: Die Anfrage ist nicht gültig${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die diese Seite betreut.`,

  nextCustomer: 'Nächster Kunde',
  takeRest: ({ kind, amount }) => `Die übrigen ${amount} ${kind === 'pay' ? 'kassieren' : 'autorisieren'}`,
  backToSale: 'Zurück zu diesem Verkauf',
  decideLater: 'Später entscheiden',
  decideLaterHint: ({ terminal }) => `${terminal} bleibt bis dahin belegt.`,
};
