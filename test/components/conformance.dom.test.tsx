import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement, createRef, type ReactElement, type Ref } from 'react';
import { isPaymentsError } from 'tillkit/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';
import { allowConsole } from '../setup.dom.ts';
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
  const part = createElement(partOf(name), { key: 'part', ...props, ...given });
  render(inside(part), { wrapper });
  await state.prepare?.(user, harness);
  return screen.findByTestId('part');
}

const names = [...components.keys()];
const familyOf = (name: string) => names.find((other) => other !== name && name.startsWith(other));
const isPart = (name: string) => !noParts.includes(name) && familyOf(name) !== undefined;
/** What docs/parts.md says of a part's state. */
const rowOf = (name: string) => docs.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';

test('every part of the package is looked at', () => {
  expect(Object.keys(parts).toSorted()).toEqual(names.filter(isPart).toSorted());
});

describe.each(Object.entries(parts))('%s', (name, part) => {
  test('gives its element what the host gives it, beside its own', async () => {
    const ref = createRef<Element>();
    const element = await show(name, part, {
      'data-testid': 'part',
      ref,
      className: 'mine',
      style: { scrollMarginTop: '1px' },
      lang: 'fr',
    });
    expect(element.localName).toBe(part.tag);
    expect(ref.current).toBe(element);
    expect(element.getAttribute('class')).toMatch(/^(tillkit-\S+ )*mine$/);
    expect(element).toHaveStyle({ scrollMarginTop: '1px' });
    expect(element).toHaveAttribute('lang', 'fr');
  });

  test('hands all of it to the element in `render`', async () => {
    allowConsole(misplaced);
    const ref = createRef<Element>();
    const theirs = createRef<HTMLElement>();
    const element = await show(name, part, {
      'data-testid': 'part',
      ref,
      className: 'mine',
      render: <article ref={theirs} className="theirs" />,
    });
    expect(element.localName).toBe('article');
    expect(element).toHaveClass('mine', 'theirs');
    expect([ref.current, theirs.current]).toEqual([element, element]);
  });

  test('shows its state as data, and hands it to the function in `render`', async () => {
    allowConsole(misplaced);
    const states: object[] = [];
    const element = await show(name, part, {
      'data-testid': 'part',
      render: (props, state) => {
        states.push(state);
        return <article {...props} />;
      },
    });
    expect(element.localName).toBe('article');
    const family = familyOf(name)!;
    const [own, ofRoot] = [name.slice(family.length), 'Root'].map((member) => rowOf(`${family}.${member}`));
    for (const [key, value] of Object.entries(states.at(-1) ?? {})) {
      const attribute = `data-${key}`;
      if (!own?.includes(`\`${attribute}\``)) {
        expect(ofRoot).toContain(`\`${attribute}\``);
        continue;
      }
      if (value === false || value === undefined) expect(element).not.toHaveAttribute(attribute);
      else expect(element).toHaveAttribute(attribute, value === true ? '' : String(value));
    }
    for (const attribute of element.attributes) {
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
