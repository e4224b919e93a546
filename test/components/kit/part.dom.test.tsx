import { fireEvent, render, screen } from '@testing-library/react';
import { createRef, forwardRef, type ReactNode, type Ref, version } from 'react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Button } from '../../../src/components/kit/Button.tsx';
import { Part, type PartProps, partsOf } from '../../../src/components/kit/part.tsx';

interface PressState {
  phase: string;
  busy: boolean;
  disabled: boolean;
}

const press = vi.fn<() => void>();
const state: PressState = { phase: 'waiting', busy: true, disabled: false };

/** As any part of the kit: a button that counts presses. */
const Press = forwardRef(function Press(
  { own, ...props }: PartProps<'button', PressState> & { own?: Ref<HTMLButtonElement> },
  ref: Ref<HTMLButtonElement>,
) {
  return (
    <Part
      as="button"
      ref={ref}
      partRef={own}
      state={state}
      own={{
        className: 'tillkit-button',
        style: { color: 'red', margin: 1 },
        type: 'button',
        onClick: press,
        children: 'Press',
      }}
      given={props}
    />
  );
});

const Step = partsOf(
  () => ({}),
  () => ({}),
)('button', function Step() {
  return { children: 'Press' };
});

const button = () => screen.getByRole('button');

beforeEach(() => press.mockClear());

describe('what the host gives', () => {
  test('joins classes and styles, and stands over the rest', () => {
    render(<Press className="mine" style={{ margin: 2 }} title="Once" type="submit" />);
    expect(button()).toHaveClass('tillkit-button', 'mine');
    expect(button()).toHaveStyle({ color: 'rgb(255, 0, 0)', margin: '2px' });
    expect(button()).toHaveAttribute('title', 'Once');
    expect(button()).toHaveAttribute('type', 'submit');
  });

  test('that is undefined changes nothing', () => {
    render(<Press className={undefined} style={undefined} onClick={undefined} />);
    expect(button()).toHaveAttribute('class', 'tillkit-button');
    expect(button()).toHaveTextContent('Press');
    fireEvent.click(button());
    expect(press).toHaveBeenCalledOnce();
  });

  test('is called first, and the part after it', () => {
    const order: string[] = [];
    press.mockImplementationOnce(() => order.push('part'));
    render(<Press onClick={() => order.push('host')} />);
    fireEvent.click(button());
    expect(order).toEqual(['host', 'part']);
  });

  test('can prevent what the part does', () => {
    render(<Press onClick={(event) => event.preventDefault()} />);
    fireEvent.click(button());
    expect(press).not.toHaveBeenCalled();
  });
});

test('state shows as data: a word as its value, true as present, false not at all', () => {
  render(<Press />);
  expect(button()).toHaveAttribute('data-phase', 'waiting');
  expect(button()).toHaveAttribute('data-busy', '');
  expect(button()).not.toHaveAttribute('data-disabled');
});

describe('render', () => {
  test('an element stands where the part would, with the props of both', () => {
    const onClick = vi.fn<() => void>();
    const pay = (
      <a href="#pay" className="link" onClick={onClick}>
        Pay
      </a>
    );
    render(<Press className="mine" render={pay} />);
    const link = screen.getByRole('link', { name: 'Pay' });
    expect(link).toHaveClass('tillkit-button', 'mine', 'link');
    expect(link).toHaveAttribute('data-phase', 'waiting');
    fireEvent.click(link);
    expect(onClick).toHaveBeenCalledOnce();
    expect(press).toHaveBeenCalledOnce();
  });

  test('an element without children keeps those of the part', () => {
    render(<Press render={<div title="Mine" />} />);
    expect(screen.getByTitle('Mine')).toHaveTextContent('Press');
  });

  test('a function gets the props and the state', () => {
    render(<Press render={(props, { phase }) => <button {...props}>It is {phase}</button>} />);
    expect(button()).toHaveTextContent('It is waiting');
    fireEvent.click(button());
    expect(press).toHaveBeenCalledOnce();
  });
});

describe('refs', () => {
  test('of the part, of the host and of the element in `render` are all set, and emptied', () => {
    const own = createRef<HTMLButtonElement>();
    const host = createRef<HTMLButtonElement>();
    const rendered = createRef<HTMLDivElement>();
    const { unmount } = render(<Press own={own} ref={host} render={<div ref={rendered} title="Mine" />} />);
    const element = screen.getByTitle('Mine');
    expect([own.current, host.current, rendered.current]).toEqual([element, element, element]);
    unmount();
    expect([own.current, host.current, rendered.current]).toEqual([null, null, null]);
  });

  test('are set once, however often the part renders', () => {
    const own = createRef<HTMLButtonElement>();
    const host = vi.fn<(element: HTMLButtonElement | null) => void>();
    const { rerender } = render(<Press own={own} ref={host} />);
    rerender(<Press own={own} ref={host} title="again" />);
    expect(host).toHaveBeenCalledOnce();
  });

  test.runIf(Number.parseInt(version) >= 19)(
    'what a callback returns is called when the element goes',
    () => {
      const own = createRef<HTMLButtonElement>();
      const undo = vi.fn<() => void>();
      const { unmount } = render(<Press own={own} ref={() => undo} />);
      expect(undo).not.toHaveBeenCalled();
      unmount();
      expect(undo).toHaveBeenCalledOnce();
      expect(own.current).toBeNull();
    },
  );
});

test('two parts in one element both do their work', () => {
  const Outer = (props: { children?: ReactNode }) => <Press title="outer" render={<Press />} {...props} />;
  render(<Outer />);
  fireEvent.click(button());
  expect(press).toHaveBeenCalledTimes(2);
  expect(button()).toHaveAttribute('title', 'outer');
});

test.each(['part', 'button of a part'])('a %s that is held down by Enter is pressed once', async (kind) => {
  const user = userEvent.setup();
  render(kind === 'part' ? <Step onClick={press} /> : <Button onClick={press}>Press</Button>);
  button().focus();
  await user.keyboard('{Enter>9/}');
  expect(press).toHaveBeenCalledOnce();
  await user.keyboard('{Enter}{Enter}');
  expect(press).toHaveBeenCalledTimes(3);
});

describe('the focus of a button that goes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Two components, one inside the other; the inner one may go with its button. */
  const page = (shown: 'both' | 'outer' | 'inner' | 'none') => (
    <section data-tillkit="list" aria-label="List">
      {(shown === 'both' || shown === 'inner') && (
        <section data-tillkit="status" aria-label="Status">
          {shown === 'both' && <Button>Done</Button>}
        </section>
      )}
      {shown === 'none' || <input aria-label="Search" />}
    </section>
  );
  const after = () => {
    vi.advanceTimersByTime(1000);
    return document.activeElement?.getAttribute('aria-label');
  };

  test.each([
    ['the component around it', 'inner', 'Status'],
    ['the one around that, if it went too', 'outer', 'List'],
  ] as const)('goes to %s', (_, left, name) => {
    const { rerender } = render(page('both'));
    button().focus();
    rerender(page(left));
    expect(document.body).toHaveFocus();
    expect(after()).toBe(name);
  });

  test('stays where the page moved it', () => {
    const { rerender } = render(page('both'));
    button().focus();
    rerender(page('outer'));
    screen.getByRole('textbox').focus();
    expect(after()).toBe('Search');
  });

  test('is not asked for by a button that did not have it, or that went with everything', () => {
    const { rerender, unmount } = render(page('both'));
    rerender(page('inner'));
    expect(after()).toBeNull();
    rerender(page('both'));
    button().focus();
    unmount();
    expect(after()).toBeNull();
  });
});
