'use client';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { linkAddress } from '../../core/wire/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { linkShare } from '../../words/en.ts';
import type { LinkShareLabels } from '../../words/words.ts';

const shownMs = 2000;

/** Copies a text and announces the result. It announces `copied` only after the clipboard confirmed the copy. */
function useCopy(text: string, labels: LinkShareLabels) {
  const { clock, announce } = usePaymentsContext();
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');

  const copy = async () => {
    setState((before) => (before === 'refused' ? 'idle' : before)); // a second refusal selects the address again
    const isCopied = await copyText(text);
    setState(isCopied ? 'copied' : 'refused');
    announce(isCopied ? labels.copiedSentence : labels.refused);
  };

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = clock.setTimeout(() => setState('idle'), shownMs);
    return () => clock.clearTimeout(timer);
  }, [state, clock]);

  return { state, copy };
}

/** False if there is no clipboard (a page without https) or the clipboard refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

const neverChanges = () => () => undefined;

/** The browser's share sheet for a web address. On the server and while hydrating `canShare` is false. */
function useNativeShare(url: string, labels: LinkShareLabels) {
  const { announce } = usePaymentsContext();
  const [hasFailed, setHasFailed] = useState(false);
  const canShare = useSyncExternalStore(
    neverChanges,
    () => typeof navigator.share === 'function',
    () => false,
  );
  const share = async () => {
    setHasFailed(false);
    try {
      await navigator.share({ url });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return; // a person closed the sheet
      setHasFailed(true);
      announce(labels.shareFailed);
    }
  };
  return { canShare, hasFailed, share };
}

export interface UseLinkShareOptions {
  /** A web address, such as a link's `paymentLink`. An address that is not safe to open is shown as text only. */
  address: string;
  labels?: Partial<LinkShareLabels> | undefined;
}

export interface UseLinkShareResult {
  address: string;
  isSafe: boolean;
  labels: LinkShareLabels;
  copy: () => Promise<void>;
  /** True for two seconds after the clipboard confirmed the copy. */
  isCopied: boolean;
  /** The browser has a share sheet. */
  canShare: boolean;
  share: () => Promise<void>;
  /** Why a person has to copy the web address by hand. */
  hint: string | undefined;
  isQrShown: boolean;
  setIsQrShown: (isShown: boolean) => void;
  /** The id from which the parts derive their own ids. */
  id: string;
}

/**
 * The state and actions of `LinkShare`, for your own elements.
 *
 * @example
 * const { copy, isCopied } = useLinkShare({ address: link.paymentLink });
 */
export function useLinkShare(options: UseLinkShareOptions): UseLinkShareResult {
  if (typeof options.address !== 'string') {
    throw new ConfigurationError(
      'address',
      'LinkShare has no address, so there is nothing to share. A link may have no address: render LinkShare only if link.paymentLink is set, and pass it as address.',
    );
  }
  const safeAddress = linkAddress(options.address);
  const address = safeAddress ?? options.address;
  const labels = useLabels('linkShare', linkShare, options.labels);
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
