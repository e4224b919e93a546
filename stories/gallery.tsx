import type { ReactNode } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import type { Labels } from 'tillkit/locales/en';
import type { Harness, HarnessOptions } from '../test/harness.tsx';
import { languageOf } from './languages.ts';
import { createStoryHarness, ScenarioNames, type StoryHarness } from './scenarios.tsx';

type Cell = ReturnType<typeof within>;
type Loaded = Record<string, unknown>;

/** One state of a component, in its own sandbox. */
export interface State {
  name: string;
  sandbox?: HarnessOptions;
  /** Runs before the component is shown. */
  prepare?: (harness: Harness) => Promise<unknown>;
  render: (harness: Harness) => ReactNode;
  /** The actions of a person. */
  act?: ((cell: Cell, user: User, harness: Harness, words: Labels) => Promise<unknown>) | undefined;
  /** The text that identifies the state. */
  shows: (cell: Cell, words: Labels) => HTMLElement;
}

interface User {
  click: (element: Element) => Promise<void>;
  type: (element: Element, text: string) => Promise<void>;
  tab: () => Promise<void>;
}

interface PlayContext {
  canvas: { getByLabelText: (label: string, options: { selector: string }) => HTMLElement };
  loaded: Loaded;
  globals: Loaded;
  userEvent: User;
}

/** Finds texts exactly as written, outside the caption: French has non-breaking spaces, which a search would normalise. */
function withinFigure(figure: HTMLElement): Cell {
  const queries = within(figure);
  const normalizer = (text: string) => text.trim().replace(/[ \t\n]+/g, ' ');
  const asWritten = Object.entries(queries).map(([name, query]: [string, (...given: never[]) => unknown]) => [
    name,
    name.endsWith('ByText')
      ? (text: never, options?: object, ...more: never[]) =>
          query(text, { normalizer, ignore: 'figcaption, style', ...options } as never, ...more)
      : query,
  ]);
  return Object.fromEntries(asWritten);
}

const harnessesOf = (loaded: Loaded) => loaded['harnesses'] as StoryHarness[];

/** A story that shows every state and asserts each of them. It follows the toolbars. */
export const galleryOf = (states: readonly State[]) => ({
  loaders: [
    async ({ globals }: { globals: Loaded }) => {
      const { locale, labels } = languageOf(globals);
      const prepared = states.map(async ({ sandbox, prepare }) => {
        const harness = createStoryHarness({
          ...sandbox,
          provider: { locale, labels, ...sandbox?.provider },
        });
        await prepare?.(harness);
        return harness;
      });
      return { harnesses: await Promise.all(prepared) };
    },
  ],
  render: (_: unknown, { loaded }: { loaded: Loaded }) => (
    <Gallery states={states} harnesses={harnessesOf(loaded)} />
  ),
  // A gallery has many regions of one kind, whose landmarks have the same name.
  parameters: { a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } } },
  play: async ({ canvas, loaded, globals, userEvent }: PlayContext) => {
    const { labels } = languageOf(globals);
    for (const [index, { name, act, shows }] of states.entries()) {
      const harness = harnessesOf(loaded)[index]!;
      const cell = withinFigure(canvas.getByLabelText(name, { selector: 'figure' }));
      await harness.advance(300); // the journal has been read, and the terminals' names have loaded
      await act?.(cell, userEvent, harness, labels);
      await waitFor(() => expect(shows(cell, labels)).toBeVisible());
    }
  },
});

function Gallery({ states, harnesses }: { states: readonly State[]; harnesses: readonly StoryHarness[] }) {
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))',
        gap: '2rem 1.5rem',
        alignItems: 'start',
        maxInlineSize: 'none',
      }}
    >
      {states.map(({ name, render }, index) => {
        const harness = harnesses[index]!;
        return (
          <figure key={name} aria-label={name} style={{ margin: 0, minInlineSize: 0 }}>
            <figcaption lang="en" style={{ marginBlockEnd: '0.5rem', fontSize: '0.8125rem' }}>
              {name}
              <ScenarioNames harness={harness} />
            </figcaption>
            <harness.wrapper>{render(harness)}</harness.wrapper>
          </figure>
        );
      })}
    </div>
  );
}

/** Decorators that show a story in an element of this width. */
export const inWidth = (inlineSize: string) => [
  (Story: () => ReactNode) => (
    <div style={{ inlineSize, maxInlineSize: 'none' }}>
      <Story />
    </div>
  ),
];

/** As wide as a small phone. */
export const narrow = inWidth('272px');
/** As wide as a form on a desk, if the window is. */
export const wide = inWidth('min(46rem, calc(100vw - 48px))');
