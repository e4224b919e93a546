import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { LinkShare } from 'tillkit';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { linkShareStates } from './linkShareStates.tsx';

export default {
  title: 'Payment links/LinkShare',
  component: LinkShare,
  args: { address: 'https://pay.sandbox.test/l/8f3k2m9x' },
} satisfies Meta<typeof LinkShare>;

type Story = StoryObj<typeof LinkShare>;

export const Address: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Address of the link' })).toHaveValue(
      'https://pay.sandbox.test/l/8f3k2m9x',
    );
    await expect(canvas.getByRole('button', { name: 'Copy link' })).toBeEnabled();
  },
};

export const QrCode: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show QR code' }));
    const picture = await canvas.findByRole('img', { name: 'QR code of the link' });
    await waitFor(() => expect(picture).toHaveAttribute('aria-busy', 'false'));
  },
};

/** In a browser with a share sheet, as on phones. */
export const Sharing: Story = {
  beforeEach: () => {
    Object.defineProperty(navigator, 'share', { value: () => Promise.resolve(), configurable: true });
    return () => void Reflect.deleteProperty(navigator, 'share');
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Share…' })).toBeEnabled();
  },
};

/** F96: an address that is not safe to open is text. */
export const Unsafe: Story = {
  args: { address: 'javascript:alert(1)' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveValue('javascript:alert(1)');
    await expect(canvas.queryByRole('link')).toBeNull();
  },
};

export const TooLongForQrCode: Story = {
  args: { address: `https://pay.sandbox.test/${'x'.repeat(4000)}`, qrCode: 'shown' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/could not be drawn/)).toBeVisible();
  },
};

export const Dark: Story = { ...QrCode, parameters: { theme: 'dark' }, tags: ['look', '!test'] };
export const RightToLeft: Story = { ...Sharing, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };
export const Narrow: Story = {
  ...Sharing,
  decorators: (Share) => (
    <div style={{ maxInlineSize: '17rem' }}>
      <Share />
    </div>
  ),
  tags: ['look', '!test'],
};

export const AllStates: Story = { ...galleryOf(linkShareStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
