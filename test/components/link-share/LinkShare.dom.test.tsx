import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LinkShare, type LinkShareProps } from 'tillkit';
import * as parts from 'tillkit/parts';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../../console.ts';
import { createHarness } from '../../harness.tsx';
import { said } from '../../said.ts';

const address = 'https://pay.test/l/1';

test('without an address it says what to do, in place of an error of its own making', () => {
  allowConsole(/ConfigurationError|The above error occurred/);
  const { wrapper } = createHarness();
  const nothing = {} as LinkShareProps;
  expect(() => render(<LinkShare {...nothing} />, { wrapper })).toThrow(
    expect.objectContaining({
      code: 'configuration',
      field: 'address',
      message: expect.stringMatching(/only if link\.paymentLink is set/),
    }),
  );
});

function show(props: Partial<LinkShareProps> = {}, content?: ReactNode) {
  const harness = createHarness();
  const user = userEvent.setup({ delay: null });
  const view = render(
    content === undefined ? (
      <LinkShare address={address} {...props} />
    ) : (
      <parts.LinkShare.Root address={props.address ?? address}>{content}</parts.LinkShare.Root>
    ),
    { wrapper: harness.wrapper },
  );
  return { ...harness, ...view, user };
}
const refuseOnce = () =>
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
const copy = () => screen.getByRole('button', { name: 'Copy link' });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of the link' });
const selected = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0);

afterEach(() => vi.restoreAllMocks());

describe('copying', () => {
  test('says "Copied" for two seconds, then offers it again', async () => {
    const { user, advance } = show();
    await user.click(copy());
    const button = await screen.findByRole('button', { name: 'Copied' });
    expect(button).toHaveAttribute('data-copied', '');
    await act(() => advance(1999));
    expect(button).toHaveAccessibleName('Copied');
    await act(() => advance(1));
    expect(button).toHaveAccessibleName('Copy link');
    expect(button).not.toHaveAttribute('data-copied');
    expect(screen.queryByText(/copy it by hand/)).toBeNull();
  });

  test('counts no time once it is gone', async () => {
    const { user, unmount, clock } = show();
    await user.click(copy());
    await screen.findByRole('button', { name: 'Copied' });
    const clear = vi.spyOn(clock, 'clearTimeout');
    unmount();
    expect(clear).toHaveBeenCalled();
  });

  test('that the browser refused gives the address to be copied by hand, each time', async () => {
    const { user } = show();
    for (let time = 1; time <= 2; time += 1) {
      refuseOnce();
      await user.click(copy());
      await waitFor(() => expect(field()).toHaveFocus());
      expect(selected(field())).toBe(address);
      expect(field()).toHaveAccessibleDescription(/did not allow copying/);
    }
    await said(/did not allow copying/);
  });

  test('that succeeds after all takes the sentence away', async () => {
    const { user } = show();
    refuseOnce();
    await user.click(copy());
    await screen.findByText(/did not allow copying/, { selector: '.tillkit-hint' });
    await user.click(copy());
    await screen.findByRole('button', { name: 'Copied' });
    expect(field()).not.toHaveAccessibleDescription();
    await said('The link was copied.');
  });

  test('is said of the address that was copied, and of no other that stands there since', async () => {
    const { user, rerender } = show();
    await user.click(copy());
    await screen.findByRole('button', { name: 'Copied' });
    rerender(<LinkShare address="https://pay.test/l/2" />);
    expect(copy()).not.toHaveAttribute('data-copied');
    refuseOnce();
    await user.click(copy());
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/did not allow copying/));
    rerender(<LinkShare address={address} />);
    expect(field()).not.toHaveAccessibleDescription();
  });

  test('is refused where a page has no clipboard', async () => {
    const { user } = show();
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await user.click(copy());
    await waitFor(() => expect(field()).toHaveFocus());
    await said(/did not allow copying/);
  });

  test('copies what a browser would open', async () => {
    const { user } = show({ address: 'pay.test/l/2' });
    await user.click(copy());
    await screen.findByRole('button', { name: 'Copied' });
    const opened = screen.getByRole('link', { name: 'Open link' }).getAttribute('href');
    expect(await navigator.clipboard.readText()).toBe(opened);
    expect(field()).toHaveValue(opened);
    expect(opened).toBe('https://pay.test/l/2');
  });
});

describe('sharing', () => {
  const withShare = (share: (data: ShareData) => Promise<void>) =>
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'));
  const press = () => screen.getByRole('button', { name: 'Share…' });

  test('that fails gives the address each time, and that works after all takes the sentence away', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>();
    const no = new DOMException('no', 'NotAllowedError');
    share.mockRejectedValueOnce(no).mockRejectedValueOnce(no).mockResolvedValueOnce();
    withShare(share);
    const { user } = show();
    for (let time = 1; time <= 2; time += 1) {
      await user.click(press());
      await waitFor(() => expect(field()).toHaveFocus());
      expect(field()).toHaveAccessibleDescription(/could not share it/);
    }
    await user.click(press());
    await waitFor(() => expect(field()).not.toHaveAccessibleDescription());
    expect(share).toHaveBeenLastCalledWith({ url: address });
  });

  test('that failed says nothing any more once the address is copied', async () => {
    withShare(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    const { user } = show();
    await user.click(press());
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/could not share it/));
    await user.click(copy());
    await screen.findByRole('button', { name: 'Copied' });
    expect(field()).not.toHaveAccessibleDescription();
  });

  test('is offered neither on the server, which does not know, nor for an address that is only text', () => {
    withShare(() => Promise.resolve());
    const { wrapper: Wrapper } = createHarness();
    const page = (
      <Wrapper>
        <LinkShare address={address} />
      </Wrapper>
    );
    expect(renderToString(page)).not.toContain('Share…');
    show({ address: 'javascript:alert(1)' }, <parts.LinkShare.Native />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is offered where the browser has a sheet', () => {
    withShare(() => Promise.resolve());
    show();
    expect(press()).toBeVisible();
  });
});

describe('the address', () => {
  test('is selected as soon as it has the focus, reads from left to right and cannot be changed', async () => {
    const { user } = show();
    await user.tab();
    expect(field()).toHaveFocus();
    expect(selected(field())).toBe(address);
    expect(field()).toHaveAttribute('dir', 'ltr');
    await user.keyboard('x');
    expect(field()).toHaveValue(address);
  });

  test('is described by the sentence of its own place only', async () => {
    const { user } = show(
      {},
      <>
        <parts.LinkShare.Address />
        <parts.LinkShare.Hint />
        <parts.LinkShare.Copy />
        <parts.LinkShare.Root address="https://pay.test/l/other">
          <parts.LinkShare.Address aria-label="Another" />
          <parts.LinkShare.Hint />
        </parts.LinkShare.Root>
      </>,
    );
    refuseOnce();
    await user.click(copy());
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/did not allow/));
    expect(screen.getByRole('textbox', { name: 'Another' })).not.toHaveAccessibleDescription();
  });
});

describe('the QR code', () => {
  test('stands in a panel that its button names, while it is open', async () => {
    const { user, container } = show();
    const button = screen.getByRole('button', { name: 'Show QR code' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).not.toHaveAttribute('aria-controls');
    await user.click(button);
    const picture = await screen.findByRole('img', { name: 'QR code of the link' });
    expect(button).toHaveAccessibleName('Hide QR code');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(button).toHaveAttribute('data-open', '');
    const panel = container.querySelector(`[id="${button.getAttribute('aria-controls')}"]`);
    expect(panel).toContainElement(picture);
    await user.click(button);
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('follows the address, and never shows that of the one before', async () => {
    const { rerender } = show({ qrCode: 'shown' });
    const path = () => screen.getByRole('img').querySelector('path')?.getAttribute('d');
    await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'false'));
    const first = path();
    rerender(<LinkShare address="https://pay.test/l/2" qrCode="shown" />);
    expect(path()).toBe('');
    expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'false'));
    expect(path()).not.toBe(first);
  });

  test('that is shown at once has no button', () => {
    show({ qrCode: 'shown' });
    expect(screen.getByRole('img')).toBeVisible();
    expect(screen.queryByRole('button', { name: /QR code/ })).toBeNull();
  });

  test('is not drawn of what is only text, in whatever part', () => {
    show(
      { address: 'javascript:alert(1)' },
      <>
        <parts.LinkShare.QrToggle />
        <parts.LinkShare.QrPanel />
        <parts.LinkShare.Copy />
      </>,
    );
    expect(screen.queryByRole('button')).toBeNull();
    show({ address: 'javascript:alert(1)', qrCode: 'shown' });
    expect(screen.queryByRole('img')).toBeNull();
  });
});

test("its words are the provider's under the host's", () => {
  const { wrapper } = createHarness({
    provider: { labels: { linkShare: { copyLink: 'Kopieren', openLink: 'Öffnen' } } },
  });
  render(<LinkShare address={address} labels={{ openLink: 'Link öffnen' }} />, { wrapper });
  expect(screen.getByRole('button', { name: 'Kopieren' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Link öffnen' })).toHaveAttribute('title', 'Link öffnen');
});
