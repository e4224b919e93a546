'use client';
import { useEffect, useId, useState } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { safeLinkAddress } from '../../core/wire/paymentLink.ts';
import { useBrowserValue } from '../../hooks/useBrowserValue.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { linkShare } from '../../words/en.ts';
import type { LinkShareLabels } from '../../words/words.ts';

const shownMs = 2000;

/** How the last copy or share of an address ended. The host may have changed the address since. */
interface ShareOutcome {
  address: string;
  /** The label that says why the copy or share failed. Undefined if the address was copied. */
  problem?: 'refused' | 'shareFailed' | undefined;
}

/** Copies or shares an address, and announces a failure. Announces a copy only once the clipboard has confirmed it. */
function useShareActions(address: string, labels: LinkShareLabels) {
  const { clock, announce } = usePaymentsContext();
  const [last, setLast] = useState<ShareOutcome>();
  const end = (problem?: ShareOutcome['problem']) => {
    setLast({ address, problem });
    announce(labels[problem ?? 'copiedSentence']);
  };

  const copy = async () => {
    setLast((before) => (before?.problem ? undefined : before)); // so that another refusal selects the address again
    try {
      await navigator.clipboard.writeText(address);
      end();
    } catch {
      end('refused'); // a page without https has no clipboard
    }
  };
  const share = async () => {
    setLast(undefined);
    try {
      await navigator.share({ url: address });
    } catch (error) {
      // No failure: the person closed the share sheet, or pressed again while it was open.
      if (error instanceof Error && /Abort|InvalidState/.test(error.name)) return;
      end('shareFailed');
    }
  };

  useEffect(() => {
    if (!last || last.problem) return;
    const timer = clock.setTimeout(() => setLast(undefined), shownMs);
    return () => clock.clearTimeout(timer);
  }, [last, clock]);

  const isOfThis = last?.address === address;
  const problem = isOfThis ? last.problem : undefined;
  return { copy, share, isCopied: isOfThis && !problem, hint: problem && labels[problem] };
}

const hasShareSheet = () => typeof navigator.share === 'function';

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
  /** Why the address has to be copied by hand. */
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
  const safeAddress = safeLinkAddress(options.address);
  const address = safeAddress ?? options.address;
  const labels = useLabels('linkShare', linkShare, options.labels);
  const actions = useShareActions(address, labels);
  const canShare = useBrowserValue(hasShareSheet) ?? false;
  const [isQrShown, setIsQrShown] = useState(false);
  return {
    address,
    isSafe: safeAddress !== undefined,
    labels,
    ...actions,
    canShare,
    isQrShown,
    setIsQrShown,
    id: useId(),
  };
}
