import type { Meta, StoryObj } from '@storybook/react-vite';
import { usePollMessage, usePaymentsClient } from 'tillkit';
import { useState } from 'react';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live() {
  const client = usePaymentsClient();
  const [id, setId] = useState<string>();
  const send = async () => {
    const { msgIdentifier } = await client.pay({ terminalId: 'terminal-1', amount: 1250, receipt: false });
    setId(msgIdentifier);
  };
  return (
    <Returned hook="usePollMessage" value={usePollMessage(id)}>
      <button onClick={() => void send()}>Send a sale, and poll its message</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/usePollMessage',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const WhileItIsPolled: StoryObj = {
  play: pressed('Send a sale, and poll its message', 3000, /"(received|processing)"/),
};
export const Final: StoryObj = { play: pressed('Send a sale, and poll its message', 15_000, '"complete"') };
