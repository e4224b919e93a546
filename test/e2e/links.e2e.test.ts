import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile();

describe('payment links, over real HTTP', () => {
  it('creates a link with two attachments and sends exactly what the screen shows', async () => {
    const { page } = demo;
    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1,250.99');
    await page.getByRole('checkbox', { name: /billing/i }).check();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    await (
      await chooser
    ).setFiles([
      { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 one') },
      { name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('two') },
    ]);
    await expect.poll(() => page.getByText('Uploaded', { exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Create payment link' }).click();
    const form = page.locator('[data-tillkit="payment-link-form"]');
    await form.getByRole('button', { name: 'Copy link' }).waitFor();

    const uploads = await demo.requests('uploadAttachments');
    expect(uploads.map(({ body }) => body)).toEqual([
      [{ name: 'invoice.pdf', size: 12 }],
      [{ name: 'menu.txt', size: 3 }],
    ]);
    const creations = await demo.requests('createPaymentLink');
    expect(creations).toHaveLength(1);
    expect(creations[0]!.body).toMatchObject({
      amount: 125_099,
      showBilling: true,
      applyDiscount: false,
      customValues: [],
      attachments: [
        expect.objectContaining({ name: 'invoice.pdf' }),
        expect.objectContaining({ name: 'menu.txt' }),
      ],
    });
    expect(await form.textContent()).toContain('$1,250.99');
    expect(demo.consoleLines()).toEqual([]);
  });
});
