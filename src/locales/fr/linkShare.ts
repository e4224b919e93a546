import type { LinkShareLabels } from '../../components/link-share/linkShareLabels.ts';

/** Not yet reviewed by a native speaker. */
export const linkShare: LinkShareLabels = {
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
