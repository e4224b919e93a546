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

/**
 * Three forms: `one` (below 2), `many` (whole millions: "1 million de") and `other`. If a label has no `many`,
 * `other` is used.
 */
const plural = /*#__PURE__*/ pluralIn('fr');

const amountField: Labels['amountField'] = {
  label: 'Montant',
  empty: 'Saisissez un montant.',
  invalidCharacter: 'Utilisez seulement des chiffres et un seul séparateur décimal.',
  mixedDigits: 'Utilisez un seul type de chiffres.',
  badGrouping: ({ example }) =>
    `Les séparateurs ne conviennent pas. Écrivez le montant comme ${example}, ou sans séparateurs.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Cette devise n’a pas de décimales.'
      : plural(digits, {
          one: `Utilisez au plus ${digits.text} décimale.`,
          other: `Utilisez au plus ${digits.text} décimales.`,
        }),
  negative: 'Le montant ne peut pas être négatif.',
  tooSmall: ({ min }) => `Le montant minimal est de ${min}.`,
  tooLarge: ({ max }) => `Le montant maximal est de ${max}.`,
  currencyMismatch: ({ currency }) => `Ici, les montants sont en ${currency}.`,
  inexact: 'Le service de paiement n’admet pas le dernier chiffre. Arrondissez le montant.',
  unreadable: 'Le montant prérempli est illisible. Saisissez-le.',
  keypad: 'Pavé numérique',
  decimalKey: 'Séparateur décimal',
  deleteKey: 'Effacer le dernier chiffre',
};

const statusWords: Record<UploadFile['status'], string> = {
  checking: 'Vérification',
  waiting: 'En attente',
  uploading: 'Envoi en cours',
  done: 'Envoyé',
  failed: 'Non envoyé',
  refused: 'Non ajouté',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'Le service le trouve trop volumineux.',
  'wrong-type': 'Le service n’admet pas ce type de fichier.',
  unanswered: 'Le service n’a pas répondu.',
  other: 'Le service n’a pas pu le recevoir.',
};

const files = (count: Count) =>
  plural(count, { one: `${count.text} fichier`, other: `${count.text} fichiers` });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'Un dossier ne peut pas être joint. Ajoutez les fichiers qu’il contient.',
  empty: () => 'Le fichier est vide.',
  'wrong-type': ({ types }) => `Types admis\u00a0: ${types}.`,
  'too-large': ({ maxSize }) => `Dépasse ${maxSize}.`,
  'too-many': ({ maxFiles }) => `On peut joindre au plus ${files(maxFiles)}.`,
  'total-too-large': ({ maxTotalSize }) => `Ensemble, les fichiers dépasseraient ${maxTotalSize}.`,
  unreadable: () => 'Il a changé ou ne peut pas être lu. Choisissez-le à nouveau.',
  'wrong-content': () => 'Son contenu ne correspond pas à son type de fichier.',
  duplicate: () => 'Il est déjà joint.',
};

const attachmentField: Labels['attachmentField'] = {
  label: 'Pièces jointes',
  addFiles: 'Ajouter des fichiers',
  dropHint: 'ou déposez-les ou collez-les ici',
  dropNow: 'Déposez pour ajouter',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Jusqu’à ${files(maxFiles)} de ${maxSize} au plus chacun${maxTotalSize === undefined ? '' : `, ${maxTotalSize} au total`}.`,
  list: 'Fichiers ajoutés',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Envoi de ${file}`,
  retry: 'Réessayer',
  retryFile: (file) => `Réessayer ${file}`,
  removeFile: (file) => `Retirer ${file}`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `Envoi de ${files(count)}.`,
  step: (percent) => `${percent} envoyés.`,
  ended: ({ done, failed }) => {
    const sent = plural(done, {
      one: `${done.text} fichier envoyé`,
      other: `${done.text} fichiers envoyés`,
    });
    return failed.value === 0
      ? `${sent}.`
      : plural(failed, {
          one: `${sent}, ${failed.text} non envoyé.`,
          other: `${sent}, ${failed.text} non envoyés.`,
        });
  },
  refused: (count) =>
    plural(count, { one: `${count.text} fichier non ajouté.`, other: `${count.text} fichiers non ajoutés.` }),
};

const closeBatch: Labels['closeBatch'] = {
  title: 'Clôture de journée',
  settles: ({ terminal }) => `Tous les paiements de ${terminal} sont remis pour versement.`,
  endsVoids: 'Ensuite, vous pourrez les rembourser, mais plus les annuler.',
  isFinal: 'C’est irréversible.',

  open: 'En cours sur ce terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Un paiement n’a pas encore de résultat. Vous pourrez clôturer la journée lorsqu’il en aura un.',
      other: `${count.text} paiements n’ont pas encore de résultat. Vous pourrez clôturer la journée lorsqu’ils en auront un.`,
    }),
  notInTheWay: 'Sans résultat connu depuis plus d’un jour, il ne retarde pas la clôture de journée.',
  nothingSince: ({ time }) => `Clôturé\u00a0: ${time}. Aucun nouveau paiement connu.`,

  close: 'Clôturer la journée',
  confirmTitle: ({ terminal }) => `Clôturer la journée sur ${terminal}\u00a0?`,
  confirmText: 'Le terminal commence dès que vous dites oui.',
  confirmYes: 'Oui, clôturer la journée',
  goBack: 'Revenir',
  done: 'Terminé',

  busyElsewhere: ({ terminal }) =>
    `Rien n’a été envoyé\u00a0: ${terminal} est occupé par un paiement d’une autre fenêtre.`,
  noJournal:
    'Rien n’a été envoyé\u00a0: cet appareil n’a pas pu enregistrer la clôture, et son résultat pourrait être perdu. Autorisez ce site à conserver des données, puis appuyez de nouveau.',
  tooSlow:
    'Rien n’a été envoyé\u00a0: cet appareil a été trop lent pour enregistrer la clôture. Appuyez de nouveau.',
  unreachable:
    'Rien n’a été envoyé\u00a0: la connexion au service de paiement est interrompue. Vérifiez la connexion de cet appareil, puis appuyez de nouveau.',
  refused: ({ field }) =>
    `Rien n’a été envoyé\u00a0: une donnée n’est pas valide${field ? ` (${field})` : ''}. Prévenez la personne qui gère cette page.`,
};

const closeDay: Labels['closeDay'] = {
  title: 'Clôture de journée',
  loading: 'Chargement…',
  notLoaded: 'Tous les terminaux et paiements n’ont pas pu être chargés.',
  tryAgain: 'Essayer encore',
  onlyThisDevice:
    'Seuls les paiements de cet appareil sont comptés, et les journées clôturées ne sont pas gardées.',
  empty: 'Pas encore de terminal. Chaque terminal du magasin apparaîtra ici.',
  payments: ({ count }) => plural(count, { one: `${count.text} paiement`, other: `${count.text} paiements` }),
  nothingTaken: 'Rien d’encaissé pour l’instant',
  nothingSince: 'Rien de nouveau',
  notKnown: 'Paiements non chargés',
  neverClosed: 'Pas encore clôturé',
  unlisted:
    'N’est plus dans votre liste. S’il ne peut pas être clôturé ici, contactez votre prestataire de paiement.',
  lastClosed: ({ time, number }) =>
    number === undefined
      ? `Dernière clôture\u00a0: ${time}`
      : `Dernière clôture\u00a0: ${time}, n°\u00a0${number}`,
  number: ({ number }) => `N°\u00a0${number}`,
  close: 'Clôturer',
  closeTerminal: ({ terminal }) => `Clôturer la journée sur ${terminal}`,
  closeAll: ({ count }) =>
    plural(count, { one: `Clôturer ${count.text} terminal`, other: `Clôturer ${count.text} terminaux` }),
  confirmTitle: ({ count }) =>
    plural(count, {
      one: `Clôturer la journée sur ${count.text} terminal\u00a0?`,
      other: `Clôturer la journée sur ${count.text} terminaux\u00a0?`,
    }),
  settles: 'Tous leurs paiements sont remis pour versement.',
  allClosed: 'Tout est clôturé.',
  nothingToClose: 'Il n’y a rien à clôturer aujourd’hui.',
  more: 'Afficher plus de terminaux',
  held: 'Bloqué, pas encore débité',

  forgotten: ({ day }) => `Journée non clôturée\u00a0: ${day}.`,
  closeLate: ({ day }) => `Clôturer\u00a0: ${day}`,
  lateTitle: ({ day, terminal }) => `Clôturer maintenant cette journée sur ${terminal}\u00a0: ${day}\u00a0?`,
  lateText: 'Elle garde sa propre date et reçoit le numéro suivant. Rien n’est envoyé au terminal.',
  lateDayFailed:
    'La journée précédente n’a pas pu être clôturée, et rien n’a été envoyé au terminal. Essayez encore.',
};

const dayReport: Labels['dayReport'] = {
  title: 'Rapport du jour',
  number: ({ number }) => `N°\u00a0${number}`,
  day: 'Jour',
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  date: 'Autre jour',
  loading: 'Calcul en cours…',
  notLoaded: 'Le rapport n’a pas pu être chargé.',
  tryAgain: 'Essayer encore',
  onlyThisDevice:
    'Seuls les paiements de cet appareil sont comptés. Les autres caisses ne sont pas dans le rapport.',
  emptyToday: 'Pas encore de paiement aujourd’hui',
  emptyDay: 'Pas de paiement ce jour-là',
  emptyText: 'Ce qui est encaissé et rendu apparaîtra ici.',
  soFar: ({ time }) => `Jusqu’à présent, ${time}`,
  from: ({ time }) => `La journée commence à ${time}`,
  closed: ({ time, actor }) =>
    actor === undefined ? `Clôturé\u00a0: ${time}` : `Clôturé\u00a0: ${time}, par ${actor}`,
  notKept: 'Cet appareil ne garde pas les journées clôturées.',
  asClosed: 'Tel quel à la clôture. Dans aucune somme.',
  corrections: 'Rectifications',
  correctionsText: 'Connu seulement après la clôture. Dans aucune des sommes ci-dessus.',

  net: 'Solde',
  taken: 'Encaissé',
  tips: 'Pourboires',
  extra: 'Montants en plus',
  givenBack: 'Rendu',
  partly: 'Approuvé en partie',
  partlyOf: ({ approved, asked }) => `${approved} sur ${asked}`,
  byHand: 'Noté par une personne',
  count: ({ count }) => plural(count, { one: `${count.text} paiement`, other: `${count.text} paiements` }),
  unknownText: 'Dans aucune somme. Les sommes peuvent encore changer.',
  held: 'Bloqué, pas encore débité',
  heldText: 'Dans aucune somme tant que ce n’est pas prélevé.',
  legs: 'Payé autrement',
  legsText: 'Dans aucune somme : ce n’est pas passé par un terminal.',
  terminals: 'Par terminal',
  list: 'Tous les paiements',
  listLoading: 'Chargement des paiements…',
  print: 'Imprimer',
};

const linkShare: Labels['linkShare'] = {
  copyLink: 'Copier le lien',
  copied: 'Copié',
  copiedSentence: 'Le lien a été copié.',
  refused: 'Votre navigateur n’a pas permis la copie. L’adresse est sélectionnée\u00a0: copiez-la à la main.',
  address: 'Adresse du lien',
  openLink: 'Ouvrir le lien',
  share: 'Partager…',
  shareFailed:
    'Votre navigateur n’a pas pu le partager. L’adresse est sélectionnée\u00a0: copiez-la à la main.',
  showQrCode: 'Afficher le code QR',
  hideQrCode: 'Masquer le code QR',
  qrCode: 'Code QR du lien',
  qrCodeFailed: 'Le code QR n’a pas pu être dessiné. Utilisez l’adresse.',
  close: 'Fermer',
};

const kinds: Record<MoneyOperation, string> = {
  pay: 'Vente',
  preAuth: 'Préautorisation',
  capture: 'Prélèvement',
  void: 'Annulation',
  refund: 'Remboursement',
  closeBatch: 'Clôture de journée',
};

const openOperations: Labels['openOperations'] = {
  title: 'Paiements en cours',
  loading: 'Recherche des paiements en cours…',
  emptyTitle: 'Rien n’est en cours',
  emptyText: 'Tout ce qui a été commencé ici a un résultat, et quelqu’un l’a vu.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Envoi en cours',
  waiting: 'Au terminal',
  since: ({ time }) => `depuis ${time}`,
  otherOperator: 'Autre opérateur',
  busySince: ({ time }) => `occupé depuis ${time}`,
  acknowledge: 'Vu',
  more: 'Afficher plus',
  shown: ({ shown, count }) => `${shown.text} affichés sur ${count.text}`,
};

const approval: ApprovalLabels = {
  approvalTitle: 'Approbation requise',
  approvalCode: 'Code d’approbation',
  approve: 'Approuver et envoyer',
  approvalCancel: 'Annuler',
  approvalMissing: 'Saisissez le code.',
  approvalWrong: 'Le code n’a pas été accepté.',
};

const paymentLinkForm: Labels['paymentLinkForm'] = {
  title: 'Nouveau lien de paiement',
  create: ({ amount }) => (amount ? `Créer le lien de ${amount}` : 'Créer le lien de paiement'),
  creating: 'Création…',
  restored: 'Voici ce que vous aviez rempli auparavant.',
  filesLost: 'Les fichiers ne sont pas conservés\u00a0: ajoutez-les à nouveau.',
  startAfresh: 'Recommencer à zéro',

  add: 'Ajouter',
  addFiles: 'Fichiers',
  addBilling: 'Adresse de facturation',
  addShipping: 'Adresse de livraison',
  addDiscount: 'Remise',
  showBilling: 'Demander l’adresse de facturation',
  showShipping: 'Demander l’adresse de livraison',
  applyDiscount: 'Appliquer une remise',
  applyDiscountHint:
    'Déduit un pourcentage lorsqu’une remise s’applique et que le client paie par carte de crédit.',
  discountHint: ({ percent }) => `Qui paie par carte de crédit paie ${percent} de moins.`,
  flagMissing: 'Cochez cette case pour continuer.',

  taxes: 'Taxes',
  taxAmount: 'Taxes (montant)',
  taxesByList: 'Choisir dans la liste',
  taxesByAmount: 'Saisir un montant',
  taxesMissing: 'Indiquez les taxes à appliquer.',

  customValues: 'Informations complémentaires',
  addCustomValue: 'Ajouter une information',
  customKey: 'Type d’information',
  otherKey: 'Autre…',
  freeKey: 'Nom',
  freeValue: 'Valeur',
  freeRow: (position) => `information ${position.text}`,
  choose: 'Choisissez…',
  moveUp: (label) => `Monter ${label}`,
  moveDown: (label) => `Descendre ${label}`,
  moved: ({ label, position, count }) =>
    `${label}\u00a0: maintenant en position ${position.text} sur ${count.text}.`,
  removeCustomValue: (label) => `Retirer ${label}`,
  removed: (label) => `Retiré\u00a0: ${label}.`,
  valueMissing: 'Saisissez une valeur.',
  choiceMissing: 'Choisissez une option.',
  numberWanted: 'Saisissez un nombre, comme 12 ou 12.5.',
  dateWanted: 'Saisissez une date.',
  keyMissing: 'Saisissez un nom.',
  keyRepeated: 'Ce nom existe déjà.',
  customValuesMissing: 'Ajoutez une information.',

  givenFiles: 'Fichiers déjà joints',
  namelessFile: (number) => `Fichier ${number.text}`,
  attachmentsMissing: 'Ajoutez un fichier.',
  stillUploading: 'Attendez que tous les fichiers soient envoyés, ou retirez ceux qui manquent.',
  notUploaded: 'Renvoyez ou retirez chaque fichier qui n’a pas été envoyé.',

  estimate: 'Estimation',
  amount: 'Montant',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'taxes en sus',
  total: 'Total',
  discount: ({ percent }) => `Remise, ${percent}`,
  cardTotal: 'Par carte de crédit',
  taxRounding: 'Chaque taxe est arrondie séparément.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'La remise est déduite du total et arrondie.'
      : 'La remise est une part du montant hors taxes, arrondie.',
  notKnown: '—',

  serviceSays: (sentence) => `Le service indique\u00a0: ${sentence}`,
  rejectedTitle: 'Non accepté',
  rejectedText: 'Aucun lien n’a été créé.',
  ...approval,
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `Rien n’a quitté cette page\u00a0: une donnée n’est pas valide${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'Le service est trop occupé en ce moment. Attendez une minute.';
    if (code === 'unauthorized')
      return 'Votre session ne le permet pas. Connectez-vous, puis appuyez de nouveau.';
    if (code === 'too-large') return 'La taille dépasse celle admise par le service.';
    return `Le service n’a pas donné de raison${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Pas encore connu',
  unknownText:
    'Nous n’avons pas eu de réponse claire\u00a0: le lien existe peut-être, ou non. Rien n’est renvoyé automatiquement.',
  unknownLook: 'Cherchez-le dans votre liste de liens de paiement.',
  unknownFound: 'S’il y est, partagez celui-là.',
  unknownNotFound: 'Seulement s’il n’y est pas, créez-le à nouveau.',
  lookInList: 'Chercher dans la liste',
  looking: 'Recherche…',
  foundLike: ({ count, amount }) =>
    plural(count, {
      one: `Un nouveau lien de ${amount} est dans la liste. Est-ce celui-ci\u00a0?`,
      other: `${count.text} nouveaux liens de ${amount} sont dans la liste. Lequel est-ce\u00a0?`,
    }),
  noneLike: ({ amount }) =>
    `Aucun nouveau lien de ${amount} n’est dans la liste. Il peut encore y apparaître\u00a0: regardez à nouveau dans une minute.`,
  listNotRead: 'Nous n’avons pas pu lire la liste.',
  isThisOne: (reference) => `C’est ${reference}`,
  isListed: 'Il est dans la liste',
  isNotListed: 'Il n’est pas dans la liste',

  createdTitle: 'Lien de paiement créé',
  amountSent: (amount) => `Envoyé avec un montant de ${amount}`,
  createdText: 'Transmettez cette adresse à votre client.',
  foundText:
    'Le service n’a pas dit quel lien il a créé. Celui-ci est le seul nouveau de votre liste qui corresponde\u00a0: partagez son adresse.',
  unconfirmedLooking: 'Le service n’a pas renvoyé d’adresse. Recherche du lien dans votre liste…',
  unconfirmedText:
    'Le service n’a pas renvoyé d’adresse. Vous trouverez le lien, avec son adresse, dans votre liste de liens de paiement.',
  unconfirmedSeveral: ({ count }) =>
    plural(count, {
      one: 'Le service n’a pas renvoyé d’adresse, et un nouveau lien de votre liste lui ressemble. Cherchez-y le vôtre.',
      other: `Le service n’a pas renvoyé d’adresse, et ${count.text} nouveaux liens de votre liste lui ressemblent, aucun n’est donc affiché. Cherchez-y le vôtre.`,
    }),
  unconfirmedNone: 'Le service n’a pas renvoyé d’adresse, et le lien n’est pas encore dans votre liste.',
  lookAgain: 'Regarder à nouveau',
  unsafeAddress:
    'Le service n’a pas donné d’adresse que l’on puisse ouvrir sans risque. Regardez dans votre liste de liens de paiement.',
  reference: 'Référence',
  status: 'Statut',
  created: 'Créé le',
  createAnother: 'En créer un autre',
};

/** Statuses that services are known to use. Other statuses are shown unchanged. */
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

const paymentLinkList: Labels['paymentLinkList'] = {
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
  unpaid: 'En attente',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Nouveau',
  absent: '—',
  noAddress: 'Sans adresse',
  loading: 'Chargement des liens de paiement…',
  emptyTitle: 'Pas encore de liens de paiement',
  emptyText: 'Les liens que vous créez apparaissent ici, avec leur adresse à partager.',
  emptyPage: 'Il n’y a plus de liens sur cette page.',
  errorTitle: 'Les liens n’ont pas pu être chargés',
  errorText: 'Les liens eux-mêmes ne sont pas touchés. Vérifiez la connexion, puis rechargez.',
  errorAnswered: 'Les liens eux-mêmes ne sont pas touchés. Réessayez dans un instant.',
  serviceSays: paymentLinkForm.serviceSays,
  tryAgain: 'Réessayer',
  refresh: 'Actualiser',
  open: ({ count, amount, isPart }) =>
    [
      (count.value === 0 ? 'Aucun en attente' : `${count.text} en attente`) +
        (isPart ? ' sur cette page' : ''),
      count.value > 0 && amount,
    ]
      .filter(Boolean)
      .join(', '),
  filter: 'Afficher sur cette page',
  all: 'Tous',
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

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Approuvé',
  preAuth: 'Autorisé',
  capture: 'Prélevé',
  void: 'Annulé',
  refund: 'Remboursé',
  closeBatch: 'Journée clôturée',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'approuvés',
  preAuth: 'autorisés',
  capture: 'prélevés',
  refund: 'remboursés',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'n’ont pas été prélevés',
  refund: 'n’ont pas été rendus',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'Nous ne savons pas encore si la carte a été débitée',
  preAuth: 'Nous ne savons pas encore si le montant a été autorisé',
  capture: 'Nous ne savons pas encore si le montant a été prélevé',
  void: 'Nous ne savons pas encore si le paiement a été annulé',
  refund: 'Nous ne savons pas encore si le remboursement a été fait',
  closeBatch: 'Nous ne savons pas encore si la journée a été clôturée',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'le paiement',
  preAuth: 'la préautorisation',
  capture: 'le prélèvement',
  void: 'l’annulation',
  refund: 'le remboursement',
  closeBatch: 'la clôture de journée',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'sur l’écran du terminal',
  receipt: 'sur le reçu',
  'back-office': 'dans le back-office',
  other: 'ailleurs',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

const paymentStatus: Labels['paymentStatus'] = {
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
    `Nous ne l’avons pas encore vu commencer. Vérifiez que ${terminal} est allumé, connecté et libre.`,
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
    'Votre session a pris fin, nous ne pouvons donc pas lire le résultat. Le paiement continue. Connectez-vous pour le voir.',
  takingLong: 'C’est long\u00a0?',
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
  askedFor: 'Demandé',
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'restent à payer'}.`,
  withTip: ({ tip }) => `Avec un pourboire de ${tip}.`,
  authorizedSentence: 'Le montant est bloqué, pas débité. Prélevez-le pour être payé.',
  batchClosedSentence: 'Le versement est lancé. Sa fin n’est pas annoncée ici.',
  failedTitle: 'Non abouti',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Demandez une autre carte ou un autre moyen de paiement.'
      : 'Vérifiez le paiement dans le back-office.',
  rejectedTitle: 'Non accepté',
  rejectedSentence: 'Le service de paiement ne l’a pas accepté. Rien ne s’est produit.',
  rejectedAdvice: 'Vérifiez votre saisie avant d’envoyer à nouveau.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `Il est trop occupé en ce moment. Attendez ${seconds.text} seconde.`,
      other: `Il est trop occupé en ce moment. Attendez ${seconds.text} secondes.`,
    }),
  rejectedSignIn: 'Votre session ne le permet pas. Connectez-vous, puis recommencez.',
  notArrived: 'L’envoi n’a pas abouti. Rien ne s’est produit.',
  keptBack: ({ code, field }) => {
    if (code === 'terminal-busy')
      return 'Rien n’a été envoyé\u00a0: un autre paiement est en cours sur ce terminal, ou son résultat n’est pas encore connu. Attendez son résultat. S’il n’en vient aucun, ouvrez cet autre paiement et appuyez sur ce que vous avez vu. Envoyez ensuite celui-ci de nouveau.';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return 'Rien n’a été envoyé\u00a0: le total de la commande serait dépassé. Si c’est voulu, envoyez-le de nouveau.';
    if (code === 'needs-confirmation')
      return 'Rien n’a été envoyé\u00a0: le même montant a été envoyé il y a peu. Si c’est voulu, envoyez-le de nouveau.';
    if (code === 'needs-approval')
      return field
        ? 'Rien n’a été envoyé\u00a0: le code n’a pas été accepté.'
        : 'Rien n’a encore été envoyé.';
    return field === 'amount'
      ? 'Rien n’a été envoyé\u00a0: il ne reste pas autant.'
      : 'Rien n’a été envoyé\u00a0: après ce qui a déjà été fait, ce paiement ne le permet pas.';
  },
  ...approval,
  notSent: 'Rien n’a quitté cette page. Rien ne s’est produit.',
  notSentReason: ({ code, field }) => {
    const what =
      code === 'configuration' ? 'Cette page n’est pas bien configurée' : 'Une donnée n’est pas valide';
    return `${what}${field ? ` (${field})` : ''}. Prévenez la personne qui la gère.`;
  },
  resolvedTitle: ({ kind, charged, approved, asked }) => {
    const part = approved && asked ? `\u00a0: ${approved} sur ${asked}` : '';
    if (takesCard(kind)) return charged ? `Noté comme débité${part}` : 'Noté comme non débité';
    return charged ? `Noté comme effectué${part}` : 'Noté comme non effectué';
  },
  resolvedSentence: ({ basis }) => `Quelqu’un ici l’a vu ${bases[basis]}. Le service ne l’a pas confirmé.`,

  unknownTitle: 'Pas encore connu',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'Tout a été envoyé, et aucune réponse n’est arrivée.',
  reasonBadResponse: 'Une réponse est arrivée que nous n’avons pas pu lire.',
  reasonConflict: 'Le service indique que le terminal est occupé, peut-être par ce paiement même.',
  reasonHttpError: 'Le service a eu lui-même un problème.',
  reasonRedirect: 'La réponse renvoyait à une autre adresse, que nous n’avons pas suivie.',
  reasonReloaded: 'Cette page a été fermée ou rechargée avant la réponse.',
  reasonServiceTimeout: 'Le service a cessé d’attendre le terminal.',
  reasonStopped: 'Quelqu’un a cessé d’attendre ici. Cela n’a pas annulé le paiement.',
  reasonMaxWait: 'Le résultat n’est pas venu à temps.',
  reasonGone: 'Le service ne connaît plus ce paiement.',
  reasonUnrecognisedStatus: 'Le service a donné une réponse que nous ne connaissons pas.',
  reasonContradiction: 'Le service a donné deux résultats qui se contredisent.',
  reasonDuplicateId: 'Le service a donné à ce paiement la référence d’un autre.',
  seenProcessing: 'Le service s’en occupait',
  notSeenProcessing: 'Nous ne l’avons pas vu commencer',
  unknownCaution: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Si ${terminal} demande une carte, attendez. Ne commencez pas d’autre paiement.`
      : `Si ${terminal} s’en occupe encore, attendez.`,
  findOut: 'Regardez à l’un de ces endroits, puis appuyez sur ce que vous avez vu',
  findOnTerminal: ({ terminal }) => `Regardez l’écran de ${terminal}.`,
  findOnReceipt: 'Regardez le reçu imprimé.',
  findOnReport: 'Regardez le rapport de clôture imprimé.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` de la commande ${orderNumber}` : amount ? ` de ${amount}` : '';
    return `Cherchez ${nouns[kind]}${of} dans le back-office.`;
  },
  findElsewhere: ({ kind }) =>
    kind === 'closeBatch'
      ? 'Regardez ailleurs.'
      : 'Regardez ailleurs, par exemple dans l’application bancaire du client.',
  unknownMore: 'En savoir plus',
  stillAsking: 'Nous continuons à interroger le service. Un résultat tardif apparaîtra ici de lui-même.',

  note: 'Où et comment',
  noteMissing: 'Indiquez où vous l’avez vu.',
  charged: ({ kind }) => (takesCard(kind) ? 'Carte débitée' : 'Cela a été effectué'),
  notCharged: ({ kind }) => (takesCard(kind) ? 'Carte non débitée' : 'Cela n’a pas été effectué'),
  confirmTitle: ({ kind }) =>
    takesCard(kind)
      ? 'Est-il certain que la carte n’a pas été débitée\u00a0?'
      : 'Est-il certain que cela n’a pas été effectué\u00a0?',
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? 'Si elle l’a été, le client paiera deux fois quand vous encaisserez de nouveau.'
      : 'Si c’est le cas, le refaire le fera deux fois.',
  confirmYes: ({ kind }) => (takesCard(kind) ? 'Oui, carte non débitée' : 'Oui, cela n’a pas été effectué'),
  confirmNo: 'Revenir',

  amountMismatch: 'Le service annonce un autre montant que celui envoyé. Comparez-le avec le reçu.',
  moreThanAsked: ({ over }) => `${over} de plus que demandé. Comparez avec le reçu.`,
  contradiction: 'Le service a ensuite annoncé autre chose. Vérifiez ce paiement dans le back-office.',
  resolutionRefused: 'Votre réponse n’a pas pu être enregistrée. Vérifiez le paiement et répondez à nouveau.',
  contradictsOperator: 'Quelqu’un ici avait indiqué autre chose. C’est le résultat du service qui compte.',
  duplicateId: 'Un autre paiement a la même référence. Vérifiez les deux dans le back-office.',

  terminal: 'Terminal',
  time: 'Date',
  orderNumber: 'Numéro de commande',
  reference: 'Référence',
  messageId: 'Message',
  code: 'Code',
  copy: ({ what }) => `Copier\u00a0: ${what.toLowerCase()}`,
  copied: 'Copié',
};

const mirrored: Record<MirroredKind, MirroredKindWords> = {
  pay: {
    asked: 'À payer',
    present: 'Présentez, insérez ou glissez votre carte',
    complete: 'Paiement accepté',
    completeText: 'Merci !',
    partial: 'Payé en partie',
    due: 'Reste à payer',
    failed: 'Paiement non abouti',
    nothingMoved: 'Votre carte n’a pas été débitée.',
  },
  preAuth: {
    asked: 'À bloquer',
    present: 'Présentez, insérez ou glissez votre carte',
    complete: 'Montant bloqué sur votre carte',
    completeText: 'Rien n’a encore été débité.',
    partial: 'Bloqué en partie',
    due: 'Non bloqué',
    failed: 'Aucun montant bloqué',
    nothingMoved: 'Votre carte n’a pas été débitée.',
  },
  capture: {
    asked: 'À payer',
    present: 'Nous finalisons votre paiement',
    complete: 'Paiement accepté',
    completeText: 'Merci !',
    partial: 'Payé en partie',
    due: 'Reste à payer',
    failed: 'Paiement non abouti',
    nothingMoved: 'Votre carte n’a pas été débitée.',
  },
  void: {
    asked: 'À annuler',
    present: 'Nous annulons votre paiement',
    complete: 'Paiement annulé',
    completeText: 'Votre carte ne sera pas débitée.',
    partial: 'Annulé en partie',
    due: 'Non annulé',
    failed: 'Paiement non annulé',
    nothingMoved: 'Le paiement reste inchangé.',
  },
  refund: {
    asked: 'Remboursement',
    present: 'Nous vous remboursons',
    complete: 'Remboursement effectué',
    completeText: 'L’argent revient sur votre carte. Cela peut prendre quelques jours.',
    partial: 'Remboursé en partie',
    due: 'Reste à rembourser',
    failed: 'Remboursement non abouti',
    nothingMoved: 'Rien n’a été remboursé.',
  },
};

/** Customers read these words, not shopkeepers. */
const paymentMirror: Labels['paymentMirror'] = {
  region: 'Votre paiement',
  asked: ({ kind }) => mirrored[kind].asked,
  sending: 'Un instant, s’il vous plaît',
  present: ({ kind }) => mirrored[kind].present,
  followTerminal: 'Suivez les indications du terminal de paiement.',
  complete: ({ kind }) => mirrored[kind].complete,
  completeText: ({ kind }) => mirrored[kind].completeText,
  withTip: ({ tip }) => `Dont ${tip} de pourboire`,
  partial: ({ kind }) => mirrored[kind].partial,
  partialDue: ({ kind, due }) => `${mirrored[kind].due} : ${due}`,
  failed: ({ kind }) => mirrored[kind].failed,
  nothingMoved: ({ kind }) => mirrored[kind].nothingMoved,
  checking: 'Veuillez patienter',
  checkingText: ({ kind }) =>
    takesCard(kind)
      ? 'Nous vérifions votre paiement. Merci de ne pas payer une nouvelle fois.'
      : 'Nous vérifions.',
  scan: 'Scannez le code pour payer',
  scanText: 'Visez-le avec l’appareil photo de votre téléphone.',
  qrCode: 'QR code pour payer',
  qrCodeFailed: 'Le code ne peut pas s’afficher. Adressez-vous à notre équipe.',
};

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'La carte n’a pas été débitée.',
  preAuth: 'Rien n’est bloqué sur la carte.',
  capture: 'Rien n’a été prélevé.',
  void: 'Le paiement n’a pas été annulé.',
  refund: 'Rien n’a été rendu.',
  closeBatch: 'La journée n’a pas été clôturée.',
};

const receipt: Labels['receipt'] = {
  print: 'Imprimer',
  reprint: 'Duplicata',
  notReceipt: ({ state }) => `${state} : ceci n’est pas un reçu`,
  underWay: 'Pas encore terminé',
  notReceiptText: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Ne payez pas une seconde fois tant que ce n’est pas clair. Regardez l’écran de ${terminal} ou le back-office.`
      : `Ne recommencez pas tant que ce n’est pas clair. Regardez l’écran de ${terminal} ou le back-office.`,
  tip: 'Pourboire',
  total: 'Total',
  held: 'Bloqué, pas encore débité.',
  voided: 'Le paiement a été annulé. La carte n’est pas débitée.',
  refunded: 'L’argent revient sur la carte, ce qui peut prendre quelques jours.',
  nothingMoved: ({ kind }) => nothingMoved[kind],
};

const sentBefore = ({ amount, terminal, time }: SentBefore) =>
  terminal
    ? `${amount} envoyés à ${terminal}${time ? ` (${time})` : ''}.`
    : `${amount} envoyés il y a peu, peut-être à une autre caisse.`;

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Ce paiement est passé.',
  partial: 'Une partie a été approuvée.',
  failed: 'Ce paiement n’a pas abouti.',
  rejected: 'Le service ne l’a pas accepté.',
  unknown: 'Personne ne sait encore ce qu’il est devenu.',
};

const terminalCheckout: Labels['terminalCheckout'] = {
  form: 'Nouveau paiement',
  formAuthorize: 'Nouvelle préautorisation',
  orderNumber: 'Numéro de commande',
  orderNumberMissing: 'Saisissez un numéro de commande.',
  customValues: 'Détails',
  choose: 'Choisissez…',
  customValueMissing: 'Cette information est nécessaire.',
  quickAmounts: 'Montants rapides',
  orderTotal: 'Total',
  orderPaid: 'Payé',
  orderPending: 'Réservé, ou pas encore connu',
  orderDue: 'Reste à payer',
  orderSettled: 'Cette commande est payée.',
  orderAlone: 'Seul ce que ce navigateur a encaissé est compté.',
  orderUnread: 'Ce qui reste à payer ne peut pas être lu pour le moment.',
  split: 'Partager en parts égales',
  splitFewer: 'Une personne de moins',
  splitMore: 'Une personne de plus',
  splitInto: ({ people }) =>
    plural(people, { one: `${people.text} personne`, other: `${people.text} personnes` }),
  tooMuchTitle: 'Encaisser plus que le reste à payer\u00a0?',
  tooMuchSentence: ({ due }) => `Il ne reste que ${due} à payer pour cette commande.`,
  receipt: 'Envoyer un reçu',
  receiptMissing: 'Cochez cette case pour continuer.',
  email: 'E-mail',
  phone: 'Téléphone',
  emailMissing: 'Saisissez une adresse e-mail.',
  phoneMissing: 'Saisissez un numéro de téléphone.',
  emailInvalid: 'Saisissez une adresse comme nom@example.com.',
  phoneInvalid: 'Saisissez un numéro de téléphone avec ses chiffres.',
  receiptAddressMissing: 'Saisissez une adresse e-mail ou un numéro de téléphone où envoyer le reçu.',
  terminalMissing: 'Choisissez un terminal.',
  terminalNotLoaded: 'Chargez d’abord la liste des terminaux.',

  charge: ({ amount, terminal }) =>
    ['Encaisser', amount, terminal && `sur ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['Autoriser', amount, terminal && `sur ${terminal}`].filter(Boolean).join(' '),
  loading: 'Un instant…',
  loadAgain: 'Non chargé. Réessayer',
  notLoaded:
    'Rien ne peut encore être envoyé\u00a0: une partie de cette page n’a pas pu être chargée. Vérifiez la connexion et réessayez. Si cela ne suffit pas, rechargez la page.',
  missingBoth: 'Il manque\u00a0: terminal et montant.',
  missingTerminal: 'Il manque\u00a0: terminal.',
  missingAmount: 'Il manque\u00a0: montant.',
  terminalBusy: ({ terminal }) => `${terminal} est occupé par un autre paiement.`,

  confirmTitle: ({ amount, terminal }) => `Encaisser ${amount} sur ${terminal}\u00a0?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `Autoriser ${amount} sur ${terminal}\u00a0?`,
  confirmText: ({ terminal }) => `${terminal} demandera la carte dès que vous direz oui.`,
  confirmYes: ({ amount }) => `Oui, encaisser ${amount}`,
  confirmAuthorizeYes: ({ amount }) => `Oui, autoriser ${amount}`,

  unusual: 'C’est au moins dix fois le montant habituel ici.',
  duplicateAuthorizeTitle: 'Autoriser encore une fois le même montant\u00a0?',
  duplicateTitle: 'Encaisser encore une fois le même montant\u00a0?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = sentBefore({ amount, terminal, time });
    const said = `Quelqu’un l’a noté comme ${charged ? 'débité' : 'non débité'}.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  cancel: 'Revenir',
  chargeAgain: ({ amount }) => `Oui, encaisser encore ${amount}`,
  authorizeAgain: ({ amount }) => `Oui, autoriser encore ${amount}`,
  busyNotice: ({ terminal }) => `Rien n’a été envoyé\u00a0: ${terminal} est occupé par ce paiement.`,
  busyElsewhere: ({ terminal }) =>
    `Rien n’a été envoyé\u00a0: ${terminal} est occupé par un paiement d’une autre fenêtre.`,
  noJournal:
    'Rien n’a été envoyé\u00a0: cet appareil n’a pas pu enregistrer le paiement, et son résultat pourrait être perdu. Autorisez ce site à conserver des données, puis appuyez de nouveau.',
  tooSlow:
    'Rien n’a été envoyé\u00a0: cet appareil a été trop lent pour enregistrer le paiement. Appuyez de nouveau.',
  unreachable:
    'Rien n’a été envoyé\u00a0: la connexion au service de paiement est interrompue. Vérifiez la connexion de cet appareil, puis appuyez de nouveau. Si cela ne peut pas attendre, encaissez autrement.',
  refusedField: 'Rien n’a été envoyé\u00a0: modifiez d’abord ceci.',
  refused: ({ field }) =>
    `Rien n’a été envoyé\u00a0: une donnée n’est pas valide${field ? ` (${field})` : ''}. Prévenez la personne qui gère cette page.`,

  nextCustomer: 'Client suivant',
  tryAgain: ({ amount }) => `Réessayer, ${amount}`,
  tryAgainIn: ({ seconds }) =>
    plural(seconds, {
      one: `Réessayer dans ${seconds.text} seconde`,
      other: `Réessayer dans ${seconds.text} secondes`,
    }),
  lastSale: 'Dernier paiement',
  seenLast: 'Vu',
  add: 'Ajouter',
  addReceipt: 'Reçu',
  takeRest: ({ kind, amount }) => `${kind === 'pay' ? 'Encaisser' : 'Autoriser'} les ${amount} restants`,
  backToSale: 'Revenir à cette vente',
  decideLater: 'Décider plus tard',
  unknown: ({ count, amount, terminal }) =>
    [`${count.text} à vérifier`, amount, terminal].filter(Boolean).join(', '),
  decideLaterHint: ({ terminal }) => `${terminal} reste occupé jusque-là.`,
};

const terminalPicker: Labels['terminalPicker'] = {
  label: 'Terminal',
  placeholder: 'Choisissez un terminal',
  toggle: 'Afficher les terminaux',
  loading: 'Chargement des terminaux…',
  empty: 'Pas encore de terminaux',
  emptyHint: 'Demandez à votre prestataire de paiement d’en activer un. Il apparaîtra ici de lui-même.',
  loadError: 'Les terminaux n’ont pas pu être chargés.',
  retry: 'Recharger',
  noMatch: ({ query }) => `Aucun terminal ne correspond à «\u00a0${query}\u00a0»`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} terminal`, other: `${count.text} terminaux` }),
  moreResults: ({ shown, count }) =>
    `${shown.text} affichés sur ${count.text}. Tapez pour en trouver d’autres.`,
  loadingMore: 'Chargement de la suite…',
  searching: ({ searched, pages }) => `Recherche… ${searched.text} pages sur ${pages.text}`,
  searchPaused: ({ searched, pages }) =>
    `Recherche faite sur ${searched.text} des ${pages.text} pages. Le service a demandé une pause.`,
  searchFailed: ({ searched, pages }) =>
    `Recherche faite sur ${searched.text} des ${pages.text} pages. Les autres n’ont pas pu être chargées.`,
  searchOn: 'Chercher dans le reste',
  refreshing: 'Actualisation…',
  refreshError: 'La liste n’a pas pu être actualisée et peut être périmée.',
  free: 'Libre',
  busy: 'Occupé',
  unresolved: 'Pas encore connu',
  unreachable: 'Injoignable',
  chosenBusy: ({ terminal }) => `${terminal} est occupé par un autre paiement.`,
  chosenUnresolved: ({ terminal }) =>
    `On ne sait pas encore comment le dernier paiement sur ${terminal} s’est terminé.`,
  chosenUnreachable: ({ terminal }) => `${terminal} est injoignable. Vérifiez qu’il est allumé et connecté.`,
  lookAgain: 'Vérifier à nouveau',
  freeNow: 'Libres maintenant',
  lastSeen: ({ at }) => `Vu pour la dernière fois\u00a0: ${at}`,
  unlisted: 'Ce terminal n’est plus dans votre liste. Vérifiez que c’est le bon.',
  useAnyway: 'L’utiliser quand même',
  required: 'Choisissez un terminal.',
};

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'C’est passé.',
  partial: 'C’est passé en partie.',
  failed: 'Cela n’a pas abouti.',
  rejected: 'Le service ne l’a pas accepté.',
};

const giveBackTexts: Record<GiveBackWay, string> = {
  release: 'Tout le montant bloqué est libéré. Le client n’est pas débité.',
  cancel: 'Le paiement est annulé\u00a0: le client n’est pas débité.',
  try: 'S’il n’est pas trop tard, le paiement est annulé et le client n’est pas débité. Sinon, vous pourrez le rembourser dans un second temps.',
  part: 'Une partie retourne sur la carte, ce qui peut prendre quelques jours. C’est possible seulement après la clôture de journée.',
  refund: 'L’argent retourne sur la carte, ce qui peut prendre quelques jours.',
};

const transactionActions: Labels['transactionActions'] = {
  region: 'Paiement',
  title: ({ kind }) => (kind === 'pay' ? 'Vente' : 'Préautorisation'),
  terminal: 'Terminal',
  captured: 'Prélevé',
  refunded: 'Remboursé',
  leftToCapture: 'Reste à prélever',
  leftToRefund: 'Reste remboursable',
  settlement: 'Clôture de journée',
  settled: 'Faite',
  notSettled: 'Pas encore',
  reference: 'Référence',

  capture: 'Prélever',
  captureText: 'Prélève le montant bloqué, en tout ou en partie, une seule fois.',
  captureHint: ({ max, rest }) =>
    rest === undefined
      ? `Jusqu’à ${max}.`
      : `Jusqu’à ${max}. Les ${rest} restants ne pourront pas être prélevés plus tard.`,
  captureTooMuch: ({ max }) => `Seuls ${max} sont bloqués.`,
  captureButton: ({ amount, terminal }) => (amount ? `Prélever ${amount} sur ${terminal}` : 'Prélever'),
  giveBack: ({ isHold }) => (isHold ? 'Libérer le montant' : 'Rendre l’argent'),
  giveBackText: ({ way }) => giveBackTexts[way],
  partLater: 'Vous pourrez rendre une partie après la clôture de journée.',
  giveBackHint: ({ max, rest }) =>
    rest === undefined ? `Jusqu’à ${max}.` : `Jusqu’à ${max}. Les ${rest} restants demeurent payés.`,
  giveBackTooMuch: ({ max }) => `Vous pouvez rendre au plus ${max}.`,
  giveBackButton: ({ amount, isHold }) => {
    if (isHold) return amount ? `Libérer ${amount}` : 'Libérer';
    return amount ? `Rendre ${amount}` : 'Rendre';
  },

  confirmTitle: ({ amount, way }) =>
    way === 'release' ? `Libérer ${amount}\u00a0?` : `Rendre ${amount}\u00a0?`,
  confirmText: ({ amount, terminal, rest, way }) => {
    switch (way) {
      case 'release':
        return `Les ${amount} bloqués sur ${terminal} sont libérés et ne pourront plus être prélevés. C’est irréversible.`;
      case 'cancel':
        return `La vente de ${amount} sur ${terminal} est annulée, et le client n’est pas débité. C’est irréversible.`;
      case 'try':
        return `S’il n’est pas trop tard, la vente de ${amount} sur ${terminal} est annulée, et le client n’est pas débité. C’est irréversible. S’il est trop tard, rien n’est encore rendu.`;
      case 'part':
      case 'refund':
        return `${amount} retournent sur la carte du client, sur ${terminal}. ${rest ? `${rest} demeurent payés. ` : ''}C’est irréversible.`;
    }
  },
  confirmDoubt:
    'Un essai précédent a peut-être abouti malgré tout. Vérifiez d’abord sur le reçu ou dans votre back-office.',
  confirmYes: ({ amount, way }) => (way === 'release' ? `Oui, libérer ${amount}` : `Oui, rendre ${amount}`),
  goBack: 'Revenir',

  insteadHint:
    'Il est peut-être trop tard pour annuler. Vous pouvez rembourser à la place\u00a0: l’argent retourne sur la carte, ce qui peut prendre quelques jours.',
  instead: ({ amount }) => `Rembourser plutôt ${amount}`,

  voided: 'Ce paiement a été annulé. On ne peut plus rien en faire.',
  allRefunded: 'Tout a été remboursé.',
  nothingCaptured: 'Rien n’a été prélevé, il n’y a donc rien à rendre.',
  underWay: 'Ce paiement est en cours de traitement à une autre caisse. Attendez que ce soit terminé.',
  role: 'Vous ne pouvez pas rembourser ici. Demandez à une personne qui le peut.',
  terminalGone: ({ terminal }) =>
    `L’argent ne peut être rendu que sur ${terminal}, qui n’est plus parmi vos terminaux.`,

  duplicateTitle: 'Envoyer encore une fois le même montant\u00a0?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = sentBefore({ amount, terminal, time });
    return `${sent} ${actionDoubts[phase] ?? 'Il n’est pas certain de ce qui en est advenu.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Oui, prélever encore ${amount}` : `Oui, rendre encore ${amount}`,
  busy: ({ terminal }) => `Rien n’a été envoyé\u00a0: ${terminal} est occupé par ce paiement.`,
  busyElsewhere: ({ terminal }) =>
    `Rien n’a été envoyé\u00a0: ${terminal} est occupé par un paiement d’une autre fenêtre.`,
  noJournal:
    'Rien n’a été envoyé\u00a0: cet appareil n’a pas pu enregistrer le paiement, et son résultat pourrait être perdu. Autorisez ce site à conserver des données, puis appuyez de nouveau.',
  tooSlow: 'Rien n’a été envoyé\u00a0: cet appareil a été trop lent pour l’enregistrer. Appuyez de nouveau.',
  unreachable:
    'Rien n’a été envoyé\u00a0: la connexion au service de paiement est interrompue. Vérifiez la connexion de cet appareil, puis appuyez de nouveau.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount')
      return 'Rien n’a été envoyé\u00a0: il ne reste pas autant.';
    if (code === 'not-allowed')
      return 'Rien n’a été envoyé\u00a0: autre chose a été fait, ou est en cours, sur ce paiement.';
    return `Rien n’a été envoyé\u00a0: une donnée n’est pas valide${field ? ` (${field})` : ''}. Prévenez la personne qui gère cette page.`;
  },
  back: 'Revenir au paiement',
};

const seenOn: Record<ResolutionBasis, string> = {
  'terminal-screen': 'vu sur le terminal',
  receipt: 'vu sur un reçu',
  'back-office': 'vu dans le back-office',
  other: 'appris autrement',
};

const transactionList: Labels['transactionList'] = {
  region: 'Paiements',
  loading: 'Chargement des paiements',
  notLoaded: 'Les paiements n’ont pas pu être chargés.',
  tryAgain: 'Réessayer',
  onlyThisBrowser: 'Ce sont les paiements de cet appareil. Ceux des autres caisses n’y sont pas.',
  headline: ({ taken, givenBack, payments }) =>
    `${taken} encaissés en ${plural(payments, { one: `${payments.text} paiement`, other: `${payments.text} paiements` })}${givenBack === undefined ? '' : `, ${givenBack} rendus`}`,
  onlyGivenBack: ({ givenBack }) => `${givenBack} rendus`,
  nothingTaken: 'Rien d’encaissé',

  day: 'Jour',
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  anyDay: 'Tous les jours',
  date: 'Date',

  search: 'Chercher un montant, un numéro de commande ou de paiement',
  readAsAmount: ({ amount }) => `Recherche du montant ${amount}`,
  readAsNumber: ({ text }) => `Recherche du numéro de commande ou de paiement « ${text} »`,
  searchAmountInstead: ({ amount }) => `Chercher plutôt le montant ${amount}`,
  searchNumberInstead: ({ text }) => `Chercher plutôt le numéro de commande ou de paiement « ${text} »`,

  filter: 'Afficher',
  all: 'Tous',
  approved: 'Acceptés',
  notCompleted: 'Non aboutis',
  unknown: 'Pas encore connus',
  underWay: 'En cours',
  unseen: 'Pas encore vus',
  givenBack: 'Rendus',
  terminal: 'Terminal',
  anyTerminal: 'Tous les terminaux',
  actor: 'Commencés par',
  anyActor: 'Tout le monde',
  clear: 'Tout afficher',

  toLookAt: 'À vérifier',
  others: 'Tous les autres',
  order: ({ number }) => `Commande ${number}`,
  more: 'Afficher plus',

  emptyTitle: 'Pas encore de paiement aujourd’hui',
  emptyText: 'Chaque paiement et chaque remboursement figurera ici, avec son résultat.',
  emptyDay: 'Aucun paiement ce jour-là.',
  noMatch: 'Aucun paiement ne correspond.',

  download: 'Télécharger en tableau (CSV)',
  downloading: 'Préparation du tableau',
  csvFile: ({ day }) => `paiements-${day}.csv`,
  notDownloaded: 'Le tableau n’a pas pu être créé. Choisissez moins de jours ou réessayez.',

  detailNotLoaded: 'Impossible de charger les détails.',
  history: 'Ce qui s’est passé',
  startedBy: ({ actor }) => (actor === undefined ? 'Envoyé au terminal' : `Envoyé au terminal par ${actor}`),
  atTerminal: 'Au terminal',
  becameUnknown: 'Pas encore connu',
  resolved: ({ charged, basis, actor }) =>
    `${actor === undefined ? 'Noté' : `${actor} a noté`} : ${charged ? 'débité' : 'non débité'}, ${seenOn[basis]}`,
  approvedBy: ({ actor }) =>
    actor === undefined ? 'Approuvé par une autre personne' : `Approuvé par ${actor}`,
  seenBy: ({ actor }) => (actor === undefined ? 'Vu' : `Vu par ${actor}`),
  doubtful: 'Quelque chose ne concorde pas',
  acknowledge: 'Terminé',
  elsewhere: 'Une autre caisse a ce paiement. Son résultat figurera ici.',
  slip: 'Ticket',
};

/** French, formal. Not yet reviewed by a native speaker. */
export const fr: Labels = {
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
