import { TerminalCheckout } from 'tillkit';
import { Faults } from './Faults.tsx';
import { Today } from './Today.tsx';

export function TillPage() {
  return (
    <div className="till">
      <TerminalCheckout />
      <div className="till-side">
        <Today />
        <Faults />
      </div>
    </div>
  );
}
