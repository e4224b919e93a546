import type { Meta, StoryObj } from '@storybook/react-vite';
import { useAttachmentField } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="useAttachmentField" value={useAttachmentField({ maxFiles: 3 })} />;

export default {
  title: 'Hooks/useAttachmentField',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const Empty: StoryObj = { play: pressed(undefined, 0, /\[\]/) };
