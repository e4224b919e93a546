import type { LinkShareLabels } from '../../components/link-share/linkShareLabels.ts';

/** Not yet reviewed by a native speaker. */
export const linkShare: LinkShareLabels = {
  copyLink: 'Copiar enlace',
  copied: 'Copiado',
  copiedSentence: 'Se copió el enlace.',
  refused: 'El navegador no permitió copiarlo. La dirección está seleccionada: cópiela a mano.',
  address: 'Dirección del enlace',
  openLink: 'Abrir enlace',
  share: 'Compartir…',
  shareFailed: 'El navegador no pudo compartirlo. La dirección está seleccionada: cópiela a mano.',
  showQrCode: 'Mostrar código QR',
  hideQrCode: 'Ocultar código QR',
  qrCode: 'Código QR del enlace',
  qrCodeFailed: 'No se pudo dibujar el código QR. Use la dirección.',
  close: 'Cerrar',
};
