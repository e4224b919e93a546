import type { LinkShareLabels } from '../../components/link-share/linkShareLabels.ts';

/** Not yet reviewed by a native speaker. */
export const linkShare: LinkShareLabels = {
  copyLink: 'Copiar link',
  copied: 'Copiado',
  copiedSentence: 'O link foi copiado.',
  refused: 'O navegador não permitiu copiar. O endereço está selecionado: copie-o manualmente.',
  address: 'Endereço do link',
  openLink: 'Abrir link',
  share: 'Compartilhar…',
  shareFailed: 'O navegador não conseguiu compartilhar. O endereço está selecionado: copie-o manualmente.',
  showQrCode: 'Mostrar QR code',
  hideQrCode: 'Ocultar QR code',
  qrCode: 'QR code do link',
  qrCodeFailed: 'Não foi possível desenhar o QR code. Use o endereço.',
  close: 'Fechar',
};
