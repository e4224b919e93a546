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
import { exampleIn } from '../../.storybook/docProps.ts';
import { docText } from './docFiles.ts';
import { DocPage } from './DocPage.tsx';
import { HookPage } from './HookPage.tsx';

/**
 * The page of a component: its main story with the example of its docs as code, its props, and its docs. Its other
 * stories are links, because all of them would start at once. A hook has a page of its own.
 */
export function ComponentPage() {
  const [main, ...others] = useContext(DocsContext).componentStories();
  if (!main) return null;
  const [, hook] = /^Hooks\/(\w+)$/.exec(main.title) ?? [];
  if (hook !== undefined) return <HookPage hook={hook} />;
  const name = main.title.split('/').at(-1);
  const path = `docs/components/${name}.md`;
  const source = { code: exampleIn(docText(path)) };
  return (
    <>
      <Title />
      <Subtitle />
      <Description of="meta" />
      <Canvas of={main.moduleExport} source={source} sourceState="shown" withToolbar />
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
      <DocPage path={path} from="Anatomy" />
    </>
  );
}
