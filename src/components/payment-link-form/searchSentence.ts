import type { LinkSearch } from '../../core/links/findLinks.ts';
import type { Count } from '../../hooks/useLabels.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

/** What looking in the list brought; nothing while it is being read. */
export function searchSentence(
  search: LinkSearch,
  amount: string,
  labels: Pick<PaymentLinkFormLabels, 'foundLike' | 'noneLike' | 'listNotRead'>,
  countOf: (value: number) => Count,
): string | undefined {
  if (search.status === 'reading') return undefined;
  if (search.status === 'not-read') return labels.listNotRead;
  const count = search.candidates.length;
  return count > 0 ? labels.foundLike({ count: countOf(count), amount }) : labels.noneLike({ amount });
}
