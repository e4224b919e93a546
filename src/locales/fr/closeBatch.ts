import type { CloseBatchLabels } from '../../components/close-batch/closeBatchLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const closeBatch: CloseBatchLabels = {
  title: 'Clôture du lot',
  settles: ({ terminal }) => `Le règlement commence pour tout ce qui a été capturé sur ${terminal}.`,
  endsVoids: 'Dès lors, ces paiements peuvent être remboursés, mais plus annulés.',
  isFinal: 'C’est irréversible.',

  open: 'En cours sur ce terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Une opération n’a pas encore de résultat. Le lot pourra être clôturé lorsqu’elle en aura un.',
      other: `${count.text} opérations n’ont pas encore de résultat. Le lot pourra être clôturé lorsqu’elles en auront un.`,
    }),
  notInTheWay: 'Sans résultat connu depuis plus d’un jour, elle ne retarde pas la clôture du lot.',

  close: 'Clôturer le lot',
  confirmTitle: ({ terminal }) => `Clôturer le lot de ${terminal}\u00a0?`,
  confirmText: 'Le règlement commence et les annulations deviennent des remboursements. C’est irréversible.',
  confirmYes: 'Oui, clôturer le lot',
  goBack: 'Revenir',
  done: 'Terminé',

  busyElsewhere: ({ terminal }) =>
    `Rien n’a été envoyé\u00a0: ${terminal} est occupé par une opération d’une autre fenêtre.`,
  noJournal:
    'Rien n’a été envoyé\u00a0: cet appareil n’a pas pu enregistrer l’opération, et son résultat pourrait être perdu. Autorisez ce site à conserver des données, puis appuyez de nouveau.',
  refused: ({ field }) =>
    `Rien n’a été envoyé\u00a0: la demande n’est pas valide${field ? ` (${field})` : ''}. Prévenez la personne qui gère cette page.`,
};
