import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { CheckField } from '../../src/components/kit/fields.tsx';
import '../../src/styles/index.css';

function host(css: string) {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  onTestFinished(() => style.remove());
}

const field = () => (
  <div data-tillkit="" className="tillkit-card" data-testid="card">
    <input className="tillkit-input" aria-label="Order number" />
    <CheckField label="Receipt" checked onCheckedChange={() => undefined} />
    <CheckField label="Slip" checked={false} onCheckedChange={() => undefined} />
  </div>
);

test('what a host says of lines, corners and sizes on :root wins over what the kit makes of its colours', () => {
  host(`:root {
    --tillkit-line: rgb(1, 2, 3);
    --tillkit-line-strong: rgb(4, 5, 6);
    --tillkit-border-width: 3px;
    --tillkit-control-height: 60px;
    --tillkit-control-radius: 9px;
  }`);
  render(field());
  expect(getComputedStyle(screen.getByTestId('card'))).toMatchObject({
    borderTopColor: 'rgb(1, 2, 3)',
    borderTopWidth: '3px',
  });
  const box = getComputedStyle(screen.getByRole('checkbox', { name: 'Slip' }));
  expect([box.borderTopColor, box.borderTopWidth]).toEqual(['rgb(4, 5, 6)', '3px']);
  expect(getComputedStyle(screen.getByRole('textbox'))).toMatchObject({
    minHeight: '60px',
    borderTopLeftRadius: '9px',
    borderTopColor: 'rgb(4, 5, 6)',
  });
});

test.each(['light', 'dark'])(
  'corners and spacing that a host set on :root hold below data-theme="%s"',
  (theme) => {
    host(':root { --tillkit-radius: 4px; --tillkit-spacing: 6px; --tillkit-mono: serif }');
    render(<div data-theme={theme}>{field()}</div>);
    const card = getComputedStyle(screen.getByTestId('card'));
    expect(card.borderTopLeftRadius).toBe('4px');
    expect(card.getPropertyValue('--tillkit-spacing')).toBe('6px');
    expect(card.getPropertyValue('--tillkit-mono')).toBe('serif');
  },
);

test('a card whose page shrinks it to its content keeps the least width that its parts fit', () => {
  // The root of a new Vite app is a flex column, and `margin: auto` shrinks what stands in it.
  render(
    <div style={{ display: 'flex', flexDirection: 'column', width: 900 }}>
      <main style={{ display: 'grid', maxWidth: 512, margin: '2rem auto' }}>{field()}</main>
    </div>,
  );
  const { width } = screen.getByTestId('card').getBoundingClientRect();
  expect(width).toBeGreaterThanOrEqual(280);
});

test('a card beside another narrows below that width if the row is narrower', () => {
  render(
    <div style={{ display: 'flex', width: 300 }}>
      {field()}
      <div style={{ flex: '0 0 100px' }} />
    </div>,
  );
  expect(screen.getByTestId('card').getBoundingClientRect().width).toBe(200);
});

test('a box is drawn by the kit: filled in the accent where it is ticked, and a line around it where not', () => {
  host(':root { --tillkit-accent: rgb(0, 90, 60); --tillkit-background: rgb(250, 250, 250) }');
  render(field());
  const [ticked, open] = ['Receipt', 'Slip'].map((name) =>
    getComputedStyle(screen.getByRole('checkbox', { name })),
  );
  expect([ticked?.appearance, ticked?.backgroundColor]).toEqual(['none', 'rgb(0, 90, 60)']);
  expect(open?.backgroundColor).toBe('rgb(250, 250, 250)');
});

test('a button that does what it was pressed for keeps its colour and turns; one that cannot be pressed is grey', () => {
  host(':root { --tillkit-accent: rgb(0, 90, 60) }');
  const button = { type: 'button', className: 'tillkit-button', 'data-variant': 'primary' } as const;
  render(
    <div data-tillkit="">
      <button {...button} aria-disabled data-busy="">
        Creating…
      </button>
      <button {...button} aria-disabled>
        Create
      </button>
    </div>,
  );
  const [busy, disabled] = screen.getAllByRole('button');
  const colourOf = (of: HTMLElement | undefined) => of && getComputedStyle(of).backgroundColor;
  expect(colourOf(busy)).toBe('rgb(0, 90, 60)');
  expect(colourOf(disabled)).not.toBe('rgb(0, 90, 60)');
  expect(busy && getComputedStyle(busy, '::before')).toMatchObject({ width: '16px', height: '16px' });
});

test('a host that is small throughout has no text under 11 px and no target under 24 px', () => {
  host(':root { font-size: 8px; --tillkit-small: 0.5em; --tillkit-control-height: 10px }');
  render(
    <>
      {field()}
      <div data-tillkit="">
        <p className="tillkit-hint">Hint</p>
        <button className="tillkit-button" data-size="small" aria-label="Today">
          Today
        </button>
        <button className="tillkit-payment-status-copy" aria-label="Copy" />
        <details className="tillkit-details tillkit-payment-status-more">
          <summary aria-label="More">More</summary>
        </details>
      </div>
    </>,
  );
  expect(getComputedStyle(screen.getByText('Hint')).fontSize).toBe('11px');
  for (const name of ['Order number', 'Today', 'Copy', 'More']) {
    const { width, height } = screen.getByLabelText(name).getBoundingClientRect();
    expect([name, Math.min(width, height) >= 24]).toEqual([name, true]);
  }
});

test('has no card of its own where the host has one', () => {
  render(
    <section data-plain="">
      <div data-tillkit="" className="tillkit-card" data-testid="card" />
    </section>,
  );
  expect(getComputedStyle(screen.getByTestId('card'))).toMatchObject({
    borderTopWidth: '0px',
    paddingTop: '0px',
  });
});
