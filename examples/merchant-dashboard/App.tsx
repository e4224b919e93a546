import { useState } from 'react';
import { PaymentsProvider } from 'tillkit';
import { CustomerScreen } from './CustomerScreen.tsx';
import { EndOfDayPage } from './EndOfDayPage.tsx';
import { LinksPage } from './LinksPage.tsx';
import { client, customerTerminal } from './payments.ts';
import { PaymentsPage } from './PaymentsPage.tsx';
import { Shell } from './Shell.tsx';
import { currency, ShopContext } from './shop.ts';
import { TillPage } from './TillPage.tsx';
import { useLanguage } from './useLanguage.ts';
import { usePage } from './usePage.ts';
import { useTheme } from './useTheme.ts';

const pages = { till: TillPage, payments: PaymentsPage, links: LinksPage, 'end-of-day': EndOfDayPage };

export function App() {
  const { page, address } = usePage();
  const { tag, language, labels, choose } = useLanguage();
  useTheme();
  const [terminalId, setTerminalId] = useState<string | null>(null);
  const Page = pages[page];
  if (!labels) return null;
  return (
    <ShopContext.Provider value={language}>
      <PaymentsProvider client={client} currency={currency} locale={language.locale} labels={labels}>
        {customerTerminal === null ? (
          <Shell
            page={page}
            address={address}
            terminalId={terminalId}
            language={tag}
            onLanguageChange={choose}
          >
            <Page terminalId={terminalId} onTerminalChange={setTerminalId} />
          </Shell>
        ) : (
          <CustomerScreen terminalId={customerTerminal} />
        )}
      </PaymentsProvider>
    </ShopContext.Provider>
  );
}
