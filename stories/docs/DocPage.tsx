import { CodeOrSourceMdx, HeadersMdx, Markdown } from '@storybook/addon-docs/blocks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { anchorOf } from './anchorOf.ts';
import { docText } from './docFiles.ts';
import { DocPicture } from './DocPicture.tsx';
import { DocLink } from './DocLink.tsx';
import './docPage.css';

export interface DocPageProps {
  /** The path in the repository, such as `docs/start.md`. */
  path: string;
  /** The heading with which the page begins here. By default all of it is shown. */
  from?: string;
}

const beginningWith = (heading: string, markdown: string) =>
  markdown.slice(Math.max(0, markdown.indexOf(`\n## ${heading}\n`)));

/** A page of `docs/`. Links to other pages open in place. */
export function DocPage({ path, from }: DocPageProps) {
  const [trail, setTrail] = useState([{ path, anchor: '' }]);
  const shown = trail.at(-1)!;
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (trail.length === 1 && !shown.anchor) return;
    const heading = shown.anchor ? document.getElementById(shown.anchor) : null;
    (heading ?? top.current)?.scrollIntoView();
  }, [trail, shown]);

  const options = useMemo(() => {
    const onOpen = (next: { path: string; anchor: string }) => setTrail((before) => [...before, next]);
    const a = { component: DocLink, props: { from: shown.path, onOpen } };
    const img = { component: DocPicture, props: { from: shown.path } };
    return { slugify: anchorOf, overrides: { code: CodeOrSourceMdx, ...HeadersMdx, a, img } };
  }, [shown.path]);

  return (
    <div ref={top} className="doc-page">
      {trail.length > 1 && (
        <button type="button" className="doc-page-back" onClick={() => setTrail(trail.slice(0, -1))}>
          Back
        </button>
      )}
      <Markdown key={shown.path} options={options}>
        {from !== undefined && trail.length === 1 ? beginningWith(from, docText(path)) : docText(shown.path)}
      </Markdown>
    </div>
  );
}
