import type { Meta, StoryObj } from '@storybook/react-vite';
import { useClosing } from 'tillkit';
import { closedBefore } from '../dayReportStates.tsx';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => (
  <Returned hook="useClosing" value={useClosing({ terminalId: 'terminal-3', number: 17 })} />
);

export default {
  title: 'Hooks/useClosing',
  tags: ['look', '!test'],
  render: () => <Live />,
  parameters: { sandbox: closedBefore },
} satisfies Meta;

export const WithCorrections: StoryObj = { play: pressed(undefined, 1000, /corrections: \{/) };
