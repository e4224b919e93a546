import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { checkFetcher } from '../../src/sandbox/checkFetcher.ts';
import { type Consumer, installConsumer } from './consumer.ts';
import { buildHost, charge, chooseTerminal, hostNames, paymentLines, serveHost } from './hostUnderTest.ts';
import { openWatchedPage } from './watchedPage.ts';

interface Answer {
  status: number;
  data: Response;
  config: object;
}

let consumer: Consumer;
beforeAll(async () => {
  consumer = await installConsumer('hosts');
});

const readers = ['Front desk', 'Room 2', 'Pharmacy'].map((name, index) => ({
  id: `reader-${index + 1}`,
  name,
  provider: index % 2 ? ('beta' as const) : ('alpha' as const),
}));

it.each(hostNames)(
  '%s has fewer than 60 lines for payments, all of them in files of their own',
  async (name) => {
    const host = fileURLToPath(new URL(`hosts/${name}`, import.meta.url));
    const { count, elsewhere } = await paymentLines(host);
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThan(60);
    expect(elsewhere).toEqual([]);
  },
);

it('a clinic in Material UI takes a part of a balance in a dialog, and no console has a word to say', async () => {
  await buildHost(consumer, 'clinic');
  const { address, sandbox } = await serveHost(consumer, 'clinic', readers);
  const { page, complaints } = await openWatchedPage(address);
  await page.getByRole('button', { name: 'Take a payment' }).click();
  const dialog = page.getByRole('dialog');
  await chooseTerminal(dialog, 'Pharmacy');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('42.50');
  expect(await charge(dialog)).toBe('complete');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'Balance' }).getByText('$600.00').waitFor();
  expect(sandbox.ledger.charges).toMatchObject([
    { amount: 4250, terminalId: 'reader-3', orderNumber: 'S-20418' },
  ]);
  expect(await complaints()).toEqual([]);
});

it('a shop in Tailwind sells an order through its axios, and its server marks the order as paid', async () => {
  await buildHost(consumer, 'shop-admin');
  const { address, sandbox } = await serveHost(consumer, 'shop-admin', readers);
  const { page, complaints } = await openWatchedPage(`${address}/#/orders/FT-2045`);
  const checkout = page.locator('[data-tillkit="terminal-checkout"]');
  await chooseTerminal(checkout, 'Room 2');
  expect(await charge(checkout)).toBe('complete');
  await page.getByRole('row', { name: /FT-2045.*Paid/ }).waitFor();
  expect(sandbox.ledger.charges).toMatchObject([{ terminalId: 'reader-2', orderNumber: 'FT-2045' }]);
  expect(await complaints()).toEqual([]);
});

it('the axios of a shop, which renews its token after a 401, sends a payment once and returns the 401 (F22)', async () => {
  const { address } = await serveHost(consumer, 'shop-admin', readers);
  const { default: axios } = await import(join(consumer.folder, 'node_modules/axios/index.js'));
  axios.defaults.baseURL = address;
  const source = join(consumer.folder, 'shop-admin/src');
  const { api } = await import(join(source, 'api.ts'));
  const { axiosFetcher } = await import(join(source, 'payments.fetcher.ts'));
  await checkFetcher((send) => axiosFetcher(api, send));

  const retrying = axios.create();
  retrying.interceptors.response.use(({ status, data, config }: Answer) =>
    status === 401 ? axios.request(config) : { data },
  );
  const check = checkFetcher((send) => axiosFetcher(retrying, send));
  await expect(check).rejects.toThrow('did not return the answer with status 401 unchanged');
});

it('a control centre in Ant Design makes a link and shows its code in a dialog', async () => {
  await buildHost(consumer, 'link-centre');
  const { address, sandbox } = await serveHost(consumer, 'link-centre', readers);
  const { page, complaints } = await openWatchedPage(address);
  const form = page.locator('[data-tillkit="payment-link-form"]');
  await form.getByRole('textbox', { name: 'Amount' }).fill('48');
  await form.getByRole('textbox', { name: 'Client' }).fill('Kestrel Hotels');
  await form.getByRole('button', { name: /^Create payment link/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Show this to the client' });
  await dialog.getByRole('img', { name: /QR/ }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /\$48\.00.*New.*Kestrel Hotels/ }).waitFor();
  expect(sandbox.ledger.links).toMatchObject([{ amount: 4800 }]);
  expect(await complaints()).toEqual([]);
});
