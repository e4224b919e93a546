import { show } from '../show.ts';

/** React alone: the smallest page with an input. */
show(
  <form>
    <input role="combobox" aria-controls="none" aria-expanded="false" />
    <input inputMode="decimal" />
  </form>,
);
