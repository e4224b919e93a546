import { Icon } from './Icon.tsx';
import { till } from './payments.ts';
import { useShop } from './shop.ts';

export interface WindowsProps {
  /** The terminal that the till has chosen. */
  terminalId: string | null;
}

/** Opens another till, and the customer's side, in windows of their own. A second press shows the same window again. */
export function Windows({ terminalId }: WindowsProps) {
  const { words } = useShop();
  const customer = encodeURIComponent(terminalId ?? '');
  return (
    <div className="windows">
      {till === '1' && (
        <button
          type="button"
          title={words.secondTill}
          onClick={() => open('?till=2', 'till-2', 'popup,width=1180,height=820')}
        >
          <Icon name="terminal" />
          <span className="page-name">{words.secondTill}</span>
        </button>
      )}
      <button
        type="button"
        title={words.customerScreen}
        onClick={() => open(`?customer=${customer}`, `customer-${customer}`, 'popup,width=560,height=720')}
      >
        <Icon name="system" />
        <span className="page-name">{words.customerScreen}</span>
      </button>
    </div>
  );
}
