import type { PaymentLinkFormLabels } from '../../components/payment-link-form/paymentLinkFormLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const paymentLinkForm: PaymentLinkFormLabels = {
  title: 'Neuer Zahlungslink',
  create: 'Zahlungslink erstellen',
  creating: 'Wird erstellt …',
  restored: 'Das hatten Sie zuvor ausgefüllt.',
  filesLost: 'Dateien werden nicht aufbewahrt: Fügen Sie sie neu hinzu.',
  startAfresh: 'Neu beginnen',

  showBilling: 'Rechnungsadresse erfragen',
  showShipping: 'Lieferadresse erfragen',
  applyDiscount: 'Rabatt anwenden',
  applyDiscountHint: 'Zieht einen Prozentsatz ab, wenn ein Rabatt gilt und der Kunde mit Kreditkarte zahlt.',
  discountHint: ({ percent }) => `Wer mit Kreditkarte zahlt, zahlt ${percent} weniger.`,
  flagMissing: 'Dieses Kästchen muss angekreuzt sein.',

  taxes: 'Steuern',
  taxAmount: 'Steuern (Betrag)',
  taxesByList: 'Aus der Liste wählen',
  taxesByAmount: 'Betrag eingeben',
  taxesMissing: 'Geben Sie an, welche Steuern anfallen.',

  customValues: 'Weitere Angaben',
  addCustomValue: 'Angabe hinzufügen',
  customKey: 'Art der Angabe',
  otherKey: 'Andere …',
  freeKey: 'Bezeichnung',
  freeValue: 'Wert',
  freeRow: (position) => `Angabe ${position.text}`,
  choose: 'Bitte wählen …',
  moveUp: (label) => `${label} nach oben`,
  moveDown: (label) => `${label} nach unten`,
  moved: ({ label, position, count }) => `${label} steht jetzt an Stelle ${position.text} von ${count.text}.`,
  removeCustomValue: (label) => `${label} entfernen`,
  removed: (label) => `${label} wurde entfernt.`,
  valueMissing: 'Geben Sie einen Wert ein.',
  choiceMissing: 'Wählen Sie etwas aus.',
  numberWanted: 'Geben Sie eine Zahl ein, etwa 12 oder 12.5.',
  dateWanted: 'Geben Sie ein Datum ein.',
  keyMissing: 'Geben Sie eine Bezeichnung ein.',
  keyRepeated: 'Diese Bezeichnung gibt es schon.',
  customValuesMissing: 'Fügen Sie eine Angabe hinzu.',

  givenFiles: 'Schon angehängte Dateien',
  namelessFile: (number) => `Datei ${number.text}`,
  attachmentsMissing: 'Fügen Sie eine Datei hinzu.',
  stillUploading: 'Warten Sie, bis alle Dateien hochgeladen sind, oder entfernen Sie die übrigen.',
  notUploaded:
    'Nicht alle Dateien wurden hochgeladen. Laden Sie sie zuerst erneut hoch, oder entfernen Sie sie.',

  estimate: 'Voraussichtlich',
  amount: 'Betrag',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'zuzüglich Steuern',
  total: 'Summe',
  discount: ({ percent }) => `Rabatt, ${percent}`,
  cardTotal: 'Mit Kreditkarte',
  taxRounding: 'Jede Steuer wird für sich gerundet, kaufmännisch.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'Der Rabatt wird von der Summe abgezogen und kaufmännisch gerundet.'
      : 'Der Rabatt ist ein Anteil am Betrag vor Steuern, kaufmännisch gerundet.',
  notKnown: '—',

  serviceSays: (sentence) => `Der Dienst meldet: ${sentence}`,
  rejectedTitle: 'Nicht angenommen',
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `Es hat diese Seite nicht verlassen: Eine Angabe ist nicht gültig${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited')
      return 'Der Dienst erhält zurzeit zu viele Anfragen. Warten Sie eine Minute.';
    if (code === 'unauthorized')
      return 'Ihre Anmeldung gilt dafür nicht. Melden Sie sich an, und drücken Sie noch einmal.';
    if (code === 'too-large') return 'Es ist größer, als der Dienst annimmt.';
    return `Der Dienst hat keinen Grund genannt${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Noch nicht bekannt',
  unknownText:
    'Es kam keine klare Antwort, der Link kann also erstellt worden sein oder nicht. Von selbst wird nichts noch einmal gesendet.',
  unknownLook: 'Suchen Sie ihn in Ihrer Liste der Zahlungslinks.',
  unknownFound: 'Ist er dort, teilen Sie diesen.',
  unknownNotFound: 'Nur wenn er dort nicht ist, erstellen Sie ihn noch einmal.',
  lookInList: 'In der Liste suchen',
  looking: 'Wird gesucht …',
  foundLike: ({ count, amount }) =>
    plural(count, {
      one: `In der Liste steht ein neuer Link über ${amount}. Ist es dieser?`,
      other: `In der Liste stehen ${count.text} neue Links über ${amount}. Welcher ist es?`,
    }),
  noneLike: ({ amount }) =>
    `In der Liste steht kein neuer Link über ${amount}. Er kann noch kommen: Sehen Sie in einer Minute wieder nach.`,
  listNotRead: 'Die Liste konnte nicht gelesen werden.',
  isThisOne: (reference) => `Es ist ${reference}`,
  isListed: 'Er steht in der Liste',
  isNotListed: 'Er steht nicht in der Liste',

  createdTitle: 'Zahlungslink erstellt',
  amountSent: (amount) => `Gesendet mit dem Betrag ${amount}`,
  createdText: 'Geben Sie diese Adresse Ihrem Kunden.',
  foundText:
    'Der Dienst hat nicht gesagt, welchen Link er erstellt hat. Dieser ist der einzige passende neue in Ihrer Liste: Teilen Sie seine Adresse.',
  unconfirmedLooking: 'Der Dienst hat keine Adresse zurückgegeben. Der Link wird in Ihrer Liste gesucht …',
  unconfirmedText:
    'Der Dienst hat keine Adresse zurückgegeben. Sie finden den Link samt Adresse in Ihrer Liste der Zahlungslinks.',
  unconfirmedSeveral: ({ count }) =>
    plural(count, {
      one: 'Der Dienst hat keine Adresse zurückgegeben, und ein neuer Link in Ihrer Liste sieht so aus. Suchen Sie ihn dort.',
      other: `Der Dienst hat keine Adresse zurückgegeben, und ${count.text} neue Links in Ihrer Liste sehen so aus; daher wird keiner gezeigt. Suchen Sie dort den Ihren.`,
    }),
  unconfirmedNone:
    'Der Dienst hat keine Adresse zurückgegeben, und der Link steht noch nicht in Ihrer Liste.',
  lookAgain: 'Noch einmal nachsehen',
  unsafeAddress:
    'Der Dienst hat keine Adresse genannt, die sich sicher öffnen lässt. Sehen Sie in Ihrer Liste der Zahlungslinks nach.',
  reference: 'Referenz',
  status: 'Status',
  created: 'Erstellt',
  createAnother: 'Weiteren erstellen',
};
