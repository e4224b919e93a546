import { existsSync, readFileSync } from 'node:fs';
import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';
import { aliases } from '../scripts/aliases.mjs';
import { propsIn, sentenceIn } from './docProps.ts';

interface Manifests {
  components?: { components: Record<string, { name: string }> };
}

/**
 * Adds to a component or hook what its page in `docs/` says. A source parser sees neither imported types nor generated
 * parts, and in the stories of a hook no component.
 */
function documented<C extends { name: string }>(component: C) {
  const page = ['components', 'hooks']
    .map((folder) => new URL(`../docs/${folder}/${component.name}.md`, import.meta.url))
    .find((path) => existsSync(path));
  if (!page) return component;
  const markdown = readFileSync(page, 'utf8');
  const description = sentenceIn(markdown);
  const props = propsIn(markdown).map(({ name, type, isRequired, byDefault, words }) => [
    name,
    {
      required: isRequired,
      tsType: { name: type, raw: type },
      description: words,
      ...(byDefault && { defaultValue: { value: byDefault, computed: false } }),
    },
  ]);
  const reactDocgen = { displayName: component.name, description, props: Object.fromEntries(props) };
  return { ...component, description, reactDocgen, error: undefined };
}

export default {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  features: { componentsManifest: true },
  typescript: { reactDocgen: false },
  experimental_manifests: ({ components, ...others }: Manifests) => {
    const entries = Object.entries(components?.components ?? {});
    const told = Object.fromEntries(entries.map(([id, component]) => [id, documented(component)]));
    return { ...others, components: { ...components, components: told } };
  },
  viteFinal: (config) =>
    mergeConfig(config, { resolve: { alias: aliases }, build: { chunkSizeWarningLimit: 2000 } }),
} satisfies StorybookConfig;
