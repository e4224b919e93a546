import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { readFailingSeed } from './failingSeed.ts';
import { languageOf } from './languages.ts';
import { SeedPlayer } from './SeedPlayer.tsx';

const files = import.meta.glob<unknown>('./failing-seeds/*.json', { eager: true, import: 'default' });
const names = Object.keys(files);
const example = './failing-seeds/example.json';

const meta: Meta<{ file: string }> = {
  title: 'Reliability/A failing seed',
  tags: ['!autodocs', '!manifest'],
  argTypes: { file: { options: names, control: 'select' } },
  render: ({ file }, { globals }) => (
    <SeedPlayer key={file} seed={readFailingSeed(files[file])} language={languageOf(globals)} />
  ),
};
export default meta;
type Story = StoryObj<typeof meta>;

/** A file that the simulated shop wrote, or the example if there is none. The control chooses the file. */
export const FromFile: Story = { args: { file: names.find((name) => name !== example) ?? example } };

/** A kit that was broken on purpose: a page says that a payment was not accepted, although the card was charged. */
export const Example: Story = {
  args: { file: example },
  play: async ({ canvas, userEvent }) => {
    const till = within(await canvas.findByRole('region', { name: 'till-2' }));
    const ledger = canvas.getByRole('region', { name: 'Ledger' });
    await expect(till.getByText('Nothing is open')).toBeVisible();
    await expect(ledger).toHaveTextContent('Nothing.');
    const steps = within(canvas.getByRole('region', { name: 'Steps' }));
    const chosen = () => steps.getByRole('button', { current: 'step' });
    chosen().focus();
    while (!chosen().textContent.includes('check “shown”')) await userEvent.keyboard('{ArrowDown}');
    await expect(chosen()).toHaveFocus();
    await expect(await till.findByRole('button', { name: /Not accepted/ })).toHaveTextContent('$46.00');
    await expect(within(ledger).getByRole('row', { name: /pay \$46.00 terminal-3/ })).toBeVisible();
  },
};
