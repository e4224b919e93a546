import type { Item } from '../terminals.ts';

/** What stands in a row: the same everywhere. */
export const Row = ({ item }: { item: Item }) => (
  <>
    <span className="name">{item.name}</span>
    <span className="state">{item.status}</span>
    <span className="details">{item.details}</span>
  </>
);
