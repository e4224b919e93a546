import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, createMemoryStore } from '../../src/exports/gateway.ts';
import { toNodeListener } from '../../src/exports/gateway-node.ts';
import { createSandbox } from '../../src/exports/sandbox.ts';
import { chromiumForFile } from './browser.ts';
import { builtPage } from './builtPage.ts';

const policyOf = (source: string) =>
  [
    "default-src 'none'",
    `script-src ${source}`,
    `style-src ${source}`,
    "connect-src 'self'",
    'img-src data:', // the demo's own icon
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
const nonce = 'Zm9yIHRoaXMgcGFnZQ';

/** The page as a server sends it that gives its own tags a nonce. */
async function withNonce(file: Response): Promise<Response> {
  const page = (await file.text()).replace(/<(script|link)/g, `<$1 nonce="${nonce}"`);
  return new Response(page, file);
}

declare global {
  interface Window {
    violations: string[];
  }
}

const chromium = chromiumForFile();
let server: Server;
let url = '';

beforeAll(async () => {
  const fileAt = await builtPage('examples/merchant-dashboard');
  const sandbox = createSandbox();
  const gateway = createGateway({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    authorize: () => true,
    store: createMemoryStore(),
    basePath: '/api/payments',
    fetcher: sandbox.fetch,
  });
  const payments = toNodeListener(gateway.fetch);
  const page = toNodeListener(async ({ url: asked }) => {
    const { pathname, search } = new URL(asked);
    const source = search === '' ? "'self'" : `'nonce-${nonce}'`;
    const file = fileAt(pathname, { 'content-security-policy': policyOf(source) });
    if (!file) return new Response(null, { status: 404 });
    return search === '' ? file : withNonce(file);
  });
  server = createServer((request, response) =>
    (request.url?.startsWith('/api/') ? payments : page)(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function openPage(query = '') {
  const page = await chromium.newPage();
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      window.violations.push(`${violatedDirective}: ${blockedURI} in ${sourceFile}`);
    });
  });
  await page.goto(url + query);
  return { page, violations: () => page.evaluate(() => window.violations) };
}

describe('under a policy that allows nothing but its own scripts, styles and service', () => {
  it.each([
    ['this server', ''],
    ['a nonce', '/?nonce'],
  ])('F103: by %s, a sale and a link with an attachment and a QR code leave no report', async (_, query) => {
    const { page, violations } = await openPage(query);
    await page.getByRole('radio', { name: /^Front counter/ }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
    await page.getByRole('button', { name: /^Charge \$/ }).click();
    await page.getByRole('region', { name: 'Payment status' }).getByText('Approved').first().waitFor();

    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('48');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await page.getByRole('button', { name: 'Add files' }).click();
    await (
      await chooser
    ).setFiles([{ name: 'one.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 one') }]);
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create payment link' }).click();
    await page.getByRole('button', { name: 'Show QR code' }).first().click();
    await page.getByRole('img', { name: /QR/ }).first().waitFor();
    expect(await violations()).toEqual([]);
    await page.close();
  });

  it('would report what breaks it', async () => {
    const { page, violations } = await openPage();
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(violations).toEqual([expect.stringContaining('style-src-attr')]);
    await page.close();
  });
});
