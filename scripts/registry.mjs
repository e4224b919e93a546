import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beginningOf } from './llms.mjs';

// Writes registry.json, the drop-ins of examples/own in the format of shadcn/ui: node scripts/registry.mjs

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = 'examples/own';

/** The kit's styles go to Tailwind's layer `components`. There they win over the reset, and utilities win over them. */
const css = Object.fromEntries(
  ['tillkit/styles.css', 'tillkit/styles/shadcn.css'].map((path) => [
    `@import "${path}" layer(components)`,
    {},
  ]),
);

/** @param {string} fileName */
function itemOf(fileName) {
  const name = fileName.replace('.tsx', '');
  const component = name.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
  const { title, sentence } = beginningOf(
    readFileSync(join(root, `docs/components/${component}.md`), 'utf8'),
  );
  return {
    name,
    type: 'registry:component',
    title,
    description: sentence,
    dependencies: ['tillkit', '@tanstack/react-query', 'react-hook-form'],
    files: [{ path: `${folder}/${fileName}`, type: 'registry:component' }],
    css,
    docs: 'Place it inside of a PaymentsProvider: see node_modules/tillkit/docs/own.md.',
  };
}

export function writeRegistry() {
  const items = readdirSync(join(root, folder)).toSorted().map(itemOf);
  const registry = {
    $schema: 'https://ui.shadcn.com/schema/registry.json',
    name: 'tillkit',
    homepage: 'https://www.npmjs.com/package/tillkit',
    items,
  };
  return `${JSON.stringify(registry, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'registry.json'), writeRegistry());
}
