import type { LinkShareLabels } from '../../components/link-share/linkShareLabels.ts';

/** Not yet reviewed by a native speaker. */
export const linkShare: LinkShareLabels = {
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
