import { existsSync, readFileSync } from 'node:fs';
import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';
import { aliases } from '../scripts/aliases.mjs';
import { codeOf, exampleIn, hookIn, propsIn, sentenceIn } from './docProps.ts';

interface Manifests {
  components?: { components: Record<string, Documented> };
}

interface Documented {
  name: string;
  stories?: { snippet?: string }[];
}

/**
 * Describes a component or hook by its page in `docs/`, because a source parser sees no imported types and no generated
 * parts. The stories of a hook hold no component: their code is the example of the hook's page.
 */
function documented<C extends Documented>(component: C) {
  const { name } = component;
  const isHook = /^use[A-Z]/.test(name);
  const page = new URL(`../docs/${isHook ? 'hooks' : 'components'}/${name}.md`, import.meta.url);
  if (!existsSync(page)) return component;
  const markdown = readFileSync(page, 'utf8');
  const example = exampleIn(markdown);
  const [, entry = 'tillkit'] = new RegExp(`\\b${name}\\b[^;]* from '([^']+)'`).exec(example) ?? [];
  const description = isHook ? hookIn(markdown) : sentenceIn(markdown);
  return {
    ...component,
    description,
    summary: sentenceIn(markdown),
    import: `import { ${name} } from '${entry}';`,
    reactDocgen: { displayName: name, description, props: docgenOf(markdown) },
    stories: component.stories?.map((story) => ({
      ...story,
      snippet: isHook ? example : codeOf(story.snippet ?? ''),
    })),
    error: undefined,
  };
}

const docgenOf = (markdown: string) =>
  Object.fromEntries(
    propsIn(markdown).map(({ name, type, isRequired, byDefault, words }) => [
      name,
      {
        required: isRequired,
        tsType: { name: type, raw: type },
        description: words,
        ...(byDefault && { defaultValue: { value: byDefault, computed: false } }),
      },
    ]),
  );

export default {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  addons: [
    '@storybook/addon-docs',
    '@storybook/addon-a11y',
    '@storybook/addon-vitest',
    '@storybook/addon-mcp',
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  features: { componentsManifest: true, experimentalCodeExamples: true },
  typescript: { reactDocgen: false },
  experimental_manifests: ({ components, ...others }: Manifests) => {
    const entries = Object.entries(components?.components ?? {});
    const told = Object.fromEntries(entries.map(([id, component]) => [id, documented(component)]));
    return { ...others, components: { ...components, components: told } };
  },
  viteFinal: (config) =>
    mergeConfig(config, { resolve: { alias: aliases }, build: { chunkSizeWarningLimit: 2000 } }),
} satisfies StorybookConfig;
