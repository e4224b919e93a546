import { render, screen, waitFor } from '@testing-library/react';
import { PaymentsProvider, TerminalPicker } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/styles/index.css';
import { runs } from '../../runs.ts';

const items = Array.from({ length: 30 }, (_, index) => ({ id: `t${index + 1}`, name: `Till ${index + 1}` }));
const client = createPaymentsClient({
  baseUrl: 'http://localhost:4010',
  fetcher: () => Promise.resolve(Response.json({ items, total: 30, page: 1, limit: 100 })),
});

/** What the design systems' own sheets say of these classes, as far as it decides what is cut off and what is covered. */
const hostCss = `
  body { margin: 0 }
  .MuiPaper { border-radius: 4px; box-shadow: 0 1px 3px #0003; overflow: hidden; background: #fff }
  .MuiGrow { opacity: 1; transform: none; transition: opacity 200ms, transform 133ms; will-change: transform, opacity }
  .MuiCardContent { padding: 16px } .MuiCardContent:last-child { padding-bottom: 24px }
  .MuiFormControl { display: inline-flex; flex-direction: column; position: relative }
  .MuiInputLabel { position: absolute; z-index: 1; transform: translate(14px, 16px) scale(1); pointer-events: none }
  .MuiModal { position: fixed; z-index: 1300; inset: 0 }
  .MuiDialogContainer { height: 100%; display: flex; justify-content: center; align-items: center; opacity: 1 }
  .MuiDialogPaper { display: flex; flex-direction: column; overflow-y: auto; position: relative; margin: 32px; max-height: 240px; background: #fff }
  .MuiDialogContent { flex: 1 1 auto; overflow-y: auto; padding: 20px 24px }
  .MuiDialogActions { position: sticky; bottom: 0; z-index: 2; padding: 8px; background: #eee }
  .ant-card { position: relative; border-radius: 8px; background: #fff }
  .ant-card-body { padding: 24px; overflow: hidden; border-radius: 0 0 8px 8px }
  .ant-card-hoverable { transition: box-shadow 200ms; filter: drop-shadow(0 1px 2px #0003) }
  .ant-table-header { position: sticky; top: 0; z-index: 3; padding: 16px; background: #fafafa }
  .ant-modal-wrap { position: fixed; inset: 0; overflow: auto; z-index: 1000 }
  .ant-modal { position: relative; top: 40px; width: 420px; margin: 0 auto; transform: scale(1); pointer-events: none }
  .ant-modal-content { position: relative; padding: 20px 24px; overflow: hidden; background: #fff; border-radius: 8px; pointer-events: auto }
  .shadcn-card { border: 1px solid #ddd; border-radius: 12px; padding: 24px; overflow: hidden; contain: content; background: #fff }
  .shadcn-blur { position: relative; z-index: 10; padding: 24px; background: #eeec; backdrop-filter: blur(8px) }
  .shadcn-dialog { position: fixed; left: 50%; top: 50%; translate: -50% -50%; z-index: 50; display: grid; width: 400px; max-height: 200px; padding: 24px; overflow-y: auto; background: #fff }
  .native { margin-top: 20px; width: 400px; max-height: 160px; overflow: auto }
`;

const filler = (text: string) => <p style={{ height: 300, margin: 0 }}>{text}</p>;

function Native({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="native">
      <h2>A dialog of the host</h2>
      {children}
      {filler('More of the dialog')}
    </dialog>
  );
}

const hosts: Record<string, (picker: ReactNode) => ReactNode> = {
  'Material UI: a card that grows in, and a floating label after it': (picker) => (
    <>
      <div className="MuiGrow">
        <div className="MuiPaper">
          <div className="MuiCardContent">{picker}</div>
        </div>
      </div>
      <div className="MuiFormControl">
        <label className="MuiInputLabel" htmlFor="note">
          A label of the host with a z-index
        </label>
        <textarea id="note" rows={8} />
      </div>
    </>
  ),
  'Material UI: a dialog that scrolls, with actions that stick': (picker) => (
    <div className="MuiModal">
      <div className="MuiDialogContainer">
        <div className="MuiDialogPaper">
          <div className="MuiDialogContent">
            {picker}
            {filler('More of the dialog')}
          </div>
          <div className="MuiDialogActions">Done</div>
        </div>
      </div>
    </div>
  ),
  'Ant Design: a hoverable card with a filter, and a table whose head sticks': (picker) => (
    <>
      <div className="ant-card ant-card-hoverable">
        <div className="ant-card-body">{picker}</div>
      </div>
      <div className="ant-table-header">The head of a table</div>
      {filler('A table')}
    </>
  ),
  'Ant Design: a modal in a wrap that scrolls': (picker) => (
    <div className="ant-modal-wrap">
      <div className="ant-modal">
        <div className="ant-modal-content">{picker}</div>
      </div>
      {filler('More of the modal')}
      {filler('More of the modal')}
    </div>
  ),
  'shadcn/ui: a contained card, and a blurred bar after it': (picker) => (
    <>
      <div className="shadcn-card">{picker}</div>
      <div className="shadcn-blur">A bar</div>
    </>
  ),
  'shadcn/ui: a translated dialog that scrolls': (picker) => (
    <div className="shadcn-dialog">
      {picker}
      {filler('More of the dialog')}
    </div>
  ),
  'a modal <dialog> that scrolls': (picker) => <Native>{picker}</Native>,
};

/** Where the browser cannot anchor the list, it is measured: a host's rule takes the anchor away here. */
const places = {
  anchored: '',
  measured: '.tillkit-terminal-picker-popup { position-anchor: auto }',
};

function withCss(css: string) {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  document.head.append(sheet);
  onTestFinished(() => sheet.remove());
}

const combobox = () => screen.getByRole<HTMLInputElement>('combobox');
const control = () => combobox().closest('.tillkit-input-group')!.getBoundingClientRect();
const list = (options = {}) => screen.getByRole('listbox', options);
const popup = () => list().parentElement!;
const active = () => list().querySelector<HTMLElement>('[data-active]');

async function show(host: (picker: ReactNode) => ReactNode, css = '') {
  withCss(hostCss + css);
  render(
    <PaymentsProvider client={client} currency="USD">
      {host(<TerminalPicker />)}
    </PaymentsProvider>,
  );
  await waitFor(() => expect(combobox()).toHaveAttribute('aria-busy', 'false'));
}

async function open() {
  await userEvent.click(combobox());
  expect(screen.getAllByRole('option').length).toBeGreaterThan(1);
}

/** All of it lies in the window, and nothing else is found where it should be seen. */
function expectUncovered(element: Element) {
  const { top, right, bottom, left } = element.getBoundingClientRect();
  expect(Math.min(top, left, innerWidth - right, innerHeight - bottom)).toBeGreaterThanOrEqual(0);
  const points = [left + 6, (left + right) / 2, right - 6].flatMap((x) =>
    [top + 6, (top + bottom) / 2, bottom - 6].map((y) => [x, y] as const),
  );
  expect(points.filter(([x, y]) => !element.contains(document.elementFromPoint(x, y)))).toEqual([]);
}

function expectBeside(side: 'below' | 'above') {
  const [field, box] = [control(), popup().getBoundingClientRect()];
  expect(box.left).toBeCloseTo(field.left, 0);
  expect(box.width).toBeCloseTo(field.width, 0);
  const gap = side === 'below' ? box.top - field.bottom : field.top - box.bottom;
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThanOrEqual(8);
}

beforeEach(() => page.viewport(800, 700));
afterEach(() => page.viewport(414, 896));

describe.each(Object.entries(places))('%s', (_name, css) => {
  // Every day each host in one of the two.
  const shown = Object.entries(hosts).filter((_host, index) =>
    runs((css === places.anchored) === (index % 2 === 0), true),
  );
  test.each(shown)('%s: is neither cut off nor covered', async (_title, host) => {
    await show(host, css);
    await open();
    expectUncovered(popup());
    expectBeside('below');
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(active()).toHaveTextContent('Till 30'));
    expectUncovered(active()!);
    await userEvent.click(screen.getByRole('option', { name: /^Till 28 / }));
    expect(combobox()).toHaveValue('Till 28');
    expect(combobox()).toHaveFocus();
  });

  test('follows its control where a dialog scrolls under it, and where the window changes', async () => {
    await show(hosts['shadcn/ui: a translated dialog that scrolls']!, css);
    await open();
    const before = control().top;
    expect(popup().style.inset === '').toBe(css === places.anchored);
    document.querySelector('.shadcn-dialog')!.scrollTop = 20;
    await waitFor(() => {
      expect(control().top).toBeCloseTo(before - 20, 0);
      expectBeside('below');
    });
    await page.viewport(500, 650);
    await waitFor(() => expectBeside('below'));
    expectUncovered(popup());
  });

  test('opens upwards where there is no room below, and stays there while one types', async () => {
    await show(
      (picker) => <div style={{ position: 'fixed', insetInline: 20, bottom: 80 }}>{picker}</div>,
      css,
    );
    await open();
    expectUncovered(popup());
    expectBeside('above');
    await userEvent.keyboard('till 30');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expectBeside('above');
  });

  test.each([8, 90, 170])('fits a window of 320 by 256 pixels, %i px from its top', async (top) => {
    await page.viewport(320, 256);
    await show((picker) => <div style={{ position: 'fixed', insetInline: 0, top }}>{picker}</div>, css);
    await open();
    expectUncovered(popup());
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(active()).toHaveTextContent('Till 30'));
    expect(popup().contains(active())).toBe(true);
  });

  test('keeps the theme, the direction and the size of the words around it', async () => {
    const theme = {
      '--tillkit-background': 'rgb(1, 2, 3)',
      '--tillkit-foreground': 'rgb(250, 251, 252)',
      fontSize: 20,
    };
    await show(
      (picker) => (
        <div dir="rtl" style={theme}>
          {picker}
        </div>
      ),
      css,
    );
    await open();
    expect(popup().matches(':popover-open')).toBe(true);
    expect(getComputedStyle(popup())).toMatchObject({
      backgroundColor: 'rgb(1, 2, 3)',
      color: 'rgb(250, 251, 252)',
      direction: 'rtl',
      fontSize: '20px',
    });
    expect(combobox().getAttribute('aria-controls')).toBe(list().id);
    expectBeside('below');
  });
});

test('Escape closes the list and not the dialog it is in, and a press beside it closes it too', async () => {
  await show(hosts['a modal <dialog> that scrolls']!);
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  await open();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(list({ hidden: true }).parentElement).not.toHaveAttribute('popover');
  expect(dialog.open).toBe(true);
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getAllByRole('option').length).toBeGreaterThan(1);
  await userEvent.click(screen.getByRole('heading'));
  expect(screen.queryByRole('option')).toBeNull();
  expect(dialog.open).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(dialog.open).toBe(false);
});

test('with no style sheet of the kit it hangs in the page as before', async () => {
  await show((picker) => picker, '.tillkit-terminal-picker-popup { position: static }');
  await open();
  expect(popup()).not.toHaveAttribute('popover');
  expectUncovered(popup());
});

test('with no top layer it hangs in the page as before', async () => {
  const method = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'showPopover')!;
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  onTestFinished(() => void Object.defineProperty(HTMLElement.prototype, 'showPopover', method));
  await show((picker) => <div style={{ width: 300 }}>{picker}</div>);
  await open();
  expect(popup()).not.toHaveAttribute('popover');
  expectUncovered(popup());
  expectBeside('below');
});

test('a Latin name keeps its distance from the border where `dir` alone says that words run from the right', async () => {
  await show((picker) => <div dir="rtl">{picker}</div>);
  await open();
  await userEvent.click(screen.getByRole('option', { name: /^Till 3 / }));
  const { direction, paddingRight, textAlign } = getComputedStyle(combobox());
  expect({ direction, paddingRight, textAlign }).toEqual({
    direction: 'ltr',
    paddingRight: '12px',
    textAlign: 'right',
  });
  const toggle = screen.getByRole('button').getBoundingClientRect();
  expect(toggle.left - control().left).toBeLessThan(2);
});
