import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { defineConfig } from 'vitest/config';
import stories, { browser } from './vitest.browser.config.ts';

const { projects: _, ...test } = stories.test ?? {};

// Every story again, dark and right to left: axe and the play functions hold there too.
export default defineConfig({
  ...stories,
  test: {
    ...test,
    projects: [
      { name: 'dark', env: { VITE_THEME: 'dark' } },
      { name: 'rtl', env: { VITE_DIRECTION: 'rtl' } },
    ].map((look) => ({
      extends: true as const,
      plugins: [storybookTest({ configDir: '.storybook' })],
      test: { ...look, browser: browser() },
    })),
  },
});
