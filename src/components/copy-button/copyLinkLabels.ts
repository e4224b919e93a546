/** Words of copying a link's address. */
export interface CopyLinkLabels {
  copyLink: string;
  copied: string;
  copiedSentence: string;
  /** Where the browser refused to write: the address stands beside it, selected. */
  refused: string;
  address: string;
  openLink: string;
}

export const copyLinkLabels: CopyLinkLabels = {
  copyLink: 'Copy link',
  copied: 'Copied',
  copiedSentence: 'The link was copied.',
  refused: 'Your browser did not allow copying. The address is selected: copy it by hand.',
  address: 'Address of the link',
  openLink: 'Open link',
};

declare module '../../hooks/labelCatalogue.ts' {
  interface LabelCatalogue {
    copyLink: CopyLinkLabels;
  }
}
