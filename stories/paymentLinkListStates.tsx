import { waitFor } from 'storybook/test';
import { PaymentLinkList, type PaymentLinkListProps } from 'tillkit';
import type { State } from './gallery.tsx';

type Act = NonNullable<State['act']>;

const shown =
  (props: PaymentLinkListProps = {}) =>
  () => <PaymentLinkList {...props} />;

const read: Act = (cell, _, harness) =>
  waitFor(async () => {
    await harness.advance(100);
    cell.getByText('PL-1003');
  });
const search =
  (text: string): Act =>
  async (cell, user, harness) => {
    await read(cell, user, harness);
    await user.type(cell.getByRole('searchbox'), text);
  };

/** A list of links, with and without any. */
export const paymentLinkListStates: State[] = [
  {
    name: 'Loading',
    sandbox: { latencyMs: 3_600_000 },
    render: shown(),
    shows: (cell) => cell.getByRole('region', { name: 'Payment links' }),
  },
  { name: 'Links', render: shown(), act: read, shows: (cell) => cell.getByText('PL-1001') },
  {
    name: 'Pages',
    render: shown({ limit: 1 }),
    act: read,
    shows: (cell) => cell.getByRole('button', { name: 'Next' }),
  },
  {
    name: 'Found',
    render: shown(),
    act: search('paid'),
    shows: (cell) => cell.getByText(/links on this page/, { selector: 'p' }),
  },
  {
    name: 'Nothing found',
    render: shown(),
    act: search('Christmas'),
    shows: (cell) => cell.getByText(/Other pages are not searched/),
  },
  {
    name: 'Not loaded',
    prepare: async ({ sandbox }) => sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' }),
    render: shown(),
    shows: (cell) => cell.getByRole('button', { name: 'Try again' }),
  },
];
