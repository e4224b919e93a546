import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement, createRef, type ReactElement, type Ref } from 'react';
import { isPaymentsError } from 'tillkit/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';
import { runs } from '../runs.ts';
import { allowConsole, consoleLines } from '../setup.dom.ts';
import type { PartCase } from './parts/partCase.ts';
import { components, noParts, partOf, parts } from './parts.tsx';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

const docs = readFileSync('docs/parts.md', 'utf8');

/** An article among rows and in paths is not what a host would put there. */
const misplaced = /validateDOMNesting|cannot be a (child|descendant) of|cannot contain|is unrecognized/;

interface Given {
  ref?: Ref<Element>;
  render?: ReactElement | ((props: object, state: object) => ReactElement);
  [name: string]: unknown;
}

/** The part in the state in which it shows, with what a host gives it. */
async function show(name: string, { props, inside = (part) => part, ...state }: PartCase, given: Given) {
  const harness = createHarness({ latencyMs: 0, ...state.harness });
  const { wrapper } = harness;
  await state.arrange?.(harness);
  const user = userEvent.setup({ applyAccept: false });
  const withGiven = (own: Given) => inside(createElement(partOf(name), { key: 'part', ...props, ...own }));
  const { rerender } = render(withGiven(given), { wrapper });
  await state.prepare?.(user, harness);
  return {
    element: await screen.findByTestId('part'),
    /** Gives the part something else, in the state that it is in. */
    give: (other: Given) => {
      rerender(withGiven(other));
      return screen.getByTestId('part');
    },
  };
}

const names = [...components.keys()];
const familyOf = (name: string) => names.find((other) => other !== name && name.startsWith(other));
const isPart = (name: string) => !noParts.includes(name) && familyOf(name) !== undefined;
/** What docs/parts.md says of a part's state. */
const rowOf = (name: string) => docs.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';

test('every part of the package is looked at', () => {
  expect(Object.keys(parts).toSorted()).toEqual(names.filter(isPart).toSorted());
});

describe.each(Object.entries(parts).filter((_, at) => at % runs(3, 1) === 0))('%s', (name, part) => {
  test('gives its element, or the one in `render`, what the host gives it beside its own, and shows its state as data', async () => {
    const ref = createRef<Element>();
    const { element, give } = await show(name, part, {
      'data-testid': 'part',
      ref,
      className: 'mine',
      style: { scrollMarginTop: '1px' },
      lang: 'fr',
    });
    expect(element.localName).toBe(part.tag);
    expect(ref.current).toBe(element);
    expect(element.getAttribute('class')).toMatch(/^(tillkit-\S+ )*mine$/);
    expect(element.getAttribute('style')).toContain('scroll-margin-top: 1px');
    expect(element).toHaveAttribute('lang', 'fr');

    expect(consoleLines()).toEqual([]);
    allowConsole(misplaced);
    const theirs = createRef<HTMLElement>();
    const article = give({
      'data-testid': 'part',
      ref,
      className: 'mine',
      render: <article ref={theirs} className="theirs" />,
    });
    expect(article.localName).toBe('article');
    expect(article).toHaveClass('mine', 'theirs');
    expect([ref.current, theirs.current]).toEqual([article, article]);

    const states: object[] = [];
    const drawn = give({
      'data-testid': 'part',
      render: (props, state) => {
        states.push(state);
        return <article {...props} />;
      },
    });
    expect(drawn.localName).toBe('article');
    const family = familyOf(name)!;
    const [own, ofRoot] = [name.slice(family.length), 'Root'].map((member) => rowOf(`${family}.${member}`));
    for (const [key, value] of Object.entries(states.at(-1) ?? {})) {
      const attribute = `data-${key}`;
      if (!own?.includes(`\`${attribute}\``)) {
        expect(ofRoot).toContain(`\`${attribute}\``);
        continue;
      }
      if (value === false || value === undefined) expect(drawn).not.toHaveAttribute(attribute);
      else expect(drawn).toHaveAttribute(attribute, value === true ? '' : String(value));
    }
    for (const attribute of drawn.attributes) {
      if (attribute.name.startsWith('data-')) expect(['true', 'false']).not.toContain(attribute.value);
    }
  });

  test.runIf(part.inside)('says what is missing where it stands outside of its root', () => {
    allowConsole(/./);
    const { wrapper } = createHarness();
    let thrown: unknown;
    try {
      render(createElement(partOf(name), part.props), { wrapper });
    } catch (error) {
      thrown = error;
    }
    expect(isPaymentsError(thrown) && thrown.code).toBe('configuration');
    expect(String(thrown)).toMatch(/Put it inside <\w+\.\w+>/);
  });
});
