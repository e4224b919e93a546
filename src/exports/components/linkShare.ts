export { LinkShare, type LinkShareProps } from '../../components/link-share/LinkShare.tsx';
export type { LinkShareLabels } from '../../components/link-share/linkShareLabels.ts';
export {
  LinkShareActions,
  type LinkShareActionsProps,
} from '../../components/link-share/LinkShareActions.tsx';
export {
  LinkShareAddress,
  type LinkShareAddressProps,
} from '../../components/link-share/LinkShareAddress.tsx';
export {
  LinkShareCopy,
  type LinkShareCopyState,
  type LinkShareCopyProps,
} from '../../components/link-share/LinkShareCopy.tsx';
export { LinkShareField } from '../../components/link-share/LinkShareField.ts';
export { LinkShareHint, type LinkShareHintProps } from '../../components/link-share/LinkShareHint.tsx';
export { LinkShareLine } from '../../components/link-share/LinkShareLine.ts';
export { LinkShareNative, type LinkShareNativeProps } from '../../components/link-share/LinkShareNative.tsx';
export { LinkShareOpen, type LinkShareOpenProps } from '../../components/link-share/LinkShareOpen.tsx';
export { LinkShareQrCode, type LinkShareQrCodeProps } from '../../components/link-share/LinkShareQrCode.tsx';
export {
  LinkShareQrPanel,
  type LinkShareQrPanelProps,
} from '../../components/link-share/LinkShareQrPanel.tsx';
export {
  LinkShareQrToggle,
  type LinkShareQrToggleState,
  type LinkShareQrToggleProps,
} from '../../components/link-share/LinkShareQrToggle.tsx';
export { LinkShareRoot, type LinkShareRootProps } from '../../components/link-share/LinkShareRoot.tsx';
export {
  useLinkShare,
  type UseLinkShareOptions,
  type UseLinkShareResult,
} from '../../components/link-share/useLinkShare.ts';
export { useLinkShareContext } from '../../components/link-share/useLinkShareContext.ts';
