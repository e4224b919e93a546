import type { Meta, StoryObj } from '@storybook/react-vite';
import { useClosings } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="useClosings" value={useClosings({ terminalId: 'terminal-1' })} />;

export default { title: 'Hooks/useClosings', tags: ['look', '!test'], render: () => <Live /> } satisfies Meta;

export const WithoutAGateway: StoryObj = { play: pressed(undefined, 1000, 'isAvailable') };
