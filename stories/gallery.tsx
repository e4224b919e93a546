import type { ReactNode } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import { createHarness, type Harness, type HarnessOptions } from '../test/harness.tsx';

type Cell = ReturnType<typeof within>;
type Loaded = Record<string, unknown>;

/** One state of a component, in a sandbox of its own. */
export interface State {
  name: string;
  sandbox?: HarnessOptions;
  /** What happens before it is shown. */
  prepare?: (harness: Harness) => Promise<unknown>;
  render: (harness: Harness) => ReactNode;
  /** What a person does then. */
  act?: ((cell: Cell, user: User, harness: Harness) => Promise<unknown>) | undefined;
  /** By which it is recognised. */
  shows: (cell: Cell) => HTMLElement;
}

interface User {
  click: (element: Element) => Promise<void>;
  type: (element: Element, text: string) => Promise<void>;
  tab: () => Promise<void>;
}

interface PlayContext {
  canvas: { getByRole: (role: string, options: { name: string }) => HTMLElement };
  loaded: Loaded;
  userEvent: User;
}

const locales: Record<string, string> = { en: 'en-US', de: 'de-DE', ar: 'ar-EG' };
const harnessesOf = (loaded: Loaded) => loaded['harnesses'] as Harness[];

/** A story that shows every state at once and asserts each of them, following the toolbars. */
export const galleryOf = (states: readonly State[]) => ({
  loaders: [
    async ({ globals }: { globals: Loaded }) => {
      const locale = locales[String(globals['locale'])];
      const harnesses = [];
      for (const { sandbox, prepare } of states) {
        const harness = createHarness({ ...sandbox, provider: { locale, ...sandbox?.provider } });
        await prepare?.(harness);
        harnesses.push(harness);
      }
      return { harnesses };
    },
  ],
  render: (_: unknown, { loaded }: { loaded: Loaded }) => (
    <Gallery states={states} harnesses={harnessesOf(loaded)} />
  ),
  // Many of one kind on a page: their landmarks have one name.
  parameters: { a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } } },
  play: async ({ canvas, loaded, userEvent }: PlayContext) => {
    for (const [index, { name, act, shows }] of states.entries()) {
      const harness = harnessesOf(loaded)[index]!;
      const cell = within(canvas.getByRole('figure', { name }));
      await harness.advance(300); // the journal is read, the terminals' names arrive
      await act?.(cell, userEvent, harness);
      await waitFor(() => expect(shows(cell)).toBeVisible());
    }
  },
});

function Gallery({ states, harnesses }: { states: readonly State[]; harnesses: readonly Harness[] }) {
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
            <figcaption style={{ marginBlockEnd: '0.5rem', fontSize: '0.8125rem' }}>{name}</figcaption>
            <harness.wrapper>{render(harness)}</harness.wrapper>
          </figure>
        );
      })}
    </div>
  );
}

/** As wide as a small telephone. */
export const narrow = [
  (Story: () => ReactNode) => (
    <div style={{ inlineSize: 272 }}>
      <Story />
    </div>
  ),
];
