// @ts-nocheck the peers of the benches are not installed with the kit
import Select from 'react-select';
import { Row } from './row.tsx';

const label = (item, { context }) => (context === 'menu' ? <Row item={item} /> : item.name);

/** Select with its defaults, searchable: it renders every row. */
export const ReactSelect = ({ items }) => (
  <Select
    options={items}
    getOptionValue={({ search }) => search}
    getOptionLabel={({ name }) => name}
    formatOptionLabel={label}
    classNames={{ option: () => 'row' }}
    maxMenuHeight={364}
  />
);
