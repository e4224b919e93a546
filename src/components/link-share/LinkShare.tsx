'use client';
import { createContext, type FocusEvent, forwardRef, useEffect, useRef } from 'react';
import { Icon } from '../kit/Icon.tsx';
import { ExternalIcon, QrIcon, ShareIcon } from '../kit/linkIcons.tsx';
import { Part, type PartProps, usePartContext, partsOf } from '../kit/part.tsx';
import { QrCode } from '../kit/QrCode.tsx';
import { useLinkShare, type UseLinkShareOptions, type UseLinkShareResult } from './useLinkShare.ts';

/** The web address that the parts share, whether it is safe to open, and whether it was copied. */
export const LinkShareContext = /*#__PURE__*/ createContext<UseLinkShareResult | null>(null);

/** The web address that a part shares, and its state. Throws outside of a `LinkShare.Root`. */
export function useLinkShareContext(): UseLinkShareResult {
  return usePartContext(LinkShareContext, 'LinkShare.Root');
}

const definePart = /*#__PURE__*/ partsOf(useLinkShareContext, () => ({}));

/** The ways to share the web address; hidden if the address is not safe to open. */
export const LinkShareActions = /*#__PURE__*/ definePart('div', function LinkShareActions({ isSafe }) {
  return isSafe && { className: 'tillkit-link-share-actions' };
});

/** The web address as selectable text. The text is focused and selected when a person has to copy it by hand. */
export const LinkShareAddress = /*#__PURE__*/ definePart(
  'input',
  function LinkShareAddress({ address, labels, hint, id }) {
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => {
      if (hint === undefined) return;
      input.current?.focus();
      input.current?.select();
    }, [hint]);
    return {
      className: 'tillkit-input tillkit-link-address',
      dir: 'ltr',
      readOnly: true,
      value: address,
      'aria-label': labels.address,
      'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
      onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
      ref: input,
    };
  },
);

export interface LinkShareCopyState {
  /** The address was copied within the last two seconds. */
  copied: boolean;
}

/** Copies the web address. The button shows "Copied" only after the clipboard confirmed the copy. */
export const LinkShareCopy = /*#__PURE__*/ definePart(
  'button',
  function LinkShareCopy({ isSafe, copy, isCopied, labels }) {
    if (!isSafe) return undefined;
    return {
      onClick: () => void copy(),
      children: (
        <>
          <Icon name={isCopied ? 'check' : 'copy'} />
          <span>{isCopied ? labels.copied : labels.copyLink}</span>
        </>
      ),
      state: { copied: isCopied },
    };
  },
);

/** The element around `LinkShare.Address` and `LinkShare.Hint`. */
export const LinkShareField = /*#__PURE__*/ definePart('div', function LinkShareField() {
  return { className: 'tillkit-field' };
});

/** Says why a person has to copy the web address by hand; hidden otherwise. */
export const LinkShareHint = /*#__PURE__*/ definePart('p', function LinkShareHint({ hint, id }) {
  return hint !== undefined && { className: 'tillkit-hint', id: `${id}-hint`, children: hint };
});

/** One line with `LinkShare.Field`, which takes the available width, and `LinkShare.Open`. */
export const LinkShareLine = /*#__PURE__*/ definePart('div', function LinkShareLine() {
  return { className: 'tillkit-link-share-address' };
});

/** Opens the browser's share sheet; hidden if the browser has none or the web address is not safe to open. */
export const LinkShareNative = /*#__PURE__*/ definePart(
  'button',
  function LinkShareNative({ isSafe, canShare, share, labels }) {
    if (!isSafe || !canShare) return undefined;
    return {
      onClick: () => void share(),
      children: (
        <>
          <ShareIcon />
          {labels.share}
        </>
      ),
    };
  },
);

/** Opens the link in a new tab; hidden if it is not safe to open. */
export const LinkShareOpen = /*#__PURE__*/ definePart(
  'a',
  function LinkShareOpen({ address, isSafe, labels }) {
    if (!isSafe) return undefined;
    return {
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      href: address,
      target: '_blank',
      rel: 'noopener noreferrer',
      'aria-label': labels.openLink,
      title: labels.openLink,
      children: <ExternalIcon />,
    };
  },
);

/** The web address as QR code, dark on white in every theme. If the code cannot be drawn, a sentence says so. */
export const LinkShareQrCode = /*#__PURE__*/ forwardRef<SVGSVGElement, PartProps<'svg'>>(
  function LinkShareQrCode(props, ref) {
    const { address, isSafe, labels } = useLinkShareContext();
    if (!isSafe) return null;
    return (
      <QrCode ref={ref} text={address} label={labels.qrCode} failed={labels.qrCodeFailed} given={props} />
    );
  },
);

/** The panel with the QR code, shown on request. */
export const LinkShareQrPanel = /*#__PURE__*/ definePart(
  'div',
  function LinkShareQrPanel({ isSafe, isQrShown, id }) {
    return isSafe && isQrShown && { id: `${id}-qr`, children: <LinkShareQrCode /> };
  },
);

export interface LinkShareQrToggleState {
  open: boolean;
}

/** Shows and hides the panel with the QR code. */
export const LinkShareQrToggle = /*#__PURE__*/ definePart(
  'button',
  function LinkShareQrToggle({ isSafe, isQrShown, setIsQrShown, labels, id }) {
    if (!isSafe) return undefined;
    return {
      'aria-expanded': isQrShown,
      'aria-controls': isQrShown ? `${id}-qr` : undefined,
      onClick: () => setIsQrShown(!isQrShown),
      children: (
        <>
          <QrIcon />
          {isQrShown ? labels.hideQrCode : labels.showQrCode}
        </>
      ),
      state: { open: isQrShown },
    };
  },
);

export interface LinkShareRootProps extends UseLinkShareOptions, PartProps<'div'> {}

/** Provides a web address to the parts inside, which share it. */
export const LinkShareRoot = /*#__PURE__*/ forwardRef<HTMLDivElement, LinkShareRootProps>(
  function LinkShareRoot({ address, labels, ...props }, ref) {
    const own = { className: 'tillkit-link-share', 'data-tillkit': 'link-share' };
    return (
      <LinkShareContext.Provider value={useLinkShare({ address, labels })}>
        <Part as="div" ref={ref} own={own} given={props} />
      </LinkShareContext.Provider>
    );
  },
);

export interface LinkShareProps extends Omit<LinkShareRootProps, 'children'> {
  /** `button` (the default) shows the QR code on request, `shown` at once. */
  qrCode?: 'button' | 'shown' | undefined;
}

/**
 * Shares a web address. Shows it as text and as QR code, copies it, passes it to the browser's share sheet, or opens it.
 *
 * @example
 * <LinkShare address={link.paymentLink} />
 */
export const LinkShare = /*#__PURE__*/ forwardRef<HTMLDivElement, LinkShareProps>(function LinkShare(
  { qrCode = 'button', ...props },
  ref,
) {
  return (
    <LinkShareRoot {...props} ref={ref}>
      {qrCode === 'shown' && <LinkShareQrCode />}
      <LinkShareLine>
        <LinkShareField>
          <LinkShareAddress />
          <LinkShareHint />
        </LinkShareField>
        <LinkShareOpen />
      </LinkShareLine>
      <LinkShareActions>
        <LinkShareCopy data-variant="primary" />
        <LinkShareNative />
        {qrCode === 'button' && <LinkShareQrToggle />}
      </LinkShareActions>
      {qrCode === 'button' && <LinkShareQrPanel />}
    </LinkShareRoot>
  );
});
