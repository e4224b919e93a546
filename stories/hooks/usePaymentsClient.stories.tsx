import type { Meta, StoryObj } from '@storybook/react-vite';
import { usePaymentsClient } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="usePaymentsClient" value={usePaymentsClient()} />;

export default {
  title: 'Hooks/usePaymentsClient',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const TheProvidersClient: StoryObj = { play: pressed(undefined, 0, /baseUrl/) };
