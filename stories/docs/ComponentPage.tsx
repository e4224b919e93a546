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

/**
 * A component's page: its main story runs, with its props. The others are links, because all of them would start at
 * once.
 */
export function ComponentPage() {
  const [, ...others] = useContext(DocsContext).componentStories();
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
