import { LinkShare } from 'tillkit';
import type { State } from './gallery.tsx';

const address = 'https://pay.sandbox.test/l/8f3k2m9x';

export const linkShareStates: State[] = [
  {
    name: 'Address',
    render: () => <LinkShare address={address} />,
    shows: (cell, { linkShare }) => cell.getByRole('button', { name: linkShare.copyLink }),
  },
  {
    name: 'QR code',
    render: () => <LinkShare address={address} qrCode="shown" />,
    shows: (cell, { linkShare }) => cell.getByRole('img', { name: linkShare.qrCode }),
  },
  {
    name: 'Too long for a QR code',
    render: () => <LinkShare address={`https://pay.sandbox.test/${'x'.repeat(4000)}`} qrCode="shown" />,
    shows: (cell, { linkShare }) => cell.getByText(linkShare.qrCodeFailed),
  },
  {
    name: 'Not safe to open',
    render: () => <LinkShare address="javascript:alert(1)" />,
    shows: (cell) => cell.getByRole('textbox'),
  },
];
