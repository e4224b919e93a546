import { Primary, Subtitle, Title } from '@storybook/addon-docs/blocks';
import { sentenceIn } from '../../.storybook/docProps.ts';
import { docText } from './docFiles.ts';
import { DocPage } from './DocPage.tsx';

/** A hook's page: what it is for, what it returns while a payment goes on, and its page of `docs/hooks`. */
export function HookPage({ hook }: { hook: string }) {
  const path = `docs/hooks/${hook}.md`;
  return (
    <>
      <Title>{hook}</Title>
      <Subtitle>{sentenceIn(docText(path))}</Subtitle>
      <Primary />
      <DocPage path={path} from="Example" />
    </>
  );
}
