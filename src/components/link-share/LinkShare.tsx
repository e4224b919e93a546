'use client';
import { createContext, type FocusEvent, forwardRef, useEffect, useRef } from 'react';
import { Icon } from '../kit/Icon.tsx';
import { LinkIcon } from '../kit/LinkIcon.tsx';
import { Part, type PartProps, usePartContext, partsOf } from '../kit/part.tsx';
import {
  useLinkShare,
  type UseLinkShareOptions,
  type UseLinkShareResult,
  useQrCode,
} from './useLinkShare.ts';

/** What the parts around one address share: whether it is safe to open, and what was done with it. */
export const LinkShareContext = /*#__PURE__*/ createContext<UseLinkShareResult | null>(null);

/** The address that a part gives away. Throws outside of a `LinkShare.Root`. */
export function useLinkShareContext(): UseLinkShareResult {
  return usePartContext(LinkShareContext, 'LinkShare.Root');
}

const stateOf = (): object => ({});

const definePart = /*#__PURE__*/ partsOf(useLinkShareContext, stateOf);

/** The ways to give the address away; nothing where it is not safe to open. */
export const LinkShareActions = /*#__PURE__*/ definePart('div', function LinkShareActions({ isSafe }) {
  if (!isSafe) return undefined;
  return { className: 'tillkit-link-share-actions' };
});

/** The address as text one can select. It is focused and selected when it has to be copied by hand. */
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
  /** It was, two seconds ago at most. */
  copied: boolean;
}

/** Copies the address; it says "Copied" only when it was. */
export const LinkShareCopy = /*#__PURE__*/ definePart(
  'button',
  function LinkShareCopy({ isSafe, copy, isCopied, labels }) {
    if (!isSafe) return undefined;
    return {
      type: 'button',
      className: 'tillkit-button',
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

/**
 * The address over its hint: in the drop-in `LinkShare.Address` and `LinkShare.Hint`, which says why an address is not
 * offered as a link.
 */
export const LinkShareField = /*#__PURE__*/ definePart('div', function LinkShareField() {
  return { className: 'tillkit-field' };
});

/** Says why the address has to be copied by hand; nothing while it has not. */
export const LinkShareHint = /*#__PURE__*/ definePart('p', function LinkShareHint({ hint, id }) {
  if (hint === undefined) return undefined;
  return { className: 'tillkit-hint', id: `${id}-hint`, children: hint };
});

/**
 * The address and what opens it, on one line: in the drop-in `LinkShare.Field`, which takes the room there is, and
 * `LinkShare.Open`.
 */
export const LinkShareLine = /*#__PURE__*/ definePart('div', function LinkShareLine() {
  return { className: 'tillkit-link-share-address' };
});

/** Opens the browser's own sheet to share the address; nothing where there is none, or the address is not safe to open. */
export const LinkShareNative = /*#__PURE__*/ definePart(
  'button',
  function LinkShareNative({ isSafe, canShare, share, labels }) {
    if (!isSafe || !canShare) return undefined;
    return {
      type: 'button',
      className: 'tillkit-button',
      onClick: () => void share(),
      children: (
        <>
          <LinkIcon name="share" />
          {labels.share}
        </>
      ),
    };
  },
);

/** Opens the link in a page of its own; nothing where that is not safe. */
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
      children: <LinkIcon name="external" />,
    };
  },
);

export interface LinkShareQrCodeProps extends PartProps<'svg'> {}

/** The address as QR code, dark on white in every theme; a sentence where it cannot be drawn. */
export const LinkShareQrCode = /*#__PURE__*/ forwardRef<SVGSVGElement, LinkShareQrCodeProps>(
  function LinkShareQrCode(props, ref) {
    const { address, isSafe, labels } = useLinkShareContext();
    const { size, path } = useQrCode(address);
    if (!isSafe) return null;
    if (size === 0)
      return (
        <p className="tillkit-hint" role="alert">
          {labels.qrCodeFailed}
        </p>
      );
    const own = {
      className: 'tillkit-qr-code',
      viewBox: `0 0 ${size} ${size}`,
      role: 'img', // an <img> needs a data: address, which a strict CSP refuses
      'aria-label': labels.qrCode,
      'aria-busy': path === '',
      children: (
        <>
          <rect width={size} height={size} fill="#fff" />
          <path d={path} fill="#000" />
        </>
      ),
    };
    return <Part as="svg" ref={ref} own={own} given={props} />;
  },
);

/** Holds the QR code once it is asked for. */
export const LinkShareQrPanel = /*#__PURE__*/ definePart(
  'div',
  function LinkShareQrPanel({ isSafe, isQrShown, id }) {
    if (!isSafe || !isQrShown) return undefined;
    return { id: `${id}-qr`, children: <LinkShareQrCode /> };
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
      type: 'button',
      className: 'tillkit-button',
      'aria-expanded': isQrShown,
      'aria-controls': isQrShown ? `${id}-qr` : undefined,
      onClick: () => setIsQrShown(!isQrShown),
      children: (
        <>
          <LinkIcon name="qr" />
          {isQrShown ? labels.hideQrCode : labels.showQrCode}
        </>
      ),
      state: { open: isQrShown },
    };
  },
);

export interface LinkShareRootProps extends UseLinkShareOptions, PartProps<'div'> {}

/** Holds an address, for the parts in it that give it away. */
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
  /** `button` (the default) shows the QR code when it is asked for, `shown` at once. */
  qrCode?: 'button' | 'shown' | undefined;
}

/**
 * An address to give away: as text, copied, as QR code, through the browser's own sheet, or opened.
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
