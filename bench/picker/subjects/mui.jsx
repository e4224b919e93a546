// @ts-nocheck the peers of the benches are not installed with the kit
import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { Row } from './row.tsx';

const filterOptions = createFilterOptions({ stringify: ({ search }) => search });

/** Autocomplete as in its manual: it renders every row. */
export const Mui = ({ items }) => (
  <Autocomplete
    options={items}
    filterOptions={filterOptions}
    getOptionLabel={({ name }) => name}
    getOptionKey={({ id }) => id}
    slotProps={{ listbox: { style: { maxHeight: 364 } } }}
    renderOption={({ key, className, ...props }, item) => (
      <li key={key} className="row" {...props}>
        <Row item={item} />
      </li>
    )}
    renderInput={(params) => <TextField {...params} label="Terminal" />}
  />
);
