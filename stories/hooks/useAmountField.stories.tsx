import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { useAmountField } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live() {
  const [cents, setCents] = useState<number | null>(1250);
  const field = useAmountField({ value: cents, onValueChange: setCents });
  return (
    <Returned hook="useAmountField" value={field}>
      <label>
        {field.label} <input {...field.inputProps} />
      </label>
    </Returned>
  );
}

export default {
  title: 'Hooks/useAmountField',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const Typed: StoryObj = { play: pressed(undefined, 0, /12\.50/) };
