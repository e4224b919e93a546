import { formatCents } from 'tillkit/core';
import { Icon } from './Icon.tsx';
import { money } from './payments.ts';

const faults = [
  { cents: 1201, happens: 'The card is declined' },
  { cents: 1202, happens: 'The service stops waiting' },
  { cents: 1203, happens: 'The answer is lost' },
  { cents: 1204, happens: 'Too many requests' },
  { cents: 1205, happens: 'Slow, 45 seconds' },
  { cents: 1206, happens: 'The terminal never starts' },
  { cents: 1207, happens: 'The answer cannot be read' },
  { cents: 1208, happens: 'The result comes late' },
  { cents: 1209, happens: 'No connection' },
];

/** The sandbox looks at an amount's last two digits. */
export function Faults() {
  return (
    <details className="panel faults">
      <summary>
        Try a fault
        <Icon name="chevron" />
      </summary>
      <p className="quiet">
        The last two digits of the amount choose what goes wrong. All others are approved.
      </p>
      <dl>
        {faults.map(({ cents, happens }) => (
          <div key={cents}>
            <dt className="figures">{formatCents(cents, money)}</dt>
            <dd>{happens}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
