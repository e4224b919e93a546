import { createRoot } from 'react-dom/client';
import { DayReport, PaymentsProvider, Receipt, type ReceiptProps } from 'tillkit';
import {
  type CorrectedClosing,
  createGatewayClient,
  createPaymentsClient,
  getTerminalOperations,
  type RecordedOperation,
  type RecordedReport,
} from 'tillkit/core';
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
  /** The report of the day, in place of the slips. Its list has the operations. */
  report?: RecordedReport;
  /** A closed day, in place of that report. */
  closing?: CorrectedClosing;
}

declare global {
  interface Window {
    show: (page: ShownPage) => void;
  }
}

const fetcher = () => Promise.resolve(Response.json({ data: [] }));
const client = createPaymentsClient({ baseUrl: '/api', headers: { authorization: 'sandbox' }, fetcher });
const gatewayClient = createGatewayClient({ baseUrl: '/api', fetcher });
const root = createRoot(document.querySelector('main')!);

const operationsOf = ({ operations, report, closing }: ShownPage) => {
  const ours = getTerminalOperations(closing ? gatewayClient : client);
  if (!report && !closing) return ours;
  const record = {
    ...ours.record,
    ...(report && { getReport: () => Promise.resolve(report) }),
    ...(closing && { getClosing: () => Promise.resolve(closing) }),
    listOperations: () => Promise.resolve({ items: [...operations] }),
  };
  return { ...ours, record };
};

window.show = (shown) => {
  const { language, operations, report, closing, ...slip } = shown;
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  root.render(
    <PaymentsProvider
      key={JSON.stringify([language, report, closing])}
      client={closing ? gatewayClient : client}
      operations={operationsOf(shown)}
      currency="EUR"
      locale={locales[language]}
      labels={catalogues[language]}
      timeZone="Europe/Berlin"
    >
      <p>The page of the host.</p>
      {(report ?? closing) && (
        <DayReport
          shop={'Café Aurora\nHarbour Street 4, 20457 Hamburg'}
          paper={slip.paper === '80mm' ? '80mm' : 'a4'}
          day="2026-01-15"
          dayStartsAt="04:00"
          number="117"
          closing={closing}
          onOpen={() => undefined}
        />
      )}
      {!report &&
        !closing &&
        operations.map((operation) => (
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
