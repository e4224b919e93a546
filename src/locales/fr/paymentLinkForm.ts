import type { PaymentLinkFormLabels } from '../../components/payment-link-form/paymentLinkFormLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const paymentLinkForm: PaymentLinkFormLabels = {
  title: 'Nouveau lien de paiement',
  create: 'Créer le lien de paiement',
  creating: 'Création…',
  restored: 'Voici ce que vous aviez rempli auparavant.',
  filesLost: 'Les fichiers ne sont pas conservés\u00a0: ajoutez-les à nouveau.',
  startAfresh: 'Recommencer à zéro',

  showBilling: 'Demander l’adresse de facturation',
  showShipping: 'Demander l’adresse de livraison',
  applyDiscount: 'Appliquer une remise',
  applyDiscountHint:
    'Déduit un pourcentage lorsqu’une remise s’applique et que le client paie par carte de crédit.',
  discountHint: ({ percent }) => `Qui paie par carte de crédit paie ${percent} de moins.`,
  flagMissing: 'Cette case doit être cochée.',

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
  notUploaded: 'Tous les fichiers n’ont pas été envoyés. Renvoyez-les ou retirez-les d’abord.',

  estimate: 'Estimation',
  amount: 'Montant',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'taxes en sus',
  total: 'Total',
  discount: ({ percent }) => `Remise, ${percent}`,
  cardTotal: 'Par carte de crédit',
  taxRounding: 'Chaque taxe est arrondie séparément, la moitié vers le haut.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'La remise est déduite du total et arrondie, la moitié vers le haut.'
      : 'La remise est une part du montant hors taxes, arrondie, la moitié vers le haut.',
  notKnown: '—',

  serviceSays: (sentence) => `Le service indique\u00a0: ${sentence}`,
  rejectedTitle: 'Non accepté',
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `La demande n’a pas quitté cette page\u00a0: une donnée n’est pas valide${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited')
      return 'Le service reçoit trop de demandes en ce moment. Attendez une minute.';
    if (code === 'unauthorized')
      return 'Votre session ne le permet pas. Connectez-vous, puis appuyez de nouveau.';
    if (code === 'too-large') return 'La demande dépasse la taille admise par le service.';
    return `Le service n’a pas donné de raison${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Pas encore connu',
  unknownText:
    'Aucune réponse claire n’est arrivée\u00a0: le lien a pu être créé ou non. Rien n’est renvoyé automatiquement.',
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
  listNotRead: 'La liste n’a pas pu être lue.',
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
