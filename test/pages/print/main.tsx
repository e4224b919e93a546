import { createRoot } from 'react-dom/client';
import { PaymentsProvider, Receipt, type ReceiptProps } from 'tillkit';
import { createPaymentsClient, type RecordedOperation } from 'tillkit/core';
import { ar } from 'tillkit/locales/ar';
import { de } from 'tillkit/locales/de';
import { en } from 'tillkit/locales/en';
import { es } from 'tillkit/locales/es';
import { fr } from 'tillkit/locales/fr';
import { ja } from 'tillkit/locales/ja';
import { ptBR } from 'tillkit/locales/pt-BR';
import 'tillkit/styles.css';

const catalogues = { en, es, ar, fr, de, 'pt-BR': ptBR, ja };
const locales = {
  en: 'en-US',
  es: 'es-ES',
  ar: 'ar-EG',
  fr: 'fr-FR',
  de: 'de-DE',
  'pt-BR': 'pt-BR',
  ja: 'ja-JP',
};

export interface ShownPage {
  language: keyof typeof catalogues;
  operations: readonly RecordedOperation[];
  paper?: ReceiptProps['paper'];
  reprint?: boolean;
}

declare global {
  interface Window {
    show: (page: ShownPage) => void;
  }
}

const client = createPaymentsClient({
  baseUrl: '/api',
  headers: { authorization: 'sandbox' },
  fetcher: () => Promise.resolve(Response.json({ data: [] })),
});
const root = createRoot(document.querySelector('main')!);

window.show = ({ language, operations, ...slip }) => {
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  root.render(
    <PaymentsProvider
      client={client}
      currency="EUR"
      locale={locales[language]}
      labels={catalogues[language]}
      timeZone="Europe/Berlin"
    >
      <p>The page of the host.</p>
      {operations.map((operation) => (
        <Receipt
          key={operation.id}
          operation={operation}
          shop={'Café Aurora\nHarbour Street 4, 20457 Hamburg'}
          footer="VAT DE123456789"
          {...slip}
        />
      ))}
    </PaymentsProvider>,
  );
};
