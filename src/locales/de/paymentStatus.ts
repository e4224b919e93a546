import type { PaymentStatusLabels } from '../../components/payment-status/paymentStatusLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import { plural } from './plural.ts';

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

/** Not yet reviewed by a native speaker. */
export const paymentStatus: PaymentStatusLabels = {
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
    'Ihre Anmeldung ist abgelaufen, das Ergebnis lässt sich nicht lesen. Die Zahlung läuft weiter. Melden Sie sich an, um es zu sehen.',
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
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'sind noch offen'}.`,
  withTip: ({ tip }) => `Mit ${tip} Trinkgeld.`,
  authorizedSentence: 'Der Betrag ist reserviert, nicht abgebucht. Ziehen Sie ihn ein, um ihn zu erhalten.',
  batchClosedSentence: 'Die Abrechnung hat begonnen. Wann sie fertig ist, wird hier nicht gemeldet.',
  failedTitle: 'Nicht abgeschlossen',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Bitten Sie um eine andere Karte oder eine andere Zahlungsart.'
      : 'Prüfen Sie die Transaktion im Backoffice.',
  rejectedTitle: 'Nicht angenommen',
  rejectedSentence: 'Der Dienst hat die Anfrage nicht angenommen. Es ist nichts geschehen.',
  rejectedAdvice: 'Prüfen Sie die Angaben, bevor Sie eine neue Anfrage senden.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `Er erhält zurzeit zu viele Anfragen. Warten Sie ${seconds.text} Sekunde.`,
      other: `Er erhält zurzeit zu viele Anfragen. Warten Sie ${seconds.text} Sekunden.`,
    }),
  rejectedSignIn: 'Ihre Anmeldung gilt dafür nicht. Melden Sie sich an, und beginnen Sie neu.',
  notArrived: 'Die Anfrage ist nicht durchgekommen. Es ist nichts geschehen.',
  notSent: 'Die Anfrage hat diese Seite nicht verlassen. Es ist nichts geschehen.',
  notSentReason: ({ code, field }) => {
    const what =
      code === 'configuration'
        ? 'Diese Seite ist nicht richtig eingerichtet'
        : 'Eine Angabe ist nicht gültig';
    return `${what}${field ? ` (${field})` : ''}. Wenden Sie sich an die Person, die sie betreut.`;
  },
  resolvedTitle: ({ kind, charged }) => {
    if (takesCard(kind)) return charged ? 'Als abgebucht vermerkt' : 'Als nicht abgebucht vermerkt';
    return charged ? 'Als ausgeführt vermerkt' : 'Als nicht ausgeführt vermerkt';
  },
  resolvedSentence: ({ basis }) =>
    `Das hat eine Person angegeben, die es ${bases[basis]} gesehen hat. Der Dienst hat es nicht bestätigt.`,

  unknownTitle: 'Noch nicht bekannt',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'Die Anfrage wurde gesendet, und es kam keine Antwort.',
  reasonBadResponse: 'Es kam eine Antwort, die nicht lesbar war.',
  reasonConflict: 'Der Dienst meldet, dass das Terminal beschäftigt ist, vielleicht mit eben dieser Zahlung.',
  reasonHttpError: 'Der Dienst hatte beim Antworten selbst ein Problem.',
  reasonRedirect: 'Die Antwort verwies auf eine andere Adresse, der nicht gefolgt wurde.',
  reasonReloaded: 'Diese Seite wurde geschlossen oder neu geladen, bevor die Antwort kam.',
  reasonServiceTimeout: 'Der Dienst hat aufgehört, auf das Terminal zu warten.',
  reasonStopped: 'Jemand hat hier nicht länger gewartet. Das hat die Zahlung nicht abgebrochen.',
  reasonMaxWait: 'In der Zeit, die wir warten, kam kein Ergebnis.',
  reasonGone: 'Der Dienst kennt diese Zahlung nicht mehr.',
  reasonUnrecognisedStatus: 'Der Dienst antwortete mit einem Status, den wir nicht kennen.',
  reasonContradiction: 'Der Dienst hat zwei Ergebnisse genannt, die einander widersprechen.',
  reasonDuplicateId: 'Der Dienst hat dieser Zahlung die Referenz einer anderen gegeben.',
  seenProcessing: 'Der Dienst arbeitete daran',
  notSeenProcessing: 'Wir haben keinen Beginn gesehen',
  findOut: 'So finden Sie es heraus',
  findOnTerminal: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Sehen Sie auf ${terminal} nach. Fragt es nach einer Karte, beginnen Sie keine weitere Zahlung.`
      : `Sehen Sie auf den Bildschirm von ${terminal}.`,
  findOnReceipt: 'Sehen Sie auf den gedruckten Beleg.',
  findOnReport: 'Sehen Sie auf den gedruckten Bericht des Kassenschnitts.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` der Bestellung ${orderNumber}` : amount ? ` über ${amount}` : '';
    return `Suchen Sie ${nouns[kind]}${of} im Backoffice.`;
  },
  stillAsking: 'Wir fragen den Dienst weiter. Ein spätes Ergebnis erscheint hier von selbst.',

  basis: 'Wo haben Sie es gesehen?',
  basisTerminalScreen: 'Bildschirm des Terminals',
  basisReceipt: 'Beleg',
  basisBackOffice: 'Backoffice',
  basisOther: 'An anderer Stelle',
  basisMissing: 'Wählen Sie, wo Sie es gesehen haben.',
  note: 'Wo und wie',
  noteMissing: 'Geben Sie an, wo Sie es gesehen haben.',
  charged: ({ kind }) => (takesCard(kind) ? 'Es wurde abgebucht' : 'Es wurde ausgeführt'),
  notCharged: ({ kind }) => (takesCard(kind) ? 'Es wurde nicht abgebucht' : 'Es wurde nicht ausgeführt'),
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
  contradictsOperator: 'Jemand hatte hier etwas anderes angegeben. Es gilt das Ergebnis des Dienstes.',
  duplicateId: 'Eine andere Zahlung hat dieselbe Referenz. Prüfen Sie beide im Backoffice.',

  terminal: 'Terminal',
  time: 'Uhrzeit',
  orderNumber: 'Bestellnummer',
  reference: 'Referenz',
  messageId: 'Nachricht',
  code: 'Code',
  copy: ({ what }) => `${what} kopieren`,
  copied: 'Kopiert',
};
