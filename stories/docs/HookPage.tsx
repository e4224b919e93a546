import { Canvas, Subtitle, Title } from '@storybook/addon-docs/blocks';
import { exampleIn, sentenceIn } from '../../.storybook/docProps.ts';
import { docText } from './docFiles.ts';
import { DocPage } from './DocPage.tsx';

/** A hook's page: what it is for, what it returns while a payment goes on, and its page of `docs/hooks`. */
export function HookPage({ hook }: { hook: string }) {
  const path = `docs/hooks/${hook}.md`;
  return (
    <>
      <Title>{hook}</Title>
      <Subtitle>{sentenceIn(docText(path))}</Subtitle>
      <Canvas source={{ code: exampleIn(docText(path)) }} withToolbar />
      <DocPage path={path} from="Example" />
    </>
  );
}
