// @ts-nocheck the peers of the benches are not installed with the kit
import { Combobox } from '@base-ui/react/combobox';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Row } from './row.tsx';

const textOf = ({ search }) => search;

/** Combobox with the windowing from its manual. */
export function BaseUi({ items }) {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const { contains } = Combobox.useFilter();
  const found = useMemo(
    () => (query === '' ? items : items.filter((item) => contains(item, query, textOf))),
    [contains, items, query],
  );
  const virtualizer = useRef(null);
  return (
    <Combobox.Root
      virtualized
      items={items}
      filteredItems={found}
      open={isOpen}
      onOpenChange={setOpen}
      inputValue={query}
      onInputValueChange={setQuery}
      itemToStringLabel={({ name }) => name}
      onItemHighlighted={(item, { reason, index }) => {
        if (!item || !virtualizer.current) return;
        const isEnd = index === 0 || index === virtualizer.current.options.count - 1;
        if (reason === 'none' || (reason === 'keyboard' && isEnd)) {
          queueMicrotask(() => virtualizer.current?.scrollToIndex(index, { align: isEnd ? 'start' : 'end' }));
        }
      }}
    >
      <Combobox.Input placeholder="Terminal" />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4}>
          <Combobox.Popup className="popup">
            <Combobox.List>{isOpen && <Rows virtualizerRef={virtualizer} />}</Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Rows({ virtualizerRef }) {
  const found = Combobox.useFilteredItems();
  const scroller = useRef(null);
  // oxlint-disable-next-line react/incompatible-library -- as its manual says
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 56,
    overscan: 3,
  });
  virtualizerRef.current = virtualizer;
  const setScroller = useCallback(
    (element) => {
      scroller.current = element;
      if (element) virtualizer.measure();
    },
    [virtualizer],
  );
  return (
    <div role="presentation" ref={setScroller} className="list">
      <div role="presentation" style={{ position: 'relative', blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size, key }) => (
          <Combobox.Item
            key={key}
            className="row"
            index={index}
            value={found[index]}
            aria-setsize={found.length}
            aria-posinset={index + 1}
            style={{
              position: 'absolute',
              inlineSize: '100%',
              blockSize: size,
              transform: `translateY(${start}px)`,
            }}
          >
            <Row item={found[index]} />
          </Combobox.Item>
        ))}
      </div>
    </div>
  );
}
