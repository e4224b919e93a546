'use client';
import { Icon } from '../icon/Icon.tsx';

const rows = [0, 1, 2, 3, 4];

/** Rows of the size that the links will have. What is said of the loading stands outside. */
export function PaymentLinkSkeleton({
  template,
}: {
  template: readonly [string, string, string, string, string];
}) {
  const [amount, status, reference, created, actions] = template;
  return rows.map((row) => (
    <tr key={row} className="tillkit-payment-link-list-row" aria-hidden="true">
      <td className="tillkit-payment-link-list-amount">
        <span className="tillkit-skeleton">{amount}</span>
      </td>
      <td className="tillkit-payment-link-list-state">
        <span className="tillkit-skeleton">{status}</span>
      </td>
      <td className="tillkit-payment-link-list-reference">
        <span className="tillkit-skeleton">{reference}</span>
      </td>
      <td className="tillkit-payment-link-list-created">
        <span className="tillkit-skeleton">{created}</span>
      </td>
      <td className="tillkit-payment-link-list-actions">
        <span className="tillkit-button tillkit-skeleton">
          <Icon name="copy" />
          {actions}
        </span>
        <span className="tillkit-button" data-variant="quiet" data-shape="icon" />
      </td>
    </tr>
  ));
}
