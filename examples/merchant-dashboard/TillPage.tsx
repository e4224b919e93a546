import { TerminalCheckout } from 'tillkit';
import { useShop } from './shop.ts';
import { Simulator } from './Simulator.tsx';
import { Today } from './Today.tsx';

export function TillPage() {
  const { words } = useShop();
  return (
    <div className="till">
      <TerminalCheckout />
      <div className="till-side">
        <Today title={words.today} />
        <Simulator />
      </div>
    </div>
  );
}
