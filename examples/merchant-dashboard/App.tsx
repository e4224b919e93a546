import { PaymentsProvider } from 'tillkit';
import { LinksPage } from './LinksPage.tsx';
import { client, money } from './payments.ts';
import { Shell } from './Shell.tsx';
import { TillPage } from './TillPage.tsx';
import { usePage } from './usePage.ts';

export function App() {
  const page = usePage();
  return (
    <PaymentsProvider client={client} currency={money.currency} locale={money.locale}>
      <Shell page={page}>{page === 'till' ? <TillPage /> : <LinksPage />}</Shell>
    </PaymentsProvider>
  );
}
