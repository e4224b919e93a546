import type { Item } from '../terminals.ts';

/** The content of a row, the same for every subject. */
export const Row = ({ item }: { item: Item }) => (
  <>
    <span className="name">{item.name}</span>
    <span className="state">{item.status}</span>
    <span className="details">{item.details}</span>
  </>
);
