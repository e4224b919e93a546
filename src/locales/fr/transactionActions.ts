import type { Phase } from '../../core/operations/terminalOperation.ts';
import type { TransactionActionsLabels } from '../../components/transaction-actions/transactionActionsLabels.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'C’est passé.',
  partial: 'C’est passé en partie.',
  failed: 'Cela n’a pas abouti.',
  rejected: 'Le service ne l’a pas accepté.',
};

/** Not yet reviewed by a native speaker. */
export const transactionActions: TransactionActionsLabels = {
  region: 'Opération sur carte',
  title: ({ kind }) => (kind === 'pay' ? 'Vente' : 'Préautorisation'),
  terminal: 'Terminal',
  captured: 'Capturé',
  refunded: 'Remboursé',
  leftToCapture: 'Reste à capturer',
  leftToRefund: 'Reste remboursable',
  settlement: 'Règlement',
  settled: 'Réglé',
  notSettled: 'Non réglé',
  reference: 'Référence',

  inDoubt:
    'Personne ne peut dire ici si le règlement a eu lieu. Le service n’acceptera pas ce qui ne convient pas.',
  capture: 'Capturer',
  captureText: 'Prélève ce que la préautorisation bloque, en tout ou en partie, une seule fois.',
  captureHint: ({ max, rest }) =>
    rest === undefined
      ? `Jusqu’à ${max}.`
      : `Jusqu’à ${max}. Les ${rest} restants ne pourront pas être capturés plus tard.`,
  captureTooMuch: ({ max }) => `Seuls ${max} ont été autorisés.`,
  captureButton: ({ amount, terminal }) => (amount ? `Capturer ${amount} sur ${terminal}` : 'Capturer'),
  void: 'Annuler',
  voidText: ({ isHold }) =>
    isHold
      ? 'Libère tout le montant bloqué. Rien n’est débité.'
      : 'Annule la totalité avant le règlement. Rien n’est débité.',
  voidTextInDoubt: 'Convient avant le règlement\u00a0: annule la totalité, et rien n’est débité.',
  voidButton: ({ amount }) => `Annuler ${amount}`,
  refund: 'Rembourser',
  refundText: 'Rend de l’argent sur la carte, en tout ou en partie.',
  refundTextInDoubt:
    'Convient après le règlement\u00a0: rend de l’argent sur la carte, en tout ou en partie.',
  refundHint: ({ max, rest }) =>
    rest === undefined ? `Jusqu’à ${max}.` : `Jusqu’à ${max}. Les ${rest} restants demeurent payés.`,
  refundTooMuch: ({ max }) => `Il ne reste que ${max} à rembourser.`,
  refundButton: ({ amount }) => (amount ? `Rembourser ${amount}` : 'Rembourser'),

  confirmVoidTitle: ({ amount }) => `Annuler la totalité des ${amount}\u00a0?`,
  confirmVoidText: ({ amount, terminal, isHold }) =>
    isHold
      ? `Les ${amount} bloqués sur ${terminal} sont libérés et ne pourront plus être capturés. C’est irréversible.`
      : `La vente de ${amount} sur ${terminal} est annulée, et le client n’est pas débité. C’est irréversible.`,
  confirmVoidYes: ({ amount }) => `Oui, annuler ${amount}`,
  confirmRefundTitle: ({ amount }) => `Rembourser ${amount}\u00a0?`,
  confirmRefundText: ({ amount, terminal, rest }) =>
    `${amount} retournent sur la carte du client, sur ${terminal}. ${rest ? `${rest} demeurent payés. ` : ''}C’est irréversible.`,
  confirmRefundYes: ({ amount }) => `Oui, rembourser ${amount}`,
  goBack: 'Revenir',

  impossible: 'Impossible pour le moment',
  voided: 'L’opération a été annulée. On ne peut plus rien en faire.',
  notAPreAuthorization: 'Une vente est débitée aussitôt. Seule une préautorisation peut être capturée.',
  alreadyCaptured: ({ amount }) => `${amount} ont déjà été capturés, et une capture ne se fait qu’une fois.`,
  captureSettled: 'Le règlement a eu lieu.',
  voidSettled: 'Le règlement a eu lieu. Faites un remboursement.',
  voidRefunded: 'Un remboursement a déjà été fait. Seul un paiement intact peut être annulé.',
  refundNotSettled:
    'Le règlement n’a pas encore eu lieu. Une partie pourra être rendue ensuite\u00a0; une annulation porte sur le tout.',
  allRefunded: 'Tout a été remboursé.',
  nothingCaptured: 'Rien n’a été capturé, il n’y a donc rien à rendre.',

  duplicateTitle: 'Envoyer encore une fois le même montant\u00a0?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = `${amount} envoyés à ${terminal}${time ? ` (${time})` : ''}.`;
    return `${sent} ${doubts[phase] ?? 'Il n’est pas certain de ce qui en est advenu.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Oui, capturer encore ${amount}` : `Oui, rembourser encore ${amount}`,
  busy: ({ terminal }) => `Rien n’a été envoyé\u00a0: ${terminal} est occupé par cette opération.`,
  busyElsewhere: ({ terminal }) =>
    `Rien n’a été envoyé\u00a0: ${terminal} est occupé par une opération d’une autre fenêtre.`,
  noJournal:
    'Rien n’a été envoyé\u00a0: cet appareil n’a pas pu enregistrer l’opération, et son résultat pourrait être perdu. Autorisez ce site à conserver des données, puis appuyez de nouveau.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount')
      return 'Rien n’a été envoyé\u00a0: il ne reste pas autant.';
    if (code === 'not-allowed')
      return 'Rien n’a été envoyé\u00a0: autre chose a été fait, ou est en cours, sur cette opération.';
    return `Rien n’a été envoyé\u00a0: la demande n’est pas valide${field ? ` (${field})` : ''}. Prévenez la personne qui gère cette page.`;
  },
  back: 'Revenir à l’opération',
};
