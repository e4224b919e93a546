import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LinkShare, PaymentLinkList } from 'tillkit';
import { encode } from 'uqr';
import { afterEach, expect, test, vi } from 'vitest';
import { createHarness } from '../../harness.tsx';
import { said } from '../../said.ts';

const address = 'https://pay.test/l/1234567890';
const user = userEvent.setup();

function show(props: Partial<Parameters<typeof LinkShare>[0]> = {}) {
  const { wrapper } = createHarness();
  return render(<LinkShare address={address} {...props} />, { wrapper });
}

function withShare(share: (data: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}
afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

/** The picture as a scanner sees it: one character a module. */
async function modulesOf(svg: SVGSVGElement): Promise<string[]> {
  const { width: size } = svg.viewBox.baseVal;
  const path = new Path2D(svg.querySelector('path')?.getAttribute('d') ?? '');
  const context = document.createElement('canvas').getContext('2d');
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) =>
      context?.isPointInPath(path, x + 0.5, y + 0.5) ? '#' : '.',
    ).join(''),
  );
}

test('draws the QR code when it is asked for, every module of it, with four light ones around', async () => {
  show();
  await user.click(screen.getByRole('button', { name: 'Show QR code' }));
  const picture = await screen.findByRole<HTMLElement & SVGSVGElement>('img', {
    name: 'QR code of the link',
  });
  await waitFor(() => expect(picture).toHaveAttribute('aria-busy', 'false'));
  const drawn = await modulesOf(picture);
  const { data } = encode(address, { ecc: 'M', border: 0 });
  const margin = '.'.repeat(4);
  const blank = '.'.repeat(data.length + 8);
  expect(drawn).toEqual([
    ...Array.from({ length: 4 }, () => blank),
    ...data.map((row) => margin + row.map((isDark) => (isDark ? '#' : '.')).join('') + margin),
    ...Array.from({ length: 4 }, () => blank),
  ]);
  expect(picture.querySelector('rect')?.getBBox()).toMatchObject({
    width: data.length + 8,
    height: data.length + 8,
  });

  const toggle = screen.getByRole('button', { name: 'Hide QR code' });
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await user.click(toggle);
  expect(screen.queryByRole('img')).toBeNull();
});

test('says where a text is too long for a QR code', async () => {
  const long = `https://pay.test/${'x'.repeat(4000)}`;
  show({ address: long, qrCode: 'shown' });
  expect(await screen.findByText(/The QR code could not be drawn/)).toHaveRole('alert');
});

test('offers no sharing where the browser has none', () => {
  show();
  expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull();
});

test("shares through the browser's own sheet, and nothing is wrong when that is closed or already open", async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>();
  share.mockResolvedValueOnce().mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  share.mockRejectedValueOnce(
    new DOMException('An earlier share has not yet completed', 'InvalidStateError'),
  );
  withShare(share);
  show();
  const button = screen.getByRole('button', { name: 'Share…' });
  for (let press = 1; press <= 3; press += 1) await user.click(button);
  expect(share.mock.calls).toEqual([1, 2, 3].map(() => [{ url: address }]));
  expect(button).toHaveFocus();
  expect(screen.queryByText(/could not share/)).toBeNull();
});

test('where sharing fails the address stands there selected', async () => {
  withShare(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  show();
  await user.click(screen.getByRole('button', { name: 'Share…' }));
  const field = await screen.findByRole('textbox', { name: 'Address of the link' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(/could not share it/);
  await said(/could not share it/);
});

test.each(['javascript:alert(1)', 'https://pay@evil.test', '/evil.test'])('F96: %s is only text', (text) => {
  show({ address: text });
  expect(screen.getByRole('textbox')).toHaveValue(text);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('F97: opens a page of its own that knows nothing of this one', () => {
  show();
  const link = screen.getByRole('link', { name: 'Open link' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the QR code of a listed link opens in a dialog, by keyboard, and the focus comes back', async () => {
  const { wrapper, advance } = createHarness();
  render(<PaymentLinkList />, { wrapper });
  await waitFor(async () => {
    await advance(100);
    expect(screen.getByText('PL-1002')).toBeVisible();
  });
  const opener = screen.getByRole('button', { name: 'Show QR code', description: 'PL-1002' });
  opener.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: '$129.00' });
  expect(dialog.matches(':modal')).toBe(true);
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  dialog.requestClose(); // what Escape does
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  expect(opener).toHaveFocus();

  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  expect(opener).toHaveFocus();
});
