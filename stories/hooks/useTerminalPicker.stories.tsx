import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminalPicker } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="useTerminalPicker" value={useTerminalPicker()} />;

export default { title: 'Hooks/useTerminalPicker', render: () => <Live /> } satisfies Meta;

export const Loaded: StoryObj = { play: pressed(undefined, 1000, /Front counter/) };
