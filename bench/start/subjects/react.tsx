import { show } from '../show.ts';

/** React alone: as little of a page as can be typed into. */
show(
  <form>
    <input role="combobox" aria-controls="none" aria-expanded="false" />
    <input inputMode="decimal" />
  </form>,
);
