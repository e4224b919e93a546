// @ts-nocheck the peers of the benches are not installed with the kit
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from 'react-aria-components';
import { Row } from './row.tsx';

/** ComboBox in its Virtualizer, with its own filter. */
export const ReactAria = ({ items }) => (
  <ComboBox defaultItems={items}>
    <Label>Terminal</Label>
    <div>
      <Input />
      <Button>▾</Button>
    </div>
    <Popover className="popup">
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 56 }}>
        <ListBox className="list" style={{ display: 'block', blockSize: 364 }}>
          {(item) => (
            <ListBoxItem className="row" id={item.id} textValue={item.search}>
              <Row item={item} />
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
    </Popover>
  </ComboBox>
);
