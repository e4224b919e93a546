// @ts-nocheck the peers of the benches are not installed with the kit
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCombobox } from 'downshift';
import { useMemo, useRef, useState } from 'react';
import { Row } from './row.tsx';

const useFound = (items) => {
  const [query, setQuery] = useState('');
  const found = useMemo(
    () => (query === '' ? items : items.filter(({ search }) => search.includes(query.toLowerCase()))),
    [items, query],
  );
  return { found, setQuery };
};

/** useCombobox that renders every row. The filter is the host's, over the prepared text. */
export function Downshift({ items }) {
  const { found, setQuery } = useFound(items);
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: found,
    itemToString: (item) => item?.name ?? '',
    onInputValueChange: ({ inputValue }) => setQuery(inputValue ?? ''),
  });
  return (
    <div>
      <input {...getInputProps()} />
      <ul {...getMenuProps()} className="list">
        {isOpen &&
          found.map((item, index) => (
            <li
              key={item.id}
              className="row"
              data-active={index === highlightedIndex ? '' : undefined}
              {...getItemProps({ item, index })}
            >
              <Row item={item} />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The same with @tanstack/react-virtual, as in its manual. */
export function DownshiftVirtual({ items }) {
  const { found, setQuery } = useFound(items);
  const list = useRef(null);
  // oxlint-disable-next-line react/incompatible-library -- as its manual says
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => list.current,
    estimateSize: () => 56,
    overscan: 3,
  });
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: found,
    itemToString: (item) => item?.name ?? '',
    scrollIntoView: () => undefined,
    onInputValueChange: ({ inputValue }) => setQuery(inputValue ?? ''),
    onHighlightedIndexChange: ({ highlightedIndex: index, type }) => {
      if (type !== useCombobox.stateChangeTypes.MenuMouseLeave && index >= 0)
        virtualizer.scrollToIndex(index);
    },
  });
  return (
    <div>
      <input {...getInputProps()} />
      <ul {...getMenuProps({ ref: list })} className="list">
        {isOpen && (
          <>
            <li role="presentation" style={{ blockSize: virtualizer.getTotalSize() }} />
            {virtualizer.getVirtualItems().map(({ index, start, size }) => (
              <li
                key={found[index].id}
                className="row"
                data-active={index === highlightedIndex ? '' : undefined}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                {...getItemProps({ item: found[index], index })}
                style={{
                  position: 'absolute',
                  insetBlockStart: 0,
                  inlineSize: '100%',
                  blockSize: size,
                  transform: `translateY(${start}px)`,
                }}
              >
                <Row item={found[index]} />
              </li>
            ))}
          </>
        )}
      </ul>
    </div>
  );
}
