import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import 'tillkit/styles.css';
import { languageOf, languages } from '../stories/languages.ts';
import { cleanUp } from '../test/cleanups.ts';
import { createHarness, type Harness, type HarnessOptions } from '../test/harness.tsx';
import './preview.css';

configure({ asyncUtilTimeout: 4000 }); // a busy machine is slow, not wrong

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
      description: 'Direction; Arabic is right to left whatever is chosen here',
      toolbar: { title: 'Direction', icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
    locale: {
      description: 'Words, numbers and dates',
      toolbar: { title: 'Locale', icon: 'globe', items: Object.keys(languages), dynamicTitle: true },
    },
  },
  // `npm run test:long` shows every story dark and right to left too.
  initialGlobals: {
    theme: import.meta.env['VITE_THEME'] ?? 'light',
    direction: import.meta.env['VITE_DIRECTION'] ?? 'ltr',
    locale: import.meta.env['VITE_LOCALE'] ?? 'en',
  },
  beforeEach: () => cleanUp,
  // A new sandbox for every story; its play function gets it as `loaded.harness`.
  loaders: [
    forgetChoices,
    ({ parameters, globals }) => {
      const sandbox = parameters['sandbox'] as HarnessOptions | undefined;
      const { locale, labels } = languageOf(globals);
      return { harness: createHarness({ ...sandbox, provider: { locale, labels, ...sandbox?.provider } }) };
    },
  ],
  decorators: [
    function WithSandbox(Story, { loaded, globals, parameters }) {
      const { wrapper: Wrapper } = (loaded as { harness: Harness }).harness;
      const { theme } = globals as { theme: string };
      const { lang, direction } = languageOf(globals);
      const isRightToLeft = direction === 'rtl' || globals['direction'] === 'rtl';
      return (
        <div
          className="preview"
          data-theme={parameters['theme'] ?? theme}
          dir={parameters['direction'] ?? (isRightToLeft ? 'rtl' : 'ltr')}
          lang={lang}
        >
          <Wrapper>
            <Story />
          </Wrapper>
        </div>
      );
    },
  ],
} satisfies Preview;
