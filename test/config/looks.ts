import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { defineConfig } from 'vitest/config';
import stories, { browser } from './browser.ts';

const { projects: _, ...test } = stories.test ?? {};

// Every story again, dark and right to left, and the galleries in every language: axe and the play functions hold there too.
export default defineConfig({
  ...stories,
  test: {
    ...test,
    projects: [
      { name: 'dark', env: { VITE_THEME: 'dark' }, tags: 'test' },
      { name: 'rtl', env: { VITE_DIRECTION: 'rtl' }, tags: 'test' },
      ...['es', 'ar', 'pseudo'].map((name) => ({ name, env: { VITE_LOCALE: name }, tags: 'gallery' })),
    ].map(({ tags, ...look }) => ({
      extends: true as const,
      plugins: [storybookTest({ configDir: '.storybook', tags: { include: [tags] } })],
      test: { ...look, browser: browser() },
    })),
  },
});
