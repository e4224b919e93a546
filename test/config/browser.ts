import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, findHeadlessChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { aliases } from '../../scripts/aliases.mjs';

const executablePath = await findHeadlessChromium();
if (!executablePath) throw new Error(howToGetChromium);

// A function: Vitest renames the instances, so two projects must not share one object.
export const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  isolate: false, // a new frame a file loads a thousand modules anew
  provider: playwright({
    launchOptions: { executablePath, args: chromiumArgs },
    contextOptions: { reducedMotion: 'reduce' }, // what moves for ever is drawn sixty times a second, by the processor here
  }),
  instances: [{ browser: 'chromium' as const }],
});

export default defineConfig({
  plugins: [react()],
  resolve: { alias: aliases },
  // Everything imported from node_modules: a late find makes Vite reload the page in mid-test.
  optimizeDeps: {
    include: [
      '@tanstack/react-query',
      '@testing-library/jest-dom/vitest',
      '@testing-library/react',
      '@testing-library/user-event',
      'fast-check',
      'react',
      'react-dom',
      'react-dom/client',
      'react-dropzone',
      'react-hook-form',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'storybook/test',
      'storybook/theming/create',
      'uqr',
      'zod/mini',
    ],
  },
  test: {
    testTimeout: 120_000, // only what hangs takes so long
    hookTimeout: 120_000,
    retry: process.env['CI'] ? 1 : 0, // as in e2e.ts
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.tsx'],
          setupFiles: ['test/setup.dom.ts'],
          browser: browser(),
        },
      },
      {
        extends: true,
        // The galleries show again what each has a story of its own: looks.ts.
        plugins: [storybookTest({ configDir: '.storybook', tags: { exclude: ['gallery'] } })],
        test: { name: 'storybook', setupFiles: ['test/ownerStacks.ts'], browser: browser() },
      },
    ],
  },
});
