import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { defineConfig } from 'vitest/config';
import stories, { browser } from './browser.ts';
import { whole } from './long.ts';

const { projects: _, ...test } = stories.test ?? {};

// The tests in a browser that have some of their cases every day, whole. Every story again, dark and right to left, and the galleries in every language, 320 px wide: axe and the play functions hold there too.
export default defineConfig({
  ...stories,
  test: {
    ...test,
    projects: [
      {
        extends: true as const,
        test: {
          name: 'whole',
          include: whole.filter((path) => path.endsWith('.browser.test.tsx')),
          setupFiles: ['test/setup.dom.ts'],
          env: { TILLKIT_RUNS: 'long' },
          browser: browser(),
        },
      },
      ...[
        { name: 'dark', env: { VITE_THEME: 'dark' }, tags: 'test' },
        { name: 'looks', env: {}, tags: 'look' }, // what is a story again in one more look: `!test` keeps it from `npm test`
        { name: 'rtl', env: { VITE_DIRECTION: 'rtl' }, tags: 'test' },
        ...['en', 'es', 'fr', 'de', 'pt-BR', 'ja', 'ar', 'pseudo'].map((name) => ({
          name,
          env: { VITE_LOCALE: name, VITE_VIEWPORT: 'mobile1' }, // Storybook's name for 320 by 568
          tags: 'gallery',
        })),
      ].map(({ tags, ...look }) => ({
        extends: true as const,
        plugins: [storybookTest({ configDir: '.storybook', tags: { include: [tags] } })],
        test: { ...look, setupFiles: ['test/ownerStacks.ts'], browser: browser() },
      })),
    ],
  },
});
