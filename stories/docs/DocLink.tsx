import type { ReactNode } from 'react';
import { docAt } from './docFiles.ts';

export interface DocLinkProps {
  href?: string;
  children?: ReactNode;
  /** The page that contains the link. */
  from: string;
  onOpen: (page: { path: string; anchor: string }) => void;
}

/** A link of a page. Pages and headings open in place, an address in a new tab, and a source file is only named. */
export function DocLink({ href = '', children, from, onOpen }: DocLinkProps) {
  if (/^https?:/.test(href)) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const path = href.startsWith('#') ? from : docAt(href, from);
  if (!path) return <span>{children}</span>;
  const anchor = href.split('#')[1] ?? '';
  return (
    <a
      href={`#${anchor || path}`}
      onClick={(event) => {
        event.preventDefault();
        onOpen({ path, anchor });
      }}
    >
      {children}
    </a>
  );
}
