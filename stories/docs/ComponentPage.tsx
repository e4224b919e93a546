import {
  AnchorMdx,
  Controls,
  Description,
  DocsContext,
  Heading,
  Primary,
  Subtitle,
  Title,
} from '@storybook/addon-docs/blocks';
import { useContext } from 'react';
import { HookPage } from './HookPage.tsx';

/**
 * A component's page: its main story runs, with its props. The others are links, because all of them would start at
 * once. A hook has a page of its own.
 */
export function ComponentPage() {
  const [main, ...others] = useContext(DocsContext).componentStories();
  const [, hook] = /^Hooks\/(\w+)$/.exec(main?.title ?? '') ?? [];
  if (hook !== undefined) return <HookPage hook={hook} />;
  return (
    <>
      <Title />
      <Subtitle />
      <Description of="meta" />
      <Primary />
      <Controls />
      {others.length > 0 && <Heading>Stories</Heading>}
      <ul>
        {others.map(({ id, name }) => (
          <li key={id}>
            <AnchorMdx href={`./?path=/story/${id}`} target="_top">
              {name}
            </AnchorMdx>
          </li>
        ))}
      </ul>
    </>
  );
}
