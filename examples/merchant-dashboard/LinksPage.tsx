import { PaymentLinkForm, PaymentLinkList } from 'tillkit';
import { useShop } from './shop.ts';

/** This shop's set-up: keys of custom values, its taxes, and its discount. */
const customFields = [
  { key: 'customer-reference', label: 'Customer reference' },
  { key: 'invoice-number', label: 'Invoice number' },
  { key: 'table', label: 'Table', type: 'number' as const },
  { key: 'note', label: 'Note' },
];
const taxes = [
  { id: 'tax-standard', label: 'Sales tax', percent: 20 },
  { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
];
const discount = { percent: 2.5 };

export function LinksPage() {
  const { words } = useShop();
  return (
    <div className="links">
      <div>
        <h2 className="section-title">{words.newLink}</h2>
        <PaymentLinkForm customFields={customFields} taxes={taxes} discount={discount} />
      </div>
      <div>
        <h2 className="section-title">{words.allLinks}</h2>
        <PaymentLinkList limit={10} />
      </div>
    </div>
  );
}
