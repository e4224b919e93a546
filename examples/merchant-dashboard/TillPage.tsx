import { TerminalCheckout } from 'tillkit';
import { useShop } from './shop.ts';
import { Today } from './Today.tsx';
import { Troubles } from './Troubles.tsx';

/** On touch devices, the till's own keypad, so that the system keyboard does not cover "Charge". */
const layout = matchMedia('(pointer: coarse) and (min-height: 40rem)').matches ? 'keypad' : 'display';

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
