import type { ReactNode } from 'react';
import { returnedIn } from '../../.storybook/docProps.ts';
import { docText } from '../docs/docFiles.ts';
import './returned.css';

export interface ReturnedProps {
  /** The hook's name, as that of its page in `docs/hooks`. */
  hook: string;
  value: unknown;
  /** What a person can press. */
  children?: ReactNode;
}

/** Fields of TanStack Query's results, which are shown besides those that the page names. */
const ofQueries = ['data', 'error', 'isPending', 'isFetching'];

/** What a hook returned at this render: each field that its page names, with its value. */
export function Returned({ hook, value, children }: ReturnedProps) {
  const named = returnedIn(docText(`docs/hooks/${hook}.md`));
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = isRecord
    ? [...ofQueries, ...named].filter((name, at, all) => name in value && all.indexOf(name) === at)
    : [];
  return (
    <div className="returned">
      {children && <div className="returned-presses">{children}</div>}
      {fields.length > 0 ? (
        <dl>
          {fields.map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shown((value as Record<string, unknown>)[name])}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <pre>{shown(value)}</pre>
      )}
    </div>
  );
}

/** A value as a developer would write it; `raw`, the service's own record, is left out. */
function shown(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'function') return '() => …';
  const replacer = (key: string, field: unknown) => {
    if (key === 'raw') return undefined;
    if (field instanceof Element) return `<${field.localName}>`;
    return typeof field === 'function' ? '() => …' : field;
  };
  return JSON.stringify(value, replacer, 1)
    .replaceAll(/"([A-Za-z]\w*)":/g, '$1:')
    .replaceAll('"() => …"', '() => …');
}
