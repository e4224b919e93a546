import type { Preview } from '@storybook/react-vite';
import { lazy, Suspense, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { configure, expect, waitFor } from 'storybook/test';
import * as tillkit from 'tillkit';
import 'tillkit/styles.css';
import { argTypesIn, sentenceIn } from './docProps.ts';
import { isDark, theme as ownTheme } from './theme.ts';
import { outcomeLoader } from '../src/components/terminal-checkout/useOutcomeParts.ts';
import { preloadGatewayEngine } from '../src/core/mirror/createGatewayClient.ts';
import { preloadStandaloneEngine } from '../src/core/standalone/createPaymentsClient.ts';
import { languageOf, languages } from '../stories/languages.ts';
import { cleanUp } from '../test/cleanups.ts';
import type { Harness, HarnessOptions } from '../test/harness.tsx';
import { createStoryHarness, Scenarios, type StoryHarness } from '../stories/scenarios.tsx';
import './docs.css';
import './preview.css';

configure({ asyncUtilTimeout: 4000 }); // a busy machine is slow

// By `loadParts`, `npm run screenshots -- --anatomy` finds the elements of the parts.
Object.assign(window, { loadParts: () => import('tillkit/parts') });

/** Storybook stores its own entries in the same storage. */
function forgetChoices() {
  for (const key of Object.keys(localStorage)) if (key.startsWith('tillkit:')) localStorage.removeItem(key);
}

const pages = import.meta.glob<string>('../docs/components/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The page of a component; '' if it has none. */
function pageOf(component: unknown) {
  const [name = ''] = Object.entries(tillkit).find(([, value]) => value === component) ?? [];
  return pages[`../docs/components/${name}.md`] ?? '';
}

const LazyPage = lazy(async () => ({
  default: (await import('../stories/docs/ComponentPage.tsx')).ComponentPage,
}));

/**
 * Elements that a reader would have to scroll sideways for, or that leave their card, by class and text. There must be
 * none on the narrowest screen (WCAG 1.4.10).
 */
function cutOff() {
  const scrolls = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const walk = (element: Element, card?: DOMRect): Element[] => {
    const box = element.getBoundingClientRect();
    const { left, right } = card ?? { left: 0, right: window.innerWidth };
    if (box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5)) return [element];
    if (scrolls(element)) return [];
    const around = card ?? (element.matches('.tillkit-card') ? box : undefined);
    return [...element.children].flatMap((child) => walk(child, around));
  };
  return [...document.querySelectorAll('.preview, [popover]')]
    .flatMap((element) => walk(element))
    .map((element) => `${element.className}: ${element.textContent.slice(0, 60)}`);
}

/** The scenarios that the story says it uses. */
const namedScenarios = () =>
  [...document.querySelectorAll('.scenario code')].map(({ textContent }) => textContent);

const tickMs = 100;

/** Lets a sandbox's time pass at real speed. */
function useFlowingTime({ advance }: Harness, isFlowing: boolean) {
  useEffect(() => {
    if (!isFlowing) return undefined;
    const timer = setInterval(() => void advance(tickMs), tickMs);
    return () => clearInterval(timer);
  }, [advance, isFlowing]);
}

export default {
  tags: ['autodocs'],
  parameters: {
    docs: {
      theme: ownTheme,
      toc: { title: 'On this page', headingSelector: 'h2', ignoreSelector: '.sb-unstyled *' },
      extractArgTypes: (component: unknown) => argTypesIn(pageOf(component)),
      extractComponentDescription: (component: unknown) => sentenceIn(pageOf(component)),
      page: () => (
        <Suspense>
          <LazyPage />
        </Suspense>
      ),
    },
    a11y: {
      test: 'error', // a violation fails the story's test
      // A test does not list the elements that passed, so axe need not make selectors for them.
      options: import.meta.env['VITEST_STORYBOOK'] === 'false' ? { resultTypes: ['violations'] } : {},
      config: { rules: [{ id: 'target-size', enabled: true }] }, // WCAG 2.2: 24 px; axe does not check it by default
    },
    controls: { expanded: true },
    options: {
      storySort: {
        order: [
          'Welcome',
          'Docs',
          ['Start', 'Connect a real service', 'What happens when', 'Test your integration'],
          'Take a payment',
          ['TerminalCheckout', 'A day at the till', 'A terminal to press'],
          'After the sale',
          'The day',
          'Payment links',
          'Make it yours',
          ['Theming', 'Labels and locales', 'Token playground'],
          'Hooks',
          'Reliability',
          'Reference',
        ],
      },
    },
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
  // `npm run test:long` also runs every story dark and right to left, and the galleries at the narrowest width.
  initialGlobals: {
    theme: import.meta.env['VITE_THEME'] ?? (isDark ? 'dark' : 'light'),
    direction: import.meta.env['VITE_DIRECTION'] ?? 'ltr',
    locale: import.meta.env['VITE_LOCALE'] ?? 'en',
    viewport: { value: import.meta.env['VITE_VIEWPORT'] },
  },
  beforeEach: () => cleanUp,
  afterEach: async ({ globals, loaded }) => {
    const { harness } = loaded as { harness: StoryHarness };
    await waitFor(() => expect(namedScenarios()).toEqual(harness.usedScenarios()));
    if (globals['viewport']?.value) await expect(cutOff()).toEqual([]);
  },
  // Every story has a new sandbox, which its play function gets as `loaded.harness`.
  loaders: [
    forgetChoices,
    // A story begins as on a page that has been open for a while: all its code is loaded.
    () => Promise.all([outcomeLoader.load(), preloadGatewayEngine(), preloadStandaloneEngine()]),
    ({ parameters, globals }) => {
      const sandbox = parameters['sandbox'] as HarnessOptions | undefined;
      const { locale, labels } = languageOf(globals);
      return {
        harness: createStoryHarness({ ...sandbox, provider: { locale, labels, ...sandbox?.provider } }),
      };
    },
  ],
  decorators: [
    function WithSandbox(Story, { loaded, globals, parameters, viewMode, args, initialArgs, canvasElement }) {
      const { harness } = loaded as { harness: StoryHarness };
      const { wrapper: Wrapper } = harness;
      // No play function lets time pass on a docs page, or after a control was used.
      const isUsed = Object.keys({ ...initialArgs, ...args }).some(
        (name) => args[name] !== initialArgs[name],
      );
      useFlowingTime(harness, viewMode === 'docs' || isUsed);
      const theme = parameters['theme'] ?? globals['theme'];
      const { lang, direction } = languageOf(globals);
      const isRightToLeft = direction === 'rtl' || globals['direction'] === 'rtl';
      return (
        <div
          className="preview"
          data-theme={theme}
          dir={parameters['direction'] ?? (isRightToLeft ? 'rtl' : 'ltr')}
          lang={lang}
        >
          <Wrapper>
            <Story />
          </Wrapper>
          {createPortal(
            <Scenarios harness={harness} theme={theme} />,
            canvasElement.parentElement ?? canvasElement,
          )}
        </div>
      );
    },
  ],
} satisfies Preview;
