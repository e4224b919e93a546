'use client';
import { useId, useState } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { linkAddress } from '../../core/wire/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type LinkShareLabels, linkShareLabels } from './linkShareLabels.ts';
import { useCopy } from './useCopy.ts';
import { useNativeShare } from './useNativeShare.ts';

export interface UseLinkShareOptions {
  /** A web address, as a link's `paymentLink`; one that is not safe to open is only text. */
  address: string;
  labels?: Partial<LinkShareLabels> | undefined;
}

export interface UseLinkShareResult {
  address: string;
  isSafe: boolean;
  labels: LinkShareLabels;
  copy: () => Promise<void>;
  /** Only after the clipboard said so, and for two seconds. */
  isCopied: boolean;
  /** The browser has a sheet of its own to share with. */
  canShare: boolean;
  share: () => Promise<void>;
  /** Why the address has to be copied by hand. */
  hint: string | undefined;
  isQrShown: boolean;
  setIsQrShown: (isShown: boolean) => void;
  /** Of the address and what belongs to it. */
  id: string;
}

/**
 * All that `LinkShare` knows and does, for elements of one's own.
 *
 * @example
 * const { copy, isCopied } = useLinkShare({ address: link.paymentLink });
 */
export function useLinkShare(options: UseLinkShareOptions): UseLinkShareResult {
  if (typeof options.address !== 'string') {
    throw new ConfigurationError(
      'address',
      'LinkShare was given no address, so there is nothing to share. A link may have none: show LinkShare only where link.paymentLink is there, and pass it as address.',
    );
  }
  const safeAddress = linkAddress(options.address);
  const address = safeAddress ?? options.address;
  const labels = useLabels('linkShare', linkShareLabels, options.labels);
  const { state, copy } = useCopy(address, labels);
  const { canShare, hasFailed, share } = useNativeShare(address, labels);
  const [isQrShown, setIsQrShown] = useState(false);
  return {
    address,
    isSafe: safeAddress !== undefined,
    labels,
    copy,
    isCopied: state === 'copied',
    canShare,
    share,
    hint: state === 'refused' ? labels.refused : hasFailed ? labels.shareFailed : undefined,
    isQrShown,
    setIsQrShown,
    id: useId(),
  };
}
