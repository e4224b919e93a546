import { useMemo } from 'react';
import { PaymentsProvider } from 'tillkit';
import { EndOfDayPage } from './EndOfDayPage.tsx';
import { LinksPage } from './LinksPage.tsx';
import { client } from './payments.ts';
import { Shell } from './Shell.tsx';
import { currency, ShopContext } from './shop.ts';
import { TillPage } from './TillPage.tsx';
import { useLanguage } from './useLanguage.ts';
import { usePage } from './usePage.ts';

const pages = { till: TillPage, links: LinksPage, 'end-of-day': EndOfDayPage };

export function App() {
  const page = usePage();
  const { tag, language, labels, choose } = useLanguage();
  const shop = useMemo(() => labels && { language, labels }, [language, labels]);
  const Page = pages[page];
  if (!shop) return null;
  return (
    <ShopContext.Provider value={shop}>
      <PaymentsProvider client={client} currency={currency} locale={language.locale} labels={shop.labels}>
        <Shell page={page} language={tag} onLanguageChange={choose}>
          <Page />
        </Shell>
      </PaymentsProvider>
    </ShopContext.Provider>
  );
}
