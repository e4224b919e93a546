import { TerminalCheckout } from 'tillkit';
import { useShop } from './shop.ts';
import { Today } from './Today.tsx';
import { Troubles } from './Troubles.tsx';

/** With a finger, keys of the till's own are nearer than those of the system, where Charge stays in view under them. */
const layout = matchMedia('(pointer: coarse) and (min-height: 44rem)').matches ? 'keypad' : 'display';

export function TillPage() {
  const { words } = useShop();
  return (
    <div className="till">
      <div className="till-side">
        <TerminalCheckout entry="cents" layout={layout} />
        <Troubles />
      </div>
      <Today title={words.today} />
    </div>
  );
}
