import type { HostApp } from './findApp.ts';

/** A file that `tillkit init` writes. */
export interface InitFile {
  path: string;
  /** What the file is for, in a few words. */
  about: string;
  text: string;
}

/** The files for an app, in the order in which a person would read them. */
export function filesFor(app: HostApp): InitFile[] {
  const { importExtension } = app;
  const service = {
    path: 'payments/service.ts',
    about: 'what your service does differently: fill it in later',
    text: serviceText,
  };
  const gateway = {
    path: 'payments/gateway.ts',
    about: 'the gateway on your server: secret, sign-in, record',
    text: gatewayText(importExtension),
  };
  const provider = { about: 'the provider, for every page with payments', text: providerText };
  const page = { about: 'a page with a checkout' };
  if (app.framework === 'next') {
    const toRoot = '../'.repeat(app.appFolder.split('/').length + 3);
    return [
      service,
      gateway,
      {
        path: `${app.appFolder}/api/payments/[...path]/route.ts`,
        about: 'the route through which pages reach the gateway',
        text: routeText(toRoot),
      },
      { ...provider, path: `${app.appFolder}/till/Payments.tsx`, text: `'use client';\n\n${providerText}` },
      { ...page, path: `${app.appFolder}/till/page.tsx`, text: pageText('') },
    ];
  }
  return [
    service,
    gateway,
    {
      path: 'payments/vite.ts',
      about: "the gateway in Vite's dev server",
      text: vitePluginText(importExtension),
    },
    { ...provider, path: 'src/till/Payments.tsx' },
    { ...page, path: 'src/till/Till.tsx', text: pageText(importExtension && '.tsx') },
    { path: 'till.html', about: 'opens that page by itself', text: htmlText },
  ];
}

/** Adds the gateway to a Vite configuration. Returns undefined if the configuration has an unusual form. */
export function withGateway(config: string, importExtension: string): string | undefined {
  const [list, ...others] = [...config.matchAll(/\bplugins: *\[/g)];
  const from = config.search(/^import /m);
  if (!list || others.length > 0 || from < 0 || config.includes('payments')) return undefined;
  const [before, after] = [config.slice(0, list.index), config.slice(list.index + list[0].length)];
  const settings = before.slice(before.indexOf('export default'));
  const isOuter = settings.split('{').length - settings.split('}').length === 1;
  if (!isOuter) return undefined;
  const quote = /^import .*"/m.test(config) ? '"' : "'";
  const end = /^import .*;\s*$/m.test(config) ? ';' : '';
  const line = `import { payments } from ${quote}./payments/vite${importExtension}${quote}${end}\n`;
  const word = /^\s*\]/.test(after) ? 'payments()' : /^\s/.test(after) ? 'payments(),' : 'payments(), ';
  return before.slice(0, from) + line + before.slice(from) + list[0] + word + after;
}

const serviceText = `import { defineService } from 'tillkit/core';

// Without options this describes the contract, as \`npx tillkit sandbox\` serves it. To see how your service differs:
// npx tillkit doctor --service payments/service.ts --base-url https://… --header-env authorization=PAYMENTS_KEY
export default defineService({
  // terminalPathPrefix: '/api/v2',
  // providers: ['north', 'south'],
  // credentials: ['authorization', 'key-hash'],
  // routes: { pay: { path: '/{provider}/sale' }, void: { path: '/{provider}/cancel', method: 'PUT' } },
  // paymentLinks: { amountUnit: 'major' },
  // statuses: { APPROVED: 'complete', DECLINED: 'failed' },
  // fields: { terminal: { id: '_id', name: 'nickname' } },
});
`;

const gatewayText = (
  extension: string,
) => `import { createGateway, createMemoryStore } from 'tillkit/gateway';
import service from './service${extension}';

const sandbox = 'http://localhost:4010';
const baseUrl = process.env['PAYMENTS_URL'] ?? sandbox;

export function openGateway() {
  const gateway = createGateway({
    baseUrl,
    headers: { authorization: baseUrl === sandbox ? 'sandbox' : (process.env['PAYMENTS_KEY'] ?? '') },
    service,
    // Your sign-in belongs here. Until then only the sandbox is charged, and your service is not.
    authorize: () => (baseUrl === sandbox ? { subject: 'till-1' } : 401),
    // This store forgets everything when the process ends. Use createSqlStore of tillkit/gateway/sql before the first real card.
    store: createMemoryStore(),
    basePath: '/api/payments',
    // allowedOrigins: ['https://till.example'],
    onProblem: (problem) => console.error(problem),
  });
  // Follows payments until they have ended, whether or not a page is open.
  gateway.start();
  return gateway;
}
`;

const routeText = (toRoot: string) => `import type { Gateway } from 'tillkit/gateway';
import { openGateway } from '${toRoot}payments/gateway';

// Seconds. It must exceed the gateway's paymentTimeoutMs, or the platform ends a payment in the middle.
export const maxDuration = 120;

// The first request opens the gateway, because \`next build\` runs this module too. globalThis keeps the gateway, because
// \`next dev\` runs this module again and again.
const opened = globalThis as typeof globalThis & { paymentsGateway?: Gateway };

function payments(request: Request): Promise<Response> {
  opened.paymentsGateway ??= openGateway();
  return opened.paymentsGateway.fetch(request);
}

export { payments as GET, payments as POST, payments as DELETE, payments as OPTIONS };
`;

const vitePluginText = (extension: string) => `import { toNodeListener } from 'tillkit/gateway/node';
import type { Plugin } from 'vite';
import { openGateway } from './gateway${extension}';

/** For \`vite dev\`. In production your own server passes /api/payments to the gateway: docs/gateway.md of tillkit. */
export const payments = (): Plugin => ({
  name: 'payments',
  configureServer({ middlewares, httpServer }) {
    const gateway = openGateway();
    const answer = toNodeListener(gateway.fetch);
    middlewares.use((request, response, next) =>
      request.url?.startsWith('/api/payments/') ? answer(request, response) : next(),
    );
    httpServer?.once('close', () => void gateway.stop());
  },
});
`;

const providerText = `import type { ReactNode } from 'react';
import { createGatewayClient, PaymentsProvider } from 'tillkit';

const client = createGatewayClient({ baseUrl: '/api/payments', clientId: 'till-1' });

export const Payments = ({ children }: { children: ReactNode }) => (
  <PaymentsProvider client={client} currency="USD">
    {children}
  </PaymentsProvider>
);
`;

const pageText = (extension: string) => `import { OpenOperations, TerminalCheckout } from 'tillkit';
import 'tillkit/styles.css';
// Makes the page dark if the system is dark, as new Vite and Next apps do. Remove this line if your page stays light.
import 'tillkit/styles/dark.css';
import { Payments } from './Payments${extension}';

export default function Till() {
  return (
    <Payments>
      <main style={{ display: 'grid', gap: '1rem', width: 'min(100% - 2rem, 32rem)', margin: '2rem auto' }}>
        <TerminalCheckout />
        <OpenOperations hideWhenEmpty />
      </main>
    </Payments>
  );
}
`;

const htmlText = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Till</title>
  <link rel="icon" href="data:," />
  <style>
    body {
      margin: 0;
      font-family: system-ui, sans-serif;
    }
  </style>
  <div id="root"></div>
  <script type="module">
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import Till from '/src/till/Till.tsx';

    createRoot(document.querySelector('#root')).render(createElement(Till));
  </script>
</html>
`;
