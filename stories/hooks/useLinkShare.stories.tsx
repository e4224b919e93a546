import type { Meta, StoryObj } from '@storybook/react-vite';
import { useLinkShare } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => (
  <Returned hook="useLinkShare" value={useLinkShare({ address: 'https://pay.example/l/7Q2' })} />
);

export default { title: 'Hooks/useLinkShare', render: () => <Live /> } satisfies Meta;

export const Shown: StoryObj = { play: pressed(undefined, 0, /pay\.example/) };
