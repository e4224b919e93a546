import {
  AnchorMdx,
  Canvas,
  Controls,
  Description,
  DocsContext,
  Heading,
  Subtitle,
  Title,
} from '@storybook/addon-docs/blocks';
import { useContext } from 'react';
import { codeOf } from '../../.storybook/docProps.ts';
import { DocPage } from './DocPage.tsx';
import { HookPage } from './HookPage.tsx';

interface Source {
  docs?: { source?: { code?: string } };
}

/**
 * A component's page: its main story runs, with its props. The others are links, because all of them would start at
 * once. A hook has a page of its own.
 */
export function ComponentPage() {
  const [main, ...others] = useContext(DocsContext).componentStories();
  if (!main) return null;
  const [, hook] = /^Hooks\/(\w+)$/.exec(main.title) ?? [];
  if (hook !== undefined) return <HookPage hook={hook} />;
  const name = main.title.split('/').at(-1);
  const { docs }: Source = main.parameters;
  const code = `import { ${name} } from 'tillkit';\n\n${codeOf(docs?.source?.code ?? '')}`;
  return (
    <>
      <Title />
      <Subtitle />
      <Description of="meta" />
      <Canvas of={main.moduleExport} source={{ code }} withToolbar />
      <Controls />
      {others.length > 0 && <Heading>Stories</Heading>}
      <ul>
        {others.map(({ id, name: title }) => (
          <li key={id}>
            <AnchorMdx href={`./?path=/story/${id}`} target="_top">
              {title}
            </AnchorMdx>
          </li>
        ))}
      </ul>
      <DocPage path={`docs/components/${name}.md`} from="Anatomy" />
    </>
  );
}
