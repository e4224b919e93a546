import { PaymentLinkForm, PaymentLinkList } from 'tillkit';

/** The keys configured for this shop; the service refuses others. */
const customValues = [
  { key: 'customer-reference', label: 'Customer reference' },
  { key: 'invoice-number', label: 'Invoice number' },
  { key: 'table', label: 'Table' },
  { key: 'note', label: 'Note' },
];

export function LinksPage() {
  return (
    <div className="links">
      <div>
        <h2 className="section-title">New link</h2>
        <PaymentLinkForm customValues={customValues} />
      </div>
      <div>
        <h2 className="section-title">All links</h2>
        <PaymentLinkList limit={10} />
      </div>
    </div>
  );
}
