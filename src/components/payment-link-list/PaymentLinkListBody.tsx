'use client';
import { forwardRef, Fragment, type ReactNode } from 'react';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { PaymentLinkListLink } from './PaymentLinkListLink.tsx';
import { PaymentLinkListRefused } from './PaymentLinkListRefused.tsx';
import { PaymentLinkListRow } from './PaymentLinkListRow.tsx';
import { PaymentLinkListSkeleton } from './PaymentLinkListSkeleton.tsx';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListBodyProps extends Omit<PartProps<'tbody'>, 'children'> {
  /** Draws what stands in a `PaymentLinkListLink`; default a row. */
  children?: ((link: PaymentLink) => ReactNode) | undefined;
  /** Stands there, five times, while the first page loads. */
  skeleton?: ReactNode;
}

/** The links of the page, or skeletons while it loads. */
export const PaymentLinkListBody = forwardRef<HTMLTableSectionElement, PaymentLinkListBodyProps>(
  function PaymentLinkListBody(
    { children = drawRow, skeleton = <PaymentLinkListSkeleton />, ...props },
    ref,
  ) {
    const { links, isLoading } = usePaymentLinkListContext();
    if (!isLoading && !links?.length) return null;
    const keys = links && rowKeys(links);
    const own = {
      children: links
        ? links.map((link, index) => (
            <PaymentLinkListLink key={keys?.[index]} link={link}>
              {children(link)}
            </PaymentLinkListLink>
          ))
        : skeletonKeys.map((key) => <Fragment key={key}>{skeleton}</Fragment>),
    };
    return <Part as="tbody" ref={ref} own={own} given={props} />;
  },
);

const skeletonKeys = [0, 1, 2, 3, 4];

function drawRow(): ReactNode {
  return (
    <>
      <PaymentLinkListRow />
      <PaymentLinkListRefused />
    </>
  );
}

/** Each link's id; a service that gives one twice still gets two rows. */
function rowKeys(links: readonly PaymentLink[]): string[] {
  const counts = new Map<string, number>();
  return links.map(({ id }) => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return `${id} ${count}`;
  });
}
