/** Words of giving a link's address away. */
export interface LinkShareLabels {
  copyLink: string;
  copied: string;
  copiedSentence: string;
  /** Where the browser refused to write: the address stands beside it, selected. */
  refused: string;
  address: string;
  openLink: string;
  share: string;
  /** The browser's own sharing failed: the address stands beside it, selected. */
  shareFailed: string;
  showQrCode: string;
  hideQrCode: string;
  /** What the picture is, for who does not see it. */
  qrCode: string;
  qrCodeFailed: string;
  close: string;
}

export const linkShareLabels: LinkShareLabels = {
  copyLink: 'Copy link',
  copied: 'Copied',
  copiedSentence: 'The link was copied.',
  refused: 'Your browser did not allow copying. The address is selected: copy it by hand.',
  address: 'Address of the link',
  openLink: 'Open link',
  share: 'Share…',
  shareFailed: 'Your browser could not share it. The address is selected: copy it by hand.',
  showQrCode: 'Show QR code',
  hideQrCode: 'Hide QR code',
  qrCode: 'QR code of the link',
  qrCodeFailed: 'The QR code could not be drawn. Use the address instead.',
  close: 'Close',
};

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    linkShare: LinkShareLabels;
  }
}
