import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import 'tillkit/styles.css';
import { cleanUp } from '../test/cleanups.ts';
import { createHarness, type Harness, type HarnessOptions } from '../test/harness.tsx';
import './preview.css';

configure({ asyncUtilTimeout: 4000 }); // a busy machine is slow, not wrong

const locales = { en: 'en-US', de: 'de-DE', ar: 'ar-EG' } as const;

/** Storybook keeps its own in the same storage. */
function forgetChoices() {
  for (const key of Object.keys(localStorage)) if (key.startsWith('tillkit:')) localStorage.removeItem(key);
}

export default {
  tags: ['autodocs'],
  parameters: {
    a11y: {
      test: 'error', // a violation fails the story's test
      config: { rules: [{ id: 'target-size', enabled: true }] }, // WCAG 2.2: 24 px, which axe leaves out by itself
    },
    controls: { expanded: true },
  },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { title: 'Theme', icon: 'contrast', items: ['light', 'dark'], dynamicTitle: true },
    },
    direction: {
      description: 'Direction',
      toolbar: { title: 'Direction', icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
    locale: {
      description: 'Number and date format',
      toolbar: { title: 'Locale', icon: 'globe', items: Object.keys(locales), dynamicTitle: true },
    },
  },
  // `npm run test:long` shows every story dark and right to left too.
  initialGlobals: {
    theme: import.meta.env['VITE_THEME'] ?? 'light',
    direction: import.meta.env['VITE_DIRECTION'] ?? 'ltr',
    locale: 'en',
  },
  beforeEach: () => cleanUp,
  // A new sandbox for every story; its play function gets it as `loaded.harness`.
  loaders: [
    forgetChoices,
    ({ parameters, globals }) => ({
      harness: createHarness({
        ...(parameters['sandbox'] as HarnessOptions | undefined),
        provider: {
          locale: locales[globals['locale'] as keyof typeof locales],
          ...(parameters['sandbox'] as HarnessOptions | undefined)?.provider,
        },
      }),
    }),
  ],
  decorators: [
    function WithSandbox(Story, { loaded, globals, parameters }) {
      const { wrapper: Wrapper } = (loaded as { harness: Harness }).harness;
      const { theme, direction } = globals as { theme: string; direction: string };
      return (
        <div
          className="preview"
          data-theme={parameters['theme'] ?? theme}
          dir={parameters['direction'] ?? direction}
        >
          <Wrapper>
            <Story />
          </Wrapper>
        </div>
      );
    },
  ],
} satisfies Preview;
