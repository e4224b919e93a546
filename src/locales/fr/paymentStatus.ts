import type { PaymentStatusLabels } from '../../components/payment-status/paymentStatusLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import { plural } from './plural.ts';

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Approuvé',
  preAuth: 'Autorisé',
  capture: 'Capturé',
  void: 'Annulé',
  refund: 'Remboursé',
  closeBatch: 'Lot clôturé',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'approuvés',
  preAuth: 'autorisés',
  capture: 'capturés',
  refund: 'remboursés',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'n’ont pas été capturés',
  refund: 'n’ont pas été rendus',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'Nous ne savons pas encore si la carte a été débitée',
  preAuth: 'Nous ne savons pas encore si le montant a été autorisé',
  capture: 'Nous ne savons pas encore si le montant a été capturé',
  void: 'Nous ne savons pas encore si le paiement a été annulé',
  refund: 'Nous ne savons pas encore si le remboursement a été fait',
  closeBatch: 'Nous ne savons pas encore si le lot a été clôturé',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'le paiement',
  preAuth: 'la préautorisation',
  capture: 'la capture',
  void: 'l’annulation',
  refund: 'le remboursement',
  closeBatch: 'la clôture du lot',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'sur l’écran du terminal',
  receipt: 'sur le reçu',
  'back-office': 'dans le back-office',
  other: 'ailleurs',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/** Not yet reviewed by a native speaker. */
export const paymentStatus: PaymentStatusLabels = {
  region: 'État du paiement',
  nothing: 'Il n’y a pas de paiement à afficher ici.',

  stepSent: 'Envoyé',
  stepTerminal: 'Au terminal',
  stepResult: 'Résultat',
  elapsed: 'Temps écoulé',
  sendingNow: ({ terminal }) => `Envoi à ${terminal}.`,
  waitingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `${terminal} va demander la carte dans un instant.`
      : `${terminal} va commencer dans un instant.`,
  processingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Le client peut maintenant présenter, insérer ou glisser sa carte sur ${terminal}.`
      : `${terminal} s’en occupe.`,

  stalled: ({ terminal }) =>
    `Nous n’avons pas encore vu l’opération commencer. Vérifiez que ${terminal} est allumé, connecté et libre.`,
  freshness: ({ last, next }) => {
    const ago = last && (last.value < 1 ? 'à l’instant' : `il y a ${last.text} s`);
    const asked = ago === undefined ? 'Pas encore consulté' : `Consulté ${ago}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'consultation en cours' : `de nouveau dans ${next.text} s`}.`;
  },

  notDurable: 'Après un rechargement, ce paiement ne pourra plus être retrouvé. Gardez cette page ouverte.',
  degraded:
    'Problèmes de connexion. Le terminal continue sans nous, et nous continuons à demander le résultat.',
  lastAnswer: ({ time }) => `Dernière réponse\u00a0: ${time}.`,
  slowed: 'Le service nous demande de le consulter moins souvent. Le paiement lui-même n’est pas ralenti.',
  nextCheck: ({ time }) => `Prochaine consultation\u00a0: ${time}.`,
  needsAuth:
    'Votre session a pris fin, le résultat ne peut donc pas être lu. Le paiement continue. Connectez-vous pour le voir.',
  checkNow: 'Consulter maintenant',
  checking: 'Consultation…',
  checkIn: ({ seconds }) =>
    plural(seconds, {
      one: `Consultation dans ${seconds.text} seconde.`,
      other: `Consultation dans ${seconds.text} secondes.`,
    }),
  stopWaiting: 'Ne plus attendre (n’annule pas le paiement)',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked
      ? `${approved} sur ${asked} ${done[kind] ?? ''}`.trim()
      : `${completeTitles[kind]} en partie`,
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'restent à payer'}.`,
  withTip: ({ tip }) => `Avec un pourboire de ${tip}.`,
  authorizedSentence: 'Le montant est bloqué, pas débité. Capturez-le pour être payé.',
  batchClosedSentence: 'Le règlement a commencé. Sa fin n’est pas annoncée ici.',
  failedTitle: 'Non abouti',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Demandez une autre carte ou un autre moyen de paiement.'
      : 'Vérifiez la transaction dans le back-office.',
  rejectedTitle: 'Non accepté',
  rejectedSentence: 'Le service n’a pas accepté la demande. Rien ne s’est produit.',
  rejectedAdvice: 'Vérifiez les données avant d’en envoyer une autre.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `Il reçoit trop de demandes en ce moment. Attendez ${seconds.text} seconde.`,
      other: `Il reçoit trop de demandes en ce moment. Attendez ${seconds.text} secondes.`,
    }),
  rejectedSignIn: 'Votre session ne le permet pas. Connectez-vous, puis recommencez.',
  notArrived: 'La demande n’a pas abouti. Rien ne s’est produit.',
  notSent: 'La demande n’a pas quitté cette page. Rien ne s’est produit.',
  notSentReason: ({ code, field }) => {
    const what =
      code === 'configuration' ? 'Cette page n’est pas bien configurée' : 'Une donnée n’est pas valide';
    return `${what}${field ? ` (${field})` : ''}. Prévenez la personne qui la gère.`;
  },
  resolvedTitle: ({ kind, charged }) => {
    if (takesCard(kind)) return charged ? 'Noté comme débité' : 'Noté comme non débité';
    return charged ? 'Noté comme effectué' : 'Noté comme non effectué';
  },
  resolvedSentence: ({ basis }) =>
    `Une personne l’a indiqué après l’avoir vu ${bases[basis]}. Le service ne l’a pas confirmé.`,

  unknownTitle: 'Pas encore connu',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'La demande a été envoyée, et aucune réponse n’est arrivée.',
  reasonBadResponse: 'Une réponse est arrivée qui n’a pas pu être lue.',
  reasonConflict: 'Le service indique que le terminal est occupé, peut-être par ce paiement même.',
  reasonHttpError: 'Le service a eu lui-même un problème en répondant.',
  reasonRedirect: 'La réponse renvoyait à une autre adresse, qui n’a pas été suivie.',
  reasonReloaded: 'Cette page a été fermée ou rechargée avant la réponse.',
  reasonServiceTimeout: 'Le service a cessé d’attendre le terminal.',
  reasonStopped: 'Quelqu’un a cessé d’attendre ici. Cela n’a pas annulé le paiement.',
  reasonMaxWait: 'Aucun résultat n’est arrivé dans le temps où nous l’attendons.',
  reasonGone: 'Le service ne connaît plus ce paiement.',
  reasonUnrecognisedStatus: 'Le service a répondu par un statut que nous ne connaissons pas.',
  reasonContradiction: 'Le service a donné deux résultats qui se contredisent.',
  reasonDuplicateId: 'Le service a donné à ce paiement la référence d’un autre.',
  seenProcessing: 'Le service s’en occupait',
  notSeenProcessing: 'Nous ne l’avons pas vu commencer',
  findOut: 'Comment le savoir',
  findOnTerminal: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Regardez ${terminal}. S’il demande une carte, ne commencez pas d’autre paiement.`
      : `Regardez l’écran de ${terminal}.`,
  findOnReceipt: 'Regardez le reçu imprimé.',
  findOnReport: 'Regardez le rapport de lot imprimé.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` de la commande ${orderNumber}` : amount ? ` de ${amount}` : '';
    return `Cherchez ${nouns[kind]}${of} dans le back-office.`;
  },
  stillAsking: 'Nous continuons à interroger le service. Un résultat tardif apparaîtra ici de lui-même.',

  basis: 'Où l’avez-vous vu\u00a0?',
  basisTerminalScreen: 'Écran du terminal',
  basisReceipt: 'Reçu',
  basisBackOffice: 'Back-office',
  basisOther: 'Ailleurs',
  basisMissing: 'Choisissez où vous l’avez vu.',
  note: 'Où et comment',
  noteMissing: 'Indiquez où vous l’avez vu.',
  charged: ({ kind }) => (takesCard(kind) ? 'La carte a été débitée' : 'L’opération a été effectuée'),
  notCharged: ({ kind }) =>
    takesCard(kind) ? 'La carte n’a pas été débitée' : 'L’opération n’a pas été effectuée',
  confirmTitle: ({ kind }) =>
    takesCard(kind)
      ? 'Est-il certain que la carte n’a pas été débitée\u00a0?'
      : 'Est-il certain que l’opération n’a pas été effectuée\u00a0?',
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? 'Si elle l’a été, le client paiera deux fois quand vous encaisserez de nouveau.'
      : 'Si elle l’a été, la refaire la fera deux fois.',
  confirmYes: ({ kind }) =>
    takesCard(kind) ? 'Oui, la carte n’a pas été débitée' : 'Oui, l’opération n’a pas été effectuée',
  confirmNo: 'Revenir',

  amountMismatch: 'Le service annonce un autre montant que celui envoyé. Comparez-le avec le reçu.',
  moreThanAsked: ({ over }) => `${over} de plus que demandé. Comparez avec le reçu.`,
  contradiction: 'Le service a ensuite annoncé autre chose. Vérifiez ce paiement dans le back-office.',
  contradictsOperator: 'Quelqu’un ici avait indiqué autre chose. C’est le résultat du service qui compte.',
  duplicateId: 'Un autre paiement a la même référence. Vérifiez les deux dans le back-office.',

  terminal: 'Terminal',
  time: 'Heure',
  orderNumber: 'Numéro de commande',
  reference: 'Référence',
  messageId: 'Message',
  code: 'Code',
  copy: ({ what }) => `Copier\u00a0: ${what.toLowerCase()}`,
  copied: 'Copié',
};
