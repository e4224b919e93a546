import { LinkShare } from 'tillkit';
import type { State } from './gallery.tsx';

const address = 'https://pay.sandbox.test/l/8f3k2m9x';

/** An address to hand on. */
export const linkShareStates: State[] = [
  {
    name: 'Address',
    render: () => <LinkShare address={address} />,
    shows: (cell) => cell.getByRole('button', { name: 'Copy link' }),
  },
  {
    name: 'QR code',
    render: () => <LinkShare address={address} qrCode="shown" />,
    shows: (cell) => cell.getByRole('img', { name: 'QR code of the link' }),
  },
  {
    name: 'Too long for a QR code',
    render: () => <LinkShare address={`https://pay.sandbox.test/${'x'.repeat(4000)}`} qrCode="shown" />,
    shows: (cell) => cell.getByText(/could not be drawn/),
  },
  {
    name: 'Not safe to open',
    render: () => <LinkShare address="javascript:alert(1)" />,
    shows: (cell) => cell.getByRole('textbox'),
  },
];
