import { waitFor } from 'storybook/test';
import { PaymentLinkList, type PaymentLinkListProps } from 'tillkit';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

type Act = NonNullable<State['act']>;

const shown =
  (props: PaymentLinkListProps = {}) =>
  () => <PaymentLinkList {...props} />;

const count = (value: number) => ({ value, text: '…' });

const read: Act = (cell, _, harness) =>
  waitFor(async () => {
    await harness.advance(100);
    cell.getByText('PL-1003');
  });
const search =
  (text: string): Act =>
  async (cell, user, harness, words) => {
    await read(cell, user, harness, words);
    await user.type(cell.getByRole('searchbox'), text);
  };

export const paymentLinkListStates: State[] = [
  {
    name: 'Loading',
    sandbox: { latencyMs: 3_600_000 },
    render: shown(),
    shows: (cell, { paymentLinkList }) => cell.getByRole('region', { name: paymentLinkList.title }),
  },
  { name: 'Links', render: shown(), act: read, shows: (cell) => cell.getByText('PL-1001') },
  {
    name: 'Pages',
    render: shown({ limit: 1 }),
    act: read,
    shows: (cell, { paymentLinkList }) => cell.getByRole('button', { name: paymentLinkList.next }),
  },
  {
    name: 'Found',
    render: shown(),
    act: search('PL-1003'),
    shows: (cell, { paymentLinkList }) =>
      cell.getByText(like(paymentLinkList.found(count(1), count(3))), { selector: 'p' }),
  },
  {
    name: 'Open',
    render: shown(),
    act: async (cell, user, harness, words) => {
      await read(cell, user, harness, words);
      await user.click(cell.getByRole('button', { name: words.paymentLinkList.unpaid }));
    },
    shows: (cell, { paymentLinkList }) =>
      cell.getByText(like(paymentLinkList.found(count(2), count(3))), { selector: 'p' }),
  },
  {
    name: 'Nothing found',
    render: shown(),
    act: search('Christmas'),
    shows: (cell, { paymentLinkList }) => cell.getByText(paymentLinkList.noMatch),
  },
  {
    name: 'Not loaded',
    prepare: async ({ sandbox }) => sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' }),
    render: shown(),
    shows: (cell, { paymentLinkList }) => cell.getByRole('button', { name: paymentLinkList.tryAgain }),
  },
];
