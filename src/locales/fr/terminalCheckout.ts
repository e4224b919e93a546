import type { TerminalCheckoutLabels } from '../../components/terminal-checkout/terminalCheckoutLabels.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Ce paiement est passé.',
  partial: 'Une partie a été approuvée.',
  failed: 'Ce paiement n’a pas abouti.',
  rejected: 'Le service ne l’a pas accepté.',
  unknown: 'Personne ne sait encore ce qu’il est devenu.',
};

/** Not yet reviewed by a native speaker. */
export const terminalCheckout: TerminalCheckoutLabels = {
  form: 'Nouveau paiement',
  formAuthorize: 'Nouvelle préautorisation',
  orderNumber: 'Numéro de commande',
  orderNumberMissing: 'Saisissez un numéro de commande.',
  customValues: 'Détails',
  choose: 'Choisissez…',
  customValueMissing: 'Cette information est nécessaire.',
  quickAmounts: 'Montants rapides',
  receipt: 'Envoyer un reçu',
  receiptMissing: 'Cette case doit être cochée.',
  email: 'E-mail',
  phone: 'Téléphone',
  emailMissing: 'Saisissez une adresse e-mail.',
  phoneMissing: 'Saisissez un numéro de téléphone.',
  emailInvalid: 'Saisissez une adresse comme nom@example.com.',
  phoneInvalid: 'Saisissez un numéro de téléphone avec ses chiffres.',
  receiptAddressMissing: 'Saisissez une adresse e-mail ou un numéro de téléphone où envoyer le reçu.',
  terminalMissing: 'Choisissez un terminal.',
  terminalNotLoaded: 'La liste des terminaux doit d’abord être chargée.',

  charge: ({ amount, terminal }) =>
    ['Encaisser', amount, terminal && `sur ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['Autoriser', amount, terminal && `sur ${terminal}`].filter(Boolean).join(' '),
  missingBoth: 'Choisissez un terminal et saisissez un montant.',
  missingTerminal: 'Choisissez un terminal.',
  missingAmount: 'Saisissez un montant.',
  terminalBusy: ({ terminal }) => `${terminal} est occupé par un autre paiement.`,

  confirmTitle: ({ amount, terminal }) => `Encaisser ${amount} sur ${terminal}\u00a0?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `Autoriser ${amount} sur ${terminal}\u00a0?`,
  confirmText: ({ terminal }) => `${terminal} demandera la carte dès que vous direz oui.`,
  confirmYes: ({ amount }) => `Oui, encaisser ${amount}`,
  confirmAuthorizeYes: ({ amount }) => `Oui, autoriser ${amount}`,

  duplicateAuthorizeTitle: 'Autoriser encore une fois le même montant\u00a0?',
  duplicateTitle: 'Encaisser encore une fois le même montant\u00a0?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = `${amount} envoyés à ${terminal}${time ? ` (${time})` : ''}.`;
    const said = `Une personne l’a noté comme ${charged ? 'débité' : 'non débité'}.`;
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
  refusedField: 'Rien n’a été envoyé\u00a0: cela ne peut pas être envoyé ainsi. Modifiez-le.',
  refused: ({ field }) =>
    `Rien n’a été envoyé\u00a0: la demande n’est pas valide${field ? ` (${field})` : ''}. Prévenez la personne qui gère cette page.`,

  nextCustomer: 'Client suivant',
  takeRest: ({ kind, amount }) => `${kind === 'pay' ? 'Encaisser' : 'Autoriser'} les ${amount} restants`,
  backToSale: 'Revenir à cette vente',
  decideLater: 'Décider plus tard',
  decideLaterHint: ({ terminal }) => `${terminal} reste occupé jusque-là.`,
};
