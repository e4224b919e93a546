import type { Meta, StoryObj } from '@storybook/react-vite';
import { PaymentLinkList, useListedLink } from 'tillkit/parts';
import { prepared, pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Inside = () => (
  <td>
    <Returned hook="useListedLink" value={useListedLink()} />
  </td>
);

const Live = () => (
  <PaymentLinkList.Root>
    <PaymentLinkList.Table>
      <PaymentLinkList.Body>
        {() => (
          <PaymentLinkList.Row>
            <Inside />
          </PaymentLinkList.Row>
        )}
      </PaymentLinkList.Body>
    </PaymentLinkList.Table>
  </PaymentLinkList.Root>
);

export default {
  title: 'Hooks/useListedLink',
  beforeEach: prepared(async ({ client, advance }) => {
    const made = client.createPaymentLink({ amount: 12_500 });
    await advance(1000);
    await made;
  }),
  render: () => <Live />,
} satisfies Meta;

export const InAList: StoryObj = { play: pressed(undefined, 1000, /amountCents: 12500/) };
