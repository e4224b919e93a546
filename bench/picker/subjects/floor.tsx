/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a datalist draws nothing */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Item } from '../terminals.ts';
import { Row } from './row.tsx';

const rowPx = 56;
const shown = 10;

/** A lower bound, not a product: renders only the visible rows, in one commit. */
export function Floor({ items }: { items: readonly Item[] }) {
  const [{ isOpen, query, top }, setState] = useState({ isOpen: false, query: '', top: 0 });
  const found = query === '' ? items : items.filter(({ search }) => search.includes(query.toLowerCase()));
  return (
    <div>
      <input
        role="combobox"
        aria-expanded={isOpen}
        aria-controls="floor"
        value={query}
        onChange={({ currentTarget: { value } }) => setState({ isOpen: true, query: value, top: 0 })}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') setState({ isOpen: true, query, top });
          if (key === 'Escape') setState({ isOpen: false, query, top });
        }}
      />
      {isOpen && (
        <div
          className="list"
          id="floor"
          role="listbox"
          onScroll={({ currentTarget: { scrollTop } }) =>
            flushSync(() => setState({ isOpen, query, top: Math.floor(scrollTop / rowPx) }))
          }
        >
          <div role="presentation" style={{ blockSize: found.length * rowPx }} />
          {found.slice(top, top + shown).map((item, index) => (
            <div
              key={item.id}
              className="row"
              role="option"
              aria-selected={false}
              style={{ position: 'absolute', insetBlockStart: (top + index) * rowPx, insetInline: 0 }}
            >
              <Row item={item} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
