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

/** Two forms: `one` (1) and `other`. */
const plural = /*#__PURE__*/ pluralIn('de');

const amountField: Labels['amountField'] = {
  label: 'Betrag',
  empty: 'Geben Sie einen Betrag ein.',
  invalidCharacter: 'Verwenden Sie nur Ziffern und ein einziges Dezimaltrennzeichen.',
  mixedDigits: 'Verwenden Sie nur eine Art von Ziffern.',
  badGrouping: ({ example }) =>
    `Die Trennzeichen passen nicht. Schreiben Sie den Betrag wie ${example} oder ohne Trennzeichen.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Diese Währung hat keine Nachkommastellen.'
      : plural(digits, {
          one: `Verwenden Sie höchstens ${digits.text} Nachkommastelle.`,
          other: `Verwenden Sie höchstens ${digits.text} Nachkommastellen.`,
        }),
  negative: 'Der Betrag darf nicht negativ sein.',
  tooSmall: ({ min }) => `Der kleinste Betrag ist ${min}.`,
  tooLarge: ({ max }) => `Der größte Betrag ist ${max}.`,
  currencyMismatch: ({ currency }) => `Beträge sind hier in ${currency}.`,
  inexact: 'Der Zahlungsdienst kann die letzte Ziffer nicht annehmen. Runden Sie den Betrag.',
  unreadable: 'Der vorausgefüllte Betrag ist nicht lesbar. Geben Sie ihn ein.',
  keypad: 'Zifferntasten',
  decimalKey: 'Dezimaltrennzeichen',
  deleteKey: 'Letzte Ziffer löschen',
};

const statusWords: Record<UploadFile['status'], string> = {
  checking: 'Wird geprüft',
  waiting: 'Wartet',
  uploading: 'Wird hochgeladen',
  done: 'Hochgeladen',
  failed: 'Nicht hochgeladen',
  refused: 'Nicht hinzugefügt',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'Dem Dienst ist sie zu groß.',
  'wrong-type': 'Der Dienst nimmt diesen Dateityp nicht an.',
  unanswered: 'Der Dienst hat nicht geantwortet.',
  other: 'Der Dienst konnte sie nicht annehmen.',
};

const files = (count: Count) => plural(count, { one: `${count.text} Datei`, other: `${count.text} Dateien` });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'Ein Ordner kann nicht angehängt werden. Fügen Sie die Dateien darin hinzu.',
  empty: () => 'Die Datei ist leer.',
  'wrong-type': ({ types }) => `Möglich sind: ${types}.`,
  'too-large': ({ maxSize }) => `Größer als ${maxSize}.`,
  'too-many': ({ maxFiles }) => `Höchstens ${files(maxFiles)} können angehängt werden.`,
  'total-too-large': ({ maxTotalSize }) => `Alle Dateien zusammen wären größer als ${maxTotalSize}.`,
  unreadable: () => 'Sie wurde geändert oder ist nicht lesbar. Wählen Sie sie neu aus.',
  'wrong-content': () => 'Der Inhalt passt nicht zum Dateityp.',
  duplicate: () => 'Ist schon angehängt.',
};

const attachmentField: Labels['attachmentField'] = {
  label: 'Anhänge',
  addFiles: 'Dateien hinzufügen',
  dropHint: 'oder hierher ziehen oder hier einfügen',
  dropNow: 'Zum Hinzufügen loslassen',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Bis zu ${files(maxFiles)} mit je höchstens ${maxSize}${maxTotalSize === undefined ? '' : `, zusammen ${maxTotalSize}`}.`,
  list: 'Hinzugefügte Dateien',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Hochladen von ${file}`,
  retry: 'Erneut versuchen',
  retryFile: (file) => `${file} erneut hochladen`,
  removeFile: (file) => `${file} entfernen`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) =>
    plural(count, {
      one: `${count.text} Datei wird hochgeladen.`,
      other: `${count.text} Dateien werden hochgeladen.`,
    }),
  step: (percent) => `${percent} hochgeladen.`,
  ended: ({ done, failed }) =>
    failed.value === 0
      ? `${files(done)} hochgeladen.`
      : `${files(done)} hochgeladen, ${failed.text} nicht hochgeladen.`,
  refused: (count) => `${files(count)} nicht hinzugefügt.`,
};

const closeBatch: Labels['closeBatch'] = {
  title: 'Kassenschnitt',
  settles: ({ terminal }) => `Alle Zahlungen an ${terminal} werden zur Auszahlung eingereicht.`,
  endsVoids: 'Danach können Sie sie erstatten, aber nicht mehr stornieren.',
  isFinal: 'Das lässt sich nicht rückgängig machen.',

  open: 'Offen an diesem Terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Eine Zahlung hat noch kein Ergebnis. Sobald sie eines hat, ist der Kassenschnitt möglich.',
      other: `${count.text} Zahlungen haben noch kein Ergebnis. Sobald sie eines haben, ist der Kassenschnitt möglich.`,
    }),
  notInTheWay: 'Seit mehr als einem Tag ohne bekanntes Ergebnis; der Kassenschnitt wartet nicht darauf.',
  nothingSince: ({ time }) => `Abgeschlossen: ${time}. Keine neuen Zahlungen bekannt.`,

  close: 'Kassenschnitt durchführen',
  confirmTitle: ({ terminal }) => `Kassenschnitt an ${terminal} durchführen?`,
  confirmText: 'Das Terminal beginnt, sobald Sie Ja sagen.',
  confirmYes: 'Ja, Kassenschnitt durchführen',
  goBack: 'Zurück',
  done: 'Fertig',

  busyElsewhere: ({ terminal }) =>
    `Es wurde nichts gesendet: ${terminal} ist mit einer Zahlung aus einem anderen Fenster beschäftigt.`,
  noJournal:
    'Es wurde nichts gesendet: Dieses Gerät konnte den Kassenschnitt nicht aufzeichnen, sein Ergebnis könnte verloren gehen. Erlauben Sie dieser Website, Daten zu speichern, und drücken Sie noch einmal.',
  tooSlow:
    'Es wurde nichts gesendet: Dieses Gerät war zu langsam, um den Kassenschnitt aufzuzeichnen. Drücken Sie noch einmal.',
  unreachable:
    'Es wurde nichts gesendet: Die Verbindung zum Zahlungsdienst ist unterbrochen. Prüfen Sie die Verbindung dieses Geräts und drücken Sie noch einmal.',
  refused: ({ field }) =>
    `Es wurde nichts gesendet: Eine Angabe ist nicht gültig${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die diese Seite betreut.`,
};

const closeDay: Labels['closeDay'] = {
  title: 'Kassenschnitt',
  loading: 'Wird geladen …',
  notLoaded: 'Nicht alle Terminals und Zahlungen konnten geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  onlyThisDevice:
    'Gezählt sind nur die Zahlungen dieses Geräts; abgeschlossene Tage werden nicht aufbewahrt.',
  empty: 'Noch keine Terminals. Hier steht jedes Terminal des Ladens.',
  payments: ({ count }) => plural(count, { one: `${count.text} Zahlung`, other: `${count.text} Zahlungen` }),
  nothingTaken: 'Noch nichts eingenommen',
  nothingSince: 'Nichts Neues',
  notKnown: 'Zahlungen nicht geladen',
  neverClosed: 'Noch kein Kassenschnitt',
  unlisted:
    'Nicht mehr in Ihrer Liste. Lässt es sich hier nicht abschließen, fragen Sie Ihren Zahlungsanbieter.',
  lastClosed: ({ time, number }) =>
    number === undefined
      ? `Letzter Kassenschnitt: ${time}`
      : `Letzter Kassenschnitt: ${time}, Nr.\u00a0${number}`,
  number: ({ number }) => `Nr.\u00a0${number}`,
  close: 'Abschließen',
  closeTerminal: ({ terminal }) => `Abschließen: Kassenschnitt an ${terminal}`,
  closeAll: ({ count }) =>
    plural(count, {
      one: `${count.text} Terminal abschließen`,
      other: `${count.text} Terminals abschließen`,
    }),
  confirmTitle: ({ count }) =>
    plural(count, {
      one: `Kassenschnitt an ${count.text} Terminal durchführen?`,
      other: `Kassenschnitt an ${count.text} Terminals durchführen?`,
    }),
  settles: 'Alle ihre Zahlungen werden zur Auszahlung eingereicht.',
  allClosed: 'Alles ist abgeschlossen.',
  nothingToClose: 'Heute gibt es nichts abzuschließen.',
  more: 'Weitere Terminals anzeigen',
  held: 'Reserviert, noch nicht abgebucht',

  forgotten: ({ day }) => `Nicht abgeschlossen: ${day}.`,
  closeLate: ({ day }) => `${day} abschließen`,
  lateTitle: ({ day, terminal }) => `${day} an ${terminal} jetzt abschließen?`,
  lateText:
    'Der Tag behält sein eigenes Datum und bekommt die nächste Nummer. An das Terminal wird nichts gesendet.',
  lateDayFailed:
    'Der frühere Tag konnte nicht abgeschlossen werden, und an das Terminal wurde nichts gesendet. Versuchen Sie es noch einmal.',
};

const dayReport: Labels['dayReport'] = {
  title: 'Tagesbericht',
  number: ({ number }) => `Nr.\u00a0${number}`,
  day: 'Tag',
  today: 'Heute',
  yesterday: 'Gestern',
  date: 'Anderer Tag',
  loading: 'Wird gezählt …',
  notLoaded: 'Der Bericht konnte nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  onlyThisDevice: 'Gezählt sind nur die Zahlungen dieses Geräts. Andere Kassen fehlen im Bericht.',
  emptyToday: 'Heute noch keine Zahlungen',
  emptyDay: 'Keine Zahlungen an diesem Tag',
  emptyText: 'Hier steht, was eingenommen und zurückgegeben wurde.',
  soFar: ({ time }) => `Bisher, bis ${time}`,
  from: ({ time }) => `Der Tag beginnt um ${time}`,
  closed: ({ time, actor }) =>
    actor === undefined ? `Abgeschlossen: ${time}` : `Abgeschlossen: ${time}, von ${actor}`,
  notKept: 'Dieses Gerät bewahrt keine abgeschlossenen Tage auf.',
  asClosed: 'So war es beim Kassenschnitt. In keiner Summe enthalten.',
  corrections: 'Korrekturen',
  correctionsText: 'Erst nach dem Kassenschnitt bekannt geworden. In keiner der Summen oben enthalten.',

  net: 'Netto',
  taken: 'Eingenommen',
  tips: 'Trinkgeld',
  extra: 'Mehr als angefordert',
  givenBack: 'Zurückgegeben',
  partly: 'Teilweise genehmigt',
  partlyOf: ({ approved, asked }) => `${approved} von ${asked}`,
  byHand: 'Von jemandem festgehalten',
  count: ({ count }) => plural(count, { one: `${count.text} Zahlung`, other: `${count.text} Zahlungen` }),
  unknownText: 'In keiner Summe enthalten. Die Summen können sich noch ändern.',
  held: 'Reserviert, noch nicht abgebucht',
  heldText: 'In keiner Summe enthalten, bis der Betrag eingezogen ist.',
  legs: 'Auf anderem Weg bezahlt',
  legsText: 'In keiner Summe enthalten: es lief nicht über ein Terminal.',
  terminals: 'Nach Terminal',
  list: 'Alle Zahlungen',
  listLoading: 'Zahlungen werden geladen …',
  print: 'Drucken',
};

const linkShare: Labels['linkShare'] = {
  copyLink: 'Link kopieren',
  copied: 'Kopiert',
  copiedSentence: 'Der Link wurde kopiert.',
  refused: 'Ihr Browser hat das Kopieren nicht erlaubt. Die Adresse ist markiert: Kopieren Sie sie von Hand.',
  address: 'Adresse des Links',
  openLink: 'Link öffnen',
  share: 'Teilen …',
  shareFailed: 'Ihr Browser konnte ihn nicht teilen. Die Adresse ist markiert: Kopieren Sie sie von Hand.',
  showQrCode: 'QR-Code anzeigen',
  hideQrCode: 'QR-Code ausblenden',
  qrCode: 'QR-Code des Links',
  qrCodeFailed: 'Der QR-Code konnte nicht gezeichnet werden. Verwenden Sie die Adresse.',
  close: 'Schließen',
};

const kinds: Record<MoneyOperation, string> = {
  pay: 'Verkauf',
  preAuth: 'Vorautorisierung',
  capture: 'Einzug',
  void: 'Storno',
  refund: 'Erstattung',
  closeBatch: 'Kassenschnitt',
};

const openOperations: Labels['openOperations'] = {
  title: 'Offene Zahlungen',
  loading: 'Offene Zahlungen werden gesucht …',
  emptyTitle: 'Nichts ist offen',
  emptyText: 'Alles, was hier begonnen wurde, hat ein Ergebnis, und jemand hat es gesehen.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Wird gesendet',
  waiting: 'Am Terminal',
  since: ({ time }) => `seit ${time}`,
  otherOperator: 'Andere Person',
  busySince: ({ time }) => `beschäftigt seit ${time}`,
  acknowledge: 'Erledigt',
  more: 'Mehr anzeigen',
  shown: ({ shown, count }) => `${shown.text} von ${count.text} werden gezeigt`,
};

const approval: ApprovalLabels = {
  approvalTitle: 'Freigabe nötig',
  approvalCode: 'Freigabecode',
  approve: 'Freigeben und senden',
  approvalCancel: 'Abbrechen',
  approvalMissing: 'Geben Sie den Code ein.',
  approvalWrong: 'Der Code wurde nicht angenommen.',
};

const paymentLinkForm: Labels['paymentLinkForm'] = {
  title: 'Neuer Zahlungslink',
  create: ({ amount }) => (amount ? `Link über ${amount} erstellen` : 'Zahlungslink erstellen'),
  creating: 'Wird erstellt …',
  restored: 'Das hatten Sie zuvor ausgefüllt.',
  filesLost: 'Dateien werden nicht aufbewahrt: Fügen Sie sie neu hinzu.',
  startAfresh: 'Neu beginnen',

  add: 'Hinzufügen',
  addFiles: 'Dateien',
  addBilling: 'Rechnungsadresse',
  addShipping: 'Lieferadresse',
  addDiscount: 'Rabatt',
  showBilling: 'Rechnungsadresse erfragen',
  showShipping: 'Lieferadresse erfragen',
  applyDiscount: 'Rabatt anwenden',
  applyDiscountHint: 'Zieht einen Prozentsatz ab, wenn ein Rabatt gilt und der Kunde mit Kreditkarte zahlt.',
  discountHint: ({ percent }) => `Wer mit Kreditkarte zahlt, zahlt ${percent} weniger.`,
  flagMissing: 'Kreuzen Sie das an, um fortzufahren.',

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
  notUploaded: 'Laden Sie jede nicht hochgeladene Datei erneut hoch, oder entfernen Sie sie.',

  estimate: 'Voraussichtlich',
  amount: 'Betrag',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'zuzüglich Steuern',
  total: 'Summe',
  discount: ({ percent }) => `Rabatt, ${percent}`,
  cardTotal: 'Mit Kreditkarte',
  taxRounding: 'Jede Steuer wird für sich gerundet.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'Der Rabatt wird von der Summe abgezogen und gerundet.'
      : 'Der Rabatt ist ein Anteil am Betrag vor Steuern, gerundet.',
  notKnown: '—',

  serviceSays: (sentence) => `Der Dienst meldet: ${sentence}`,
  rejectedTitle: 'Nicht angenommen',
  rejectedText: 'Es wurde kein Link erstellt.',
  ...approval,
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `Es hat diese Seite nicht verlassen: Eine Angabe ist nicht gültig${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'Der Dienst ist gerade überlastet. Warten Sie eine Minute.';
    if (code === 'unauthorized')
      return 'Ihre Anmeldung erlaubt das nicht. Melden Sie sich an, und drücken Sie noch einmal.';
    if (code === 'too-large') return 'Es ist größer, als der Dienst annimmt.';
    return `Der Dienst hat keinen Grund genannt${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Noch nicht bekannt',
  unknownText:
    'Wir bekamen keine klare Antwort, der Link kann also da sein oder nicht. Von selbst wird nichts noch einmal gesendet.',
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
  listNotRead: 'Wir konnten die Liste nicht lesen.',
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

/** Statuses that services are known to use. Other statuses are shown unchanged. */
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

const paymentLinkList: Labels['paymentLinkList'] = {
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
  unpaid: 'Offen',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Neu',
  absent: '—',
  noAddress: 'Keine Adresse',
  loading: 'Zahlungslinks werden geladen …',
  emptyTitle: 'Noch keine Zahlungslinks',
  emptyText: 'Hier erscheinen die Links, die Sie erstellen, mit der Adresse zum Teilen.',
  emptyPage: 'Auf dieser Seite stehen keine Links mehr.',
  errorTitle: 'Die Links konnten nicht geladen werden',
  errorText: 'Die Links selbst sind davon nicht betroffen. Prüfen Sie die Verbindung, und laden Sie neu.',
  errorAnswered: 'Die Links selbst sind davon nicht betroffen. Versuchen Sie es gleich noch einmal.',
  serviceSays: paymentLinkForm.serviceSays,
  tryAgain: 'Erneut versuchen',
  refresh: 'Aktualisieren',
  open: ({ count, amount, isPart }) =>
    [
      (count.value === 0 ? 'Nichts offen' : `${count.text} offen`) + (isPart ? ' auf dieser Seite' : ''),
      count.value > 0 && amount,
    ]
      .filter(Boolean)
      .join(', '),
  filter: 'Auf dieser Seite zeigen',
  all: 'Alle',
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

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Genehmigt',
  preAuth: 'Autorisiert',
  capture: 'Eingezogen',
  void: 'Storniert',
  refund: 'Erstattet',
  closeBatch: 'Kassenschnitt erfolgt',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'genehmigt',
  preAuth: 'autorisiert',
  capture: 'eingezogen',
  refund: 'erstattet',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'wurden nicht eingezogen',
  refund: 'wurden nicht erstattet',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'Wir wissen noch nicht, ob die Karte belastet wurde',
  preAuth: 'Wir wissen noch nicht, ob der Betrag autorisiert wurde',
  capture: 'Wir wissen noch nicht, ob der Betrag eingezogen wurde',
  void: 'Wir wissen noch nicht, ob die Zahlung storniert wurde',
  refund: 'Wir wissen noch nicht, ob die Erstattung erfolgt ist',
  closeBatch: 'Wir wissen noch nicht, ob der Kassenschnitt erfolgt ist',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'die Zahlung',
  preAuth: 'die Vorautorisierung',
  capture: 'den Einzug',
  void: 'das Storno',
  refund: 'die Erstattung',
  closeBatch: 'den Kassenschnitt',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'auf dem Bildschirm des Terminals',
  receipt: 'auf dem Beleg',
  'back-office': 'im Backoffice',
  other: 'an anderer Stelle',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

const paymentStatus: Labels['paymentStatus'] = {
  region: 'Status der Zahlung',
  nothing: 'Hier ist keine Zahlung zu zeigen.',

  stepSent: 'Gesendet',
  stepTerminal: 'Am Terminal',
  stepResult: 'Ergebnis',
  elapsed: 'Bisherige Dauer',
  sendingNow: ({ terminal }) => `Wird an ${terminal} gesendet.`,
  waitingNow: ({ kind, terminal }) =>
    takesCard(kind) ? `${terminal} fragt gleich nach der Karte.` : `${terminal} beginnt gleich.`,
  processingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Die Karte kann jetzt an ${terminal} vorgehalten, gesteckt oder durchgezogen werden.`
      : `${terminal} arbeitet daran.`,

  stalled: ({ terminal }) =>
    `Wir haben noch keinen Beginn gesehen. Prüfen Sie, ob ${terminal} eingeschaltet, verbunden und frei ist.`,
  freshness: ({ last, next }) => {
    const ago = last && (last.value < 1 ? 'gerade eben' : `vor ${last.text} s`);
    const asked = ago === undefined ? 'Noch nicht abgefragt' : `Zuletzt abgefragt ${ago}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'Abfrage läuft' : `nächste Abfrage in ${next.text} s`}.`;
  },

  notDurable: 'Nach einem Neuladen ist diese Zahlung nicht mehr auffindbar. Lassen Sie diese Seite geöffnet.',
  degraded:
    'Verbindungsprobleme. Das Terminal macht ohne uns weiter, und wir fragen weiter nach dem Ergebnis.',
  lastAnswer: ({ time }) => `Letzte Antwort: ${time}.`,
  slowed: 'Der Dienst hat gebeten, seltener abzufragen. Die Zahlung selbst dauert nicht länger.',
  nextCheck: ({ time }) => `Nächste Abfrage: ${time}.`,
  needsAuth:
    'Ihre Anmeldung ist abgelaufen, wir können das Ergebnis nicht lesen. Die Zahlung läuft weiter. Melden Sie sich an, um es zu sehen.',
  takingLong: 'Dauert es lange?',
  checkNow: 'Jetzt abfragen',
  checking: 'Wird abgefragt …',
  checkIn: ({ seconds }) =>
    plural(seconds, {
      one: `Abfrage in ${seconds.text} Sekunde.`,
      other: `Abfrage in ${seconds.text} Sekunden.`,
    }),
  stopWaiting: 'Nicht länger warten (bricht die Zahlung nicht ab)',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked
      ? `${approved} von ${asked} ${done[kind] ?? ''}`.trim()
      : `Teilweise ${done[kind] ?? ''}`.trim(),
  askedFor: 'Angefordert',
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'sind noch offen'}.`,
  withTip: ({ tip }) => `Mit ${tip} Trinkgeld.`,
  authorizedSentence: 'Der Betrag ist reserviert, nicht abgebucht. Ziehen Sie ihn ein, um ihn zu erhalten.',
  batchClosedSentence: 'Die Auszahlung ist angestoßen. Wann sie fertig ist, sehen Sie hier nicht.',
  failedTitle: 'Nicht abgeschlossen',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Bitten Sie um eine andere Karte oder eine andere Zahlungsart.'
      : 'Prüfen Sie die Zahlung im Backoffice.',
  rejectedTitle: 'Nicht angenommen',
  rejectedSentence: 'Der Zahlungsdienst hat das nicht angenommen. Es ist nichts geschehen.',
  rejectedAdvice: 'Prüfen Sie Ihre Angaben, bevor Sie noch einmal senden.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `Er ist gerade überlastet. Warten Sie ${seconds.text} Sekunde.`,
      other: `Er ist gerade überlastet. Warten Sie ${seconds.text} Sekunden.`,
    }),
  rejectedSignIn: 'Ihre Anmeldung erlaubt das nicht. Melden Sie sich an, und beginnen Sie neu.',
  notArrived: 'Das ist nicht durchgekommen. Es ist nichts geschehen.',
  keptBack: ({ code, field }) => {
    if (code === 'terminal-busy')
      return 'Es wurde nichts gesendet: An diesem Terminal läuft eine andere Zahlung, oder ihr Ergebnis ist noch nicht bekannt. Warten Sie auf ihr Ergebnis. Kommt keines, öffnen Sie jene Zahlung und drücken Sie, was Sie gesehen haben. Senden Sie dann diese noch einmal.';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return 'Es wurde nichts gesendet: Damit würde mehr kassiert als die Summe der Bestellung. Ist das gewollt, senden Sie es noch einmal.';
    if (code === 'needs-confirmation')
      return 'Es wurde nichts gesendet: Derselbe Betrag wurde vor Kurzem schon gesendet. Ist das gewollt, senden Sie ihn noch einmal.';
    if (code === 'needs-approval')
      return field
        ? 'Es wurde nichts gesendet: Der Code wurde nicht angenommen.'
        : 'Es wurde noch nichts gesendet.';
    return field === 'amount'
      ? 'Es wurde nichts gesendet: So viel ist nicht mehr übrig.'
      : 'Es wurde nichts gesendet: Nach dem, was vorher geschehen ist, geht das mit dieser Zahlung nicht.';
  },
  ...approval,
  notSent: 'Es hat diese Seite nicht verlassen. Es ist nichts geschehen.',
  notSentReason: ({ code, field }) => {
    const what =
      code === 'configuration'
        ? 'Diese Seite ist nicht richtig eingerichtet'
        : 'Eine Angabe ist nicht gültig';
    return `${what}${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die sie betreut.`;
  },
  resolvedTitle: ({ kind, charged, approved, asked }) => {
    const part = approved && asked ? `: ${approved} von ${asked}` : '';
    if (takesCard(kind)) return charged ? `Als abgebucht vermerkt${part}` : 'Als nicht abgebucht vermerkt';
    return charged ? `Als ausgeführt vermerkt${part}` : 'Als nicht ausgeführt vermerkt';
  },
  resolvedSentence: ({ basis }) =>
    `Jemand von hier hat es ${bases[basis]} gesehen. Der Dienst hat es nicht bestätigt.`,

  unknownTitle: 'Noch nicht bekannt',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'Es wurde gesendet, und es kam keine Antwort.',
  reasonBadResponse: 'Es kam eine Antwort, die wir nicht lesen konnten.',
  reasonConflict: 'Der Dienst meldet, dass das Terminal beschäftigt ist, vielleicht mit eben dieser Zahlung.',
  reasonHttpError: 'Der Dienst hatte selbst ein Problem.',
  reasonRedirect: 'Die Antwort verwies auf eine andere Adresse, der wir nicht folgten.',
  reasonReloaded: 'Diese Seite wurde geschlossen oder neu geladen, bevor die Antwort kam.',
  reasonServiceTimeout: 'Der Dienst hat aufgehört, auf das Terminal zu warten.',
  reasonStopped: 'Jemand hat hier nicht länger gewartet. Das hat die Zahlung nicht abgebrochen.',
  reasonMaxWait: 'Es kam nicht rechtzeitig ein Ergebnis.',
  reasonGone: 'Der Dienst kennt diese Zahlung nicht mehr.',
  reasonUnrecognisedStatus: 'Der Dienst gab eine Antwort, die wir nicht kennen.',
  reasonContradiction: 'Der Dienst hat zwei Ergebnisse genannt, die einander widersprechen.',
  reasonDuplicateId: 'Der Dienst hat dieser Zahlung die Referenz einer anderen gegeben.',
  seenProcessing: 'Der Dienst arbeitete daran',
  notSeenProcessing: 'Wir haben keinen Beginn gesehen',
  unknownCaution: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Fragt ${terminal} nach einer Karte, warten Sie. Beginnen Sie keine weitere Zahlung.`
      : `Arbeitet ${terminal} noch daran, warten Sie.`,
  findOut: 'Sehen Sie an einer dieser Stellen nach und drücken Sie, was Sie gesehen haben',
  findOnTerminal: ({ terminal }) => `Sehen Sie auf den Bildschirm von ${terminal}.`,
  findOnReceipt: 'Sehen Sie auf den gedruckten Beleg.',
  findOnReport: 'Sehen Sie auf den gedruckten Bericht des Kassenschnitts.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` der Bestellung ${orderNumber}` : amount ? ` über ${amount}` : '';
    return `Suchen Sie ${nouns[kind]}${of} im Backoffice.`;
  },
  findElsewhere: ({ kind }) =>
    kind === 'closeBatch'
      ? 'Sehen Sie an anderer Stelle nach.'
      : 'Sehen Sie an anderer Stelle nach, etwa in der Bank-App des Kunden.',
  unknownMore: 'Mehr dazu',
  stillAsking: 'Wir fragen den Dienst weiter. Ein spätes Ergebnis erscheint hier von selbst.',

  note: 'Wo und wie',
  noteMissing: 'Geben Sie an, wo Sie es gesehen haben.',
  charged: ({ kind }) => (takesCard(kind) ? 'Abgebucht' : 'Es wurde ausgeführt'),
  notCharged: ({ kind }) => (takesCard(kind) ? 'Nicht abgebucht' : 'Es wurde nicht ausgeführt'),
  confirmTitle: ({ kind }) =>
    takesCard(kind) ? 'Sicher, dass nicht abgebucht wurde?' : 'Sicher, dass es nicht ausgeführt wurde?',
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? 'Wurde doch abgebucht, zahlt der Kunde zweimal, wenn Sie noch einmal kassieren.'
      : 'Wurde es doch ausgeführt, geschieht es beim nächsten Mal ein zweites Mal.',
  confirmYes: ({ kind }) =>
    takesCard(kind) ? 'Ja, es wurde nicht abgebucht' : 'Ja, es wurde nicht ausgeführt',
  confirmNo: 'Zurück',

  amountMismatch:
    'Der Dienst nennt einen anderen Betrag als den gesendeten. Vergleichen Sie ihn mit dem Beleg.',
  moreThanAsked: ({ over }) => `${over} mehr als verlangt. Vergleichen Sie es mit dem Beleg.`,
  contradiction: 'Der Dienst hat später etwas anderes gemeldet. Prüfen Sie diese Zahlung im Backoffice.',
  resolutionRefused:
    'Ihre Angabe konnte nicht gespeichert werden. Prüfen Sie die Zahlung und antworten Sie noch einmal.',
  contradictsOperator: 'Jemand hatte hier etwas anderes angegeben. Es gilt das Ergebnis des Dienstes.',
  duplicateId: 'Eine andere Zahlung hat dieselbe Referenz. Prüfen Sie beide im Backoffice.',

  terminal: 'Terminal',
  time: 'Zeitpunkt',
  orderNumber: 'Bestellnummer',
  reference: 'Referenz',
  messageId: 'Nachricht',
  code: 'Code',
  copy: ({ what }) => `${what} kopieren`,
  copied: 'Kopiert',
};

const mirrored: Record<MirroredKind, MirroredKindWords> = {
  pay: {
    asked: 'Zu zahlen',
    present: 'Bitte Karte vorhalten, einstecken oder durchziehen',
    complete: 'Bezahlt',
    completeText: 'Vielen Dank!',
    partial: 'Teilweise bezahlt',
    due: 'Noch zu zahlen',
    failed: 'Zahlung nicht abgeschlossen',
    nothingMoved: 'Ihre Karte wurde nicht belastet.',
  },
  preAuth: {
    asked: 'Wird reserviert',
    present: 'Bitte Karte vorhalten, einstecken oder durchziehen',
    complete: 'Auf Ihrer Karte reserviert',
    completeText: 'Es wurde noch nichts abgebucht.',
    partial: 'Teilweise reserviert',
    due: 'Nicht reserviert',
    failed: 'Nichts reserviert',
    nothingMoved: 'Ihre Karte wurde nicht belastet.',
  },
  capture: {
    asked: 'Zu zahlen',
    present: 'Wir schließen Ihre Zahlung ab',
    complete: 'Bezahlt',
    completeText: 'Vielen Dank!',
    partial: 'Teilweise bezahlt',
    due: 'Noch zu zahlen',
    failed: 'Zahlung nicht abgeschlossen',
    nothingMoved: 'Ihre Karte wurde nicht belastet.',
  },
  void: {
    asked: 'Wird storniert',
    present: 'Wir stornieren Ihre Zahlung',
    complete: 'Zahlung storniert',
    completeText: 'Ihre Karte wird nicht belastet.',
    partial: 'Teilweise storniert',
    due: 'Nicht storniert',
    failed: 'Zahlung nicht storniert',
    nothingMoved: 'An der Zahlung hat sich nichts geändert.',
  },
  refund: {
    asked: 'Erstattung',
    present: 'Wir erstatten Ihnen den Betrag',
    complete: 'Erstattet',
    completeText: 'Das Geld geht zurück auf Ihre Karte. Das kann einige Tage dauern.',
    partial: 'Teilweise erstattet',
    due: 'Noch zu erstatten',
    failed: 'Erstattung nicht abgeschlossen',
    nothingMoved: 'Es wurde nichts erstattet.',
  },
};

/** Customers read these words, not shopkeepers. */
const paymentMirror: Labels['paymentMirror'] = {
  region: 'Ihre Zahlung',
  asked: ({ kind }) => mirrored[kind].asked,
  sending: 'Einen Moment, bitte',
  present: ({ kind }) => mirrored[kind].present,
  followTerminal: 'Bitte folgen Sie den Hinweisen am Kartenterminal.',
  complete: ({ kind }) => mirrored[kind].complete,
  completeText: ({ kind }) => mirrored[kind].completeText,
  withTip: ({ tip }) => `Davon ${tip} Trinkgeld`,
  partial: ({ kind }) => mirrored[kind].partial,
  partialDue: ({ kind, due }) => `${mirrored[kind].due}: ${due}`,
  failed: ({ kind }) => mirrored[kind].failed,
  nothingMoved: ({ kind }) => mirrored[kind].nothingMoved,
  checking: 'Bitte warten Sie einen Moment',
  checkingText: ({ kind }) =>
    takesCard(kind)
      ? 'Wir prüfen Ihre Zahlung. Bitte zahlen Sie nicht noch einmal.'
      : 'Wir prüfen das gerade für Sie.',
  scan: 'Code scannen und bezahlen',
  scanText: 'Richten Sie die Kamera Ihres Handys auf den Code.',
  qrCode: 'QR-Code zum Bezahlen',
  qrCodeFailed: 'Der Code kann nicht angezeigt werden. Bitte sprechen Sie uns an.',
};

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'Die Karte wurde nicht belastet.',
  preAuth: 'Auf der Karte ist nichts reserviert.',
  capture: 'Es wurde nichts eingezogen.',
  void: 'Die Zahlung wurde nicht storniert.',
  refund: 'Es wurde nichts zurückgegeben.',
  closeBatch: 'Der Kassenschnitt ist nicht erfolgt.',
};

const receipt: Labels['receipt'] = {
  print: 'Drucken',
  reprint: 'Kopie',
  notReceipt: ({ state }) => `${state}: dies ist kein Beleg`,
  underWay: 'Noch nicht abgeschlossen',
  notReceiptText: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Zahlen Sie nicht noch einmal, bevor es geklärt ist. Sehen Sie auf dem Bildschirm von ${terminal} oder im Backoffice nach.`
      : `Wiederholen Sie es nicht, bevor es geklärt ist. Sehen Sie auf dem Bildschirm von ${terminal} oder im Backoffice nach.`,
  tip: 'Trinkgeld',
  total: 'Gesamtbetrag',
  held: 'Reserviert, noch nicht abgebucht.',
  voided: 'Die Zahlung wurde storniert. Die Karte wird nicht belastet.',
  refunded: 'Das Geld geht auf die Karte zurück. Das kann einige Tage dauern.',
  nothingMoved: ({ kind }) => nothingMoved[kind],
};

const sentBefore = ({ amount, terminal, time }: SentBefore) =>
  terminal
    ? `${amount} an ${terminal} gesendet${time ? ` (${time})` : ''}.`
    : `${amount} vor Kurzem schon gesendet, vielleicht an einer anderen Kasse.`;

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Diese Zahlung ist durchgegangen.',
  partial: 'Ein Teil wurde genehmigt.',
  failed: 'Diese Zahlung kam nicht zustande.',
  rejected: 'Der Dienst hat sie nicht angenommen.',
  unknown: 'Noch weiß niemand, was daraus geworden ist.',
};

const terminalCheckout: Labels['terminalCheckout'] = {
  form: 'Neue Zahlung',
  formAuthorize: 'Neue Vorautorisierung',
  orderNumber: 'Bestellnummer',
  orderNumberMissing: 'Geben Sie eine Bestellnummer ein.',
  customValues: 'Angaben',
  choose: 'Bitte wählen …',
  customValueMissing: 'Diese Angabe ist nötig.',
  quickAmounts: 'Schnellbeträge',
  orderTotal: 'Gesamt',
  orderPaid: 'Bezahlt',
  orderPending: 'Reserviert oder noch nicht bekannt',
  orderDue: 'Offen',
  orderSettled: 'Diese Bestellung ist bezahlt.',
  orderAlone: 'Gezählt wird nur, was dieser Browser kassiert hat.',
  orderUnread: 'Was noch offen ist, lässt sich gerade nicht lesen.',
  split: 'Gleichmäßig aufteilen',
  splitFewer: 'Eine Person weniger',
  splitMore: 'Eine Person mehr',
  splitInto: ({ people }) =>
    plural(people, { one: `${people.text} Person`, other: `${people.text} Personen` }),
  tooMuchTitle: 'Mehr kassieren, als offen ist?',
  tooMuchSentence: ({ due }) => `Von dieser Bestellung sind nur ${due} offen.`,
  receipt: 'Beleg senden',
  receiptMissing: 'Kreuzen Sie das an, um fortzufahren.',
  email: 'E-Mail',
  phone: 'Telefon',
  emailMissing: 'Geben Sie eine E-Mail-Adresse ein.',
  phoneMissing: 'Geben Sie eine Telefonnummer ein.',
  emailInvalid: 'Geben Sie eine Adresse wie name@example.com ein.',
  phoneInvalid: 'Geben Sie eine Telefonnummer mit ihren Ziffern ein.',
  receiptAddressMissing: 'Geben Sie eine E-Mail-Adresse oder Telefonnummer für den Beleg ein.',
  terminalMissing: 'Wählen Sie ein Terminal.',
  terminalNotLoaded: 'Laden Sie zuerst die Liste der Terminals.',

  charge: ({ amount, terminal }) =>
    [amount, terminal && `an ${terminal}`, amount || terminal ? 'kassieren' : 'Kassieren']
      .filter(Boolean)
      .join(' '),
  authorize: ({ amount, terminal }) =>
    [amount, terminal && `an ${terminal}`, amount || terminal ? 'autorisieren' : 'Autorisieren']
      .filter(Boolean)
      .join(' '),
  loading: 'Einen Moment …',
  loadAgain: 'Nicht geladen. Erneut versuchen',
  notLoaded:
    'Noch kann nichts gesendet werden: Ein Teil dieser Seite konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut. Hilft das nicht, laden Sie die Seite neu.',
  missingBoth: 'Es fehlt noch: Terminal und Betrag.',
  missingTerminal: 'Es fehlt noch: Terminal.',
  missingAmount: 'Es fehlt noch: Betrag.',
  terminalBusy: ({ terminal }) => `${terminal} ist mit einer anderen Zahlung beschäftigt.`,

  confirmTitle: ({ amount, terminal }) => `${amount} an ${terminal} kassieren?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `${amount} an ${terminal} autorisieren?`,
  confirmText: ({ terminal }) => `${terminal} fragt nach der Karte, sobald Sie Ja sagen.`,
  confirmYes: ({ amount }) => `Ja, ${amount} kassieren`,
  confirmAuthorizeYes: ({ amount }) => `Ja, ${amount} autorisieren`,

  unusual: 'Das ist mindestens das Zehnfache des hier Üblichen.',
  duplicateAuthorizeTitle: 'Denselben Betrag noch einmal autorisieren?',
  duplicateTitle: 'Denselben Betrag noch einmal kassieren?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = sentBefore({ amount, terminal, time });
    const said = `Jemand hat es als ${charged ? 'abgebucht' : 'nicht abgebucht'} vermerkt.`;
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
  tooSlow:
    'Es wurde nichts gesendet: Dieses Gerät war zu langsam, um die Zahlung aufzuzeichnen. Drücken Sie noch einmal.',
  unreachable:
    'Es wurde nichts gesendet: Die Verbindung zum Zahlungsdienst ist unterbrochen. Prüfen Sie die Verbindung dieses Geräts und drücken Sie noch einmal. Wenn es sofort sein muss, nehmen Sie die Zahlung auf anderem Weg an.',
  refusedField: 'Es wurde nichts gesendet: Ändern Sie zuerst das.',
  refused: ({ field }) =>
    `Es wurde nichts gesendet: Eine Angabe ist nicht gültig${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die diese Seite betreut.`,

  nextCustomer: 'Nächster Kunde',
  tryAgain: ({ amount }) => `Erneut versuchen, ${amount}`,
  tryAgainIn: ({ seconds }) =>
    plural(seconds, {
      one: `Erneut versuchen in ${seconds.text} Sekunde`,
      other: `Erneut versuchen in ${seconds.text} Sekunden`,
    }),
  lastSale: 'Letzte Zahlung',
  seenLast: 'Gesehen',
  add: 'Hinzufügen',
  addReceipt: 'Beleg',
  takeRest: ({ kind, amount }) => `Die übrigen ${amount} ${kind === 'pay' ? 'kassieren' : 'autorisieren'}`,
  backToSale: 'Zurück zu diesem Verkauf',
  decideLater: 'Später entscheiden',
  unknown: ({ count, amount, terminal }) =>
    [`${count.text} unklar`, amount, terminal].filter(Boolean).join(', '),
  decideLaterHint: ({ terminal }) => `${terminal} bleibt bis dahin belegt.`,
};

const terminalPicker: Labels['terminalPicker'] = {
  label: 'Terminal',
  placeholder: 'Terminal wählen',
  toggle: 'Terminals anzeigen',
  loading: 'Terminals werden geladen …',
  empty: 'Noch keine Terminals',
  emptyHint: 'Bitten Sie Ihren Zahlungsanbieter, eines freizuschalten. Es erscheint dann hier von selbst.',
  loadError: 'Die Terminals konnten nicht geladen werden.',
  retry: 'Neu laden',
  noMatch: ({ query }) => `Kein Terminal passt zu „${query}“`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} Terminal`, other: `${count.text} Terminals` }),
  moreResults: ({ shown, count }) =>
    `${shown.text} von ${count.text} werden gezeigt. Tippen Sie, um andere zu finden.`,
  loadingMore: 'Weitere werden geladen …',
  searching: ({ searched, pages }) => `Wird gesucht … ${searched.text} von ${pages.text} Seiten`,
  searchPaused: ({ searched, pages }) =>
    `${searched.text} von ${pages.text} Seiten durchsucht. Der Dienst hat um eine Pause gebeten.`,
  searchFailed: ({ searched, pages }) =>
    `${searched.text} von ${pages.text} Seiten durchsucht. Die anderen konnten nicht geladen werden.`,
  searchOn: 'Den Rest durchsuchen',
  refreshing: 'Wird aktualisiert …',
  refreshError: 'Die Liste konnte nicht aktualisiert werden und ist vielleicht veraltet.',
  free: 'Frei',
  busy: 'Beschäftigt',
  unresolved: 'Noch nicht bekannt',
  unreachable: 'Nicht erreichbar',
  chosenBusy: ({ terminal }) => `${terminal} ist mit einer anderen Zahlung beschäftigt.`,
  chosenUnresolved: ({ terminal }) =>
    `Noch weiß niemand, wie die letzte Zahlung an ${terminal} ausgegangen ist.`,
  chosenUnreachable: ({ terminal }) =>
    `${terminal} ist nicht erreichbar. Prüfen Sie, ob es eingeschaltet und verbunden ist.`,
  lookAgain: 'Erneut prüfen',
  freeNow: 'Jetzt frei',
  lastSeen: ({ at }) => `Zuletzt gesehen: ${at}`,
  unlisted: 'Dieses Terminal steht nicht mehr in Ihrer Liste. Prüfen Sie, ob es das richtige ist.',
  useAnyway: 'Trotzdem verwenden',
  required: 'Wählen Sie ein Terminal.',
};

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'Das ist durchgegangen.',
  partial: 'Das ist zum Teil durchgegangen.',
  failed: 'Das kam nicht zustande.',
  rejected: 'Der Dienst hat es nicht angenommen.',
};

const giveBackTexts: Record<GiveBackWay, string> = {
  release: 'Der ganze reservierte Betrag wird frei. Dem Kunden wird nichts abgebucht.',
  cancel: 'Die Zahlung wird aufgehoben: Dem Kunden wird nichts abgebucht.',
  try: 'Ist es noch nicht zu spät, wird die Zahlung aufgehoben, und dem Kunden wird nichts abgebucht. Sonst können Sie sie in einem zweiten Schritt erstatten.',
  part: 'Ein Teil geht auf die Karte zurück, das kann einige Tage dauern. Möglich ist es erst nach dem Kassenschnitt.',
  refund: 'Das Geld geht auf die Karte zurück, das kann einige Tage dauern.',
};

const transactionActions: Labels['transactionActions'] = {
  region: 'Zahlung',
  title: ({ kind }) => (kind === 'pay' ? 'Verkauf' : 'Vorautorisierung'),
  terminal: 'Terminal',
  captured: 'Eingezogen',
  refunded: 'Erstattet',
  leftToCapture: 'Noch einziehbar',
  leftToRefund: 'Noch erstattbar',
  settlement: 'Kassenschnitt',
  settled: 'Erfolgt',
  notSettled: 'Noch nicht',
  reference: 'Referenz',

  capture: 'Einziehen',
  captureText: 'Zieht den reservierten Betrag ganz oder teilweise ein, einmal.',
  captureHint: ({ max, rest }) =>
    rest === undefined
      ? `Bis zu ${max}.`
      : `Bis zu ${max}. Die übrigen ${rest} lassen sich später nicht einziehen.`,
  captureTooMuch: ({ max }) => `Nur ${max} sind reserviert.`,
  captureButton: ({ amount, terminal }) => (amount ? `${amount} an ${terminal} einziehen` : 'Einziehen'),
  giveBack: ({ isHold }) => (isHold ? 'Betrag freigeben' : 'Geld zurückgeben'),
  giveBackText: ({ way }) => giveBackTexts[way],
  partLater: 'Einen Teil können Sie nach dem Kassenschnitt zurückgeben.',
  giveBackHint: ({ max, rest }) =>
    rest === undefined ? `Bis zu ${max}.` : `Bis zu ${max}. Die übrigen ${rest} bleiben bezahlt.`,
  giveBackTooMuch: ({ max }) => `Sie können höchstens ${max} zurückgeben.`,
  giveBackButton: ({ amount, isHold }) => {
    if (isHold) return amount ? `${amount} freigeben` : 'Freigeben';
    return amount ? `${amount} zurückgeben` : 'Zurückgeben';
  },

  confirmTitle: ({ amount, way }) => (way === 'release' ? `${amount} freigeben?` : `${amount} zurückgeben?`),
  confirmText: ({ amount, terminal, rest, way }) => {
    switch (way) {
      case 'release':
        return `Die an ${terminal} reservierten ${amount} werden freigegeben und lassen sich nicht mehr einziehen. Das lässt sich nicht rückgängig machen.`;
      case 'cancel':
        return `Der Verkauf über ${amount} an ${terminal} wird aufgehoben, und dem Kunden wird nichts abgebucht. Das lässt sich nicht rückgängig machen.`;
      case 'try':
        return `Ist es noch nicht zu spät, wird der Verkauf über ${amount} an ${terminal} aufgehoben, und dem Kunden wird nichts abgebucht. Das lässt sich nicht rückgängig machen. Ist es zu spät, wird noch nichts zurückgegeben.`;
      case 'part':
      case 'refund':
        return `${amount} gehen an ${terminal} auf die Karte des Kunden zurück. ${rest ? `${rest} bleiben bezahlt. ` : ''}Das lässt sich nicht rückgängig machen.`;
    }
  },
  confirmDoubt:
    'Ein früherer Versuch könnte doch durchgegangen sein. Sehen Sie zuerst auf dem Beleg oder im Back-Office nach.',
  confirmYes: ({ amount, way }) =>
    way === 'release' ? `Ja, ${amount} freigeben` : `Ja, ${amount} zurückgeben`,
  goBack: 'Zurück',

  insteadHint:
    'Zum Aufheben ist es vielleicht zu spät. Sie können stattdessen erstatten: Das Geld geht auf die Karte zurück, das kann einige Tage dauern.',
  instead: ({ amount }) => `Stattdessen ${amount} erstatten`,

  voided: 'Sie wurde storniert. Damit lässt sich nichts mehr tun.',
  allRefunded: 'Alles wurde erstattet.',
  nothingCaptured: 'Es wurde nichts eingezogen, also ist nichts zurückzugeben.',
  underWay:
    'An einer anderen Kasse geschieht gerade etwas mit dieser Zahlung. Warten Sie, bis das vorbei ist.',
  role: 'Sie dürfen hier kein Geld zurückgeben. Fragen Sie eine Person, die es darf.',
  terminalGone: ({ terminal }) =>
    `Das Geld kann nur an ${terminal} zurückgehen, und dieses Terminal gehört jetzt nicht zu Ihren Terminals.`,

  duplicateTitle: 'Denselben Betrag noch einmal senden?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = sentBefore({ amount, terminal, time });
    return `${sent} ${actionDoubts[phase] ?? 'Es ist nicht sicher, was daraus geworden ist.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Ja, ${amount} noch einmal einziehen` : `Ja, ${amount} noch einmal zurückgeben`,
  busy: ({ terminal }) => `Es wurde nichts gesendet: ${terminal} ist mit dieser Zahlung beschäftigt.`,
  busyElsewhere: ({ terminal }) =>
    `Es wurde nichts gesendet: ${terminal} ist mit einer Zahlung aus einem anderen Fenster beschäftigt.`,
  noJournal:
    'Es wurde nichts gesendet: Dieses Gerät konnte die Zahlung nicht aufzeichnen, ihr Ergebnis könnte verloren gehen. Erlauben Sie dieser Website, Daten zu speichern, und drücken Sie noch einmal.',
  tooSlow:
    'Es wurde nichts gesendet: Dieses Gerät war zu langsam, um das aufzuzeichnen. Drücken Sie noch einmal.',
  unreachable:
    'Es wurde nichts gesendet: Die Verbindung zum Zahlungsdienst ist unterbrochen. Prüfen Sie die Verbindung dieses Geräts und drücken Sie noch einmal.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount')
      return 'Es wurde nichts gesendet: So viel ist nicht mehr übrig.';
    if (code === 'not-allowed')
      return 'Es wurde nichts gesendet: Mit dieser Zahlung wurde oder wird etwas anderes getan.';
    return `Es wurde nichts gesendet: Eine Angabe ist nicht gültig${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die diese Seite betreut.`;
  },
  back: 'Zurück zur Zahlung',
};

const seenOn: Record<ResolutionBasis, string> = {
  'terminal-screen': 'am Terminal gesehen',
  receipt: 'auf einem Beleg gesehen',
  'back-office': 'in der Verwaltung gesehen',
  other: 'anderswoher bekannt',
};

const transactionList: Labels['transactionList'] = {
  region: 'Zahlungen',
  loading: 'Zahlungen werden geladen',
  notLoaded: 'Die Zahlungen konnten nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  onlyThisBrowser: 'Das sind die Zahlungen dieses Geräts. Andere Kassen fehlen in der Liste.',
  headline: ({ taken, givenBack, payments }) =>
    `${taken} eingenommen mit ${payments.value === 1 ? 'einer Zahlung' : `${payments.text} Zahlungen`}${givenBack === undefined ? '' : `, ${givenBack} zurückgegeben`}`,
  onlyGivenBack: ({ givenBack }) => `${givenBack} zurückgegeben`,
  nothingTaken: 'Nichts eingenommen',

  day: 'Tag',
  today: 'Heute',
  yesterday: 'Gestern',
  anyDay: 'Alle Tage',
  date: 'Datum',

  search: 'Betrag, Bestell- oder Zahlungsnummer suchen',
  readAsAmount: ({ amount }) => `Gesucht wird der Betrag ${amount}`,
  readAsNumber: ({ text }) => `Gesucht wird die Bestell- oder Zahlungsnummer „${text}“`,
  searchAmountInstead: ({ amount }) => `Stattdessen den Betrag ${amount} suchen`,
  searchNumberInstead: ({ text }) => `Stattdessen die Bestell- oder Zahlungsnummer „${text}“ suchen`,

  filter: 'Anzeigen',
  all: 'Alle',
  approved: 'Genehmigt',
  notCompleted: 'Nicht abgeschlossen',
  unknown: 'Noch nicht bekannt',
  underWay: 'Läuft',
  unseen: 'Noch nicht gesehen',
  givenBack: 'Zurückgegeben',
  terminal: 'Terminal',
  anyTerminal: 'Alle Terminals',
  actor: 'Begonnen von',
  anyActor: 'Allen',
  clear: 'Alle anzeigen',

  toLookAt: 'Bitte sehen Sie hier nach',
  others: 'Alle anderen',
  order: ({ number }) => `Bestellung ${number}`,
  more: 'Mehr anzeigen',

  emptyTitle: 'Heute noch keine Zahlungen',
  emptyText: 'Hier steht jede Zahlung und jede Erstattung, und was aus ihr wurde.',
  emptyDay: 'Keine Zahlungen an diesem Tag.',
  noMatch: 'Keine Zahlung passt.',

  download: 'Als Tabelle herunterladen (CSV)',
  downloading: 'Die Tabelle wird erstellt',
  csvFile: ({ day }) => `zahlungen-${day}.csv`,
  notDownloaded:
    'Die Tabelle konnte nicht erstellt werden. Wählen Sie weniger Tage oder versuchen Sie es noch einmal.',

  detailNotLoaded: 'Die Einzelheiten konnten nicht geladen werden.',
  history: 'Was geschah',
  startedBy: ({ actor }) =>
    actor === undefined ? 'Ans Terminal gesendet' : `Von ${actor} ans Terminal gesendet`,
  atTerminal: 'Am Terminal',
  becameUnknown: 'Noch nicht bekannt',
  resolved: ({ charged, basis, actor }) =>
    `${actor === undefined ? 'Festgehalten' : `${actor} hat festgehalten`}: ${charged ? 'belastet' : 'nicht belastet'}, ${seenOn[basis]}`,
  approvedBy: ({ actor }) =>
    actor === undefined ? 'Von einer anderen Person freigegeben' : `Von ${actor} freigegeben`,
  seenBy: ({ actor }) => (actor === undefined ? 'Gesehen' : `Von ${actor} gesehen`),
  doubtful: 'Etwas passt nicht zusammen',
  acknowledge: 'Fertig',
  elsewhere: 'Eine andere Kasse hat diese Zahlung. Ihr Ergebnis wird hier stehen.',
  slip: 'Beleg',
};

/** German, formal. Not yet reviewed by a native speaker. */
export const de: Labels = {
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
