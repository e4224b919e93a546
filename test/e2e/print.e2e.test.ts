import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNodeListener } from '../../src/exports/gateway-node.ts';
import type { ShownPage } from '../pages/print/main.tsx';
import { closedDay, fullDay, slips } from '../pages/print/slips.ts';
import { runs } from '../runs.ts';
import { chromiumForFile } from './browser.ts';
import { builtPage } from './builtPage.ts';
import { textOfPages } from './pdf.ts';

const chromium = chromiumForFile();
let server: Server;
let page: Page;

beforeAll(async () => {
  const fileAt = await builtPage('test/pages/print');
  server = createServer(
    toNodeListener(
      async ({ url: asked }) => fileAt(new URL(asked).pathname) ?? new Response(null, { status: 404 }),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  page = await chromium.newPage();
  // The dialog stays open until `page.pdf` ends it.
  await page.addInitScript(() => (window.print = () => undefined));
  await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}`);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const papers = {
  '58mm': { width: '58mm', height: '300mm', printableMm: 48 },
  '80mm': { width: '80mm', height: '300mm', printableMm: 72 },
  a4: { width: '210mm', height: '297mm', printableMm: 180 },
} as const;
type Paper = keyof typeof papers;

const mmOf = (px: number) => (px * 25.4) / 96;
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

const show = async (shown: ShownPage) => {
  await page.evaluate((given) => window.show(given), shown);
  const isReport = shown.report ?? shown.closing;
  const parts = page.locator(isReport ? '.tillkit-day-report-totals' : '.tillkit-receipt');
  await parts.nth(isReport ? 0 : shown.operations.length - 1).waitFor();
};

/** Presses "Print" on one of the elements, and gives what stands on paper of that width. */
async function printed(element: string, at: number, paper: Paper) {
  const { width, height } = papers[paper];
  const shown = page.locator(element).nth(at);
  const model = await shown.evaluate((slip) => {
    const copy = slip.cloneNode(true) as Element;
    for (const part of copy.querySelectorAll('.tillkit-unprinted, details:not([open])')) part.remove();
    return copy.textContent;
  });
  await shown.locator('button.tillkit-unprinted').last().click();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: Math.round((Number.parseInt(width) / 25.4) * 96), height: 1100 });
  const drawn = await page.evaluate((selector) => {
    const holder = document.querySelector('.tillkit-print')!;
    const isCut = (part: Element) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0;
    const { left, right } = holder.querySelector(selector)!.getBoundingClientRect();
    const isOutside = (part: Element) => {
      const box = part.getBoundingClientRect();
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
    };
    return {
      text: holder.textContent,
      widthPx: right - left,
      cut: [...holder.querySelectorAll('*')]
        .filter((part) => !part.closest('svg') && (isCut(part) || isOutside(part)))
        .map(({ className, textContent }) => `${className}: ${textContent}`),
      others: [...document.body.children].filter(
        (other) => other !== holder && getComputedStyle(other).display !== 'none',
      ).length,
    };
  }, element);
  const pdf = await page.pdf({ width, height, preferCSSPageSize: true });
  await page.emulateMedia({ media: null });
  return { ...drawn, model, pages: textOfPages(pdf) };
}

// In Arabic the glyphs stand in another order than the letters; the machine may have no font for Japanese.
const readInPdf = new Set(['en', 'es', 'fr', 'de', 'pt-BR']);
const everyDay: [ShownPage['language'], Paper, number[]][] = [
  ['en', '58mm', [0, 9]],
  ['de', '80mm', [2]],
  ['ar', '58mm', [2, 9]],
  ['fr', 'a4', [1]],
];
const every = (['en', 'es', 'ar', 'fr', 'de', 'pt-BR', 'ja'] as const).flatMap((language) =>
  (Object.keys(papers) as Paper[]).map(
    (paper) => [language, paper, [...slips.keys()]] as (typeof everyDay)[0],
  ),
);

describe('a slip', () => {
  it.each(runs(everyDay, every))(
    'in %s on %s is printed whole, on one page',
    async (language, paper, which) => {
      await show({ language, operations: slips, paper, reprint: true });
      for (const at of which) {
        const { text, model, cut, others, widthPx, pages } = await printed('.tillkit-receipt', at, paper);
        expect(text).toBe(model);
        expect(cut).toEqual([]);
        expect(others).toBe(0);
        expect(mmOf(widthPx)).toBeCloseTo(paper === 'a4' ? 100 : papers[paper].printableMm, 0);
        expect(pages).toHaveLength(1);
        if (readInPdf.has(language)) expect(pages[0]).toBe(withoutSpaces(model));
      }
    },
  );

  it('leaves the page as it was', async () => {
    const before = await page.evaluate(() => document.body.children.length);
    await show({ language: 'en', operations: slips });
    await printed('.tillkit-receipt', 0, '80mm');
    const after = await page.evaluate(() => [
      document.body.children.length,
      document.adoptedStyleSheets.length,
      getComputedStyle(document.querySelector('main')!).display,
    ]);
    expect(after).toEqual([before, 0, 'flex']);
  });
});

const reports: [ShownPage['language'], Paper][] = [
  ['en', '80mm'],
  ['ar', 'a4'],
];
const everyReport = every.flatMap(([language, paper]) =>
  paper === '58mm' ? [] : [[language, paper] as (typeof reports)[0]],
);

describe('a day report', () => {
  it.each(runs(reports, everyReport))(
    'in %s on %s is printed whole and short, on one page',
    async (language, paper) => {
      await show({ language, operations: slips, report: fullDay, paper });
      const { text, model, cut, others, pages } = await printed('.tillkit-day-report', 0, paper);
      expect(text).toBe(model);
      expect(cut).toEqual([]);
      expect(others).toBe(0);
      expect(pages).toHaveLength(1);
      if (readInPdf.has(language)) expect(pages[0]).toBe(withoutSpaces(model));
    },
  );

  it.each(['80mm', 'a4'] as const)('of a closing on %s has its number and corrections', async (paper) => {
    await show({ language: 'en', operations: [], closing: closedDay, paper });
    const { text, model, cut, pages } = await printed('.tillkit-day-report', 0, paper);
    expect(text).toBe(model);
    expect(text).toMatch(/No\.\s1017.*Corrections/s);
    expect(cut).toEqual([]);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toBe(withoutSpaces(model));
  });

  it('is printed with the terminals and the payments while they are open', async () => {
    await show({ language: 'en', operations: slips, report: fullDay, paper: 'a4' });
    const short = await printed('.tillkit-day-report', 0, 'a4');
    for (const summary of ['By terminal', 'All payments'])
      await page.getByText(summary, { exact: true }).click();
    await page.getByRole('listitem').nth(slips.length).waitFor();
    const whole = await printed('.tillkit-day-report', 0, 'a4');
    expect(short.text).not.toContain('By terminal');
    expect(whole.text).toContain('By terminal');
    expect(whole.cut).toEqual([]);
    expect(whole.pages.join('')).toBe(withoutSpaces(whole.model));
  });

  it('has no heading at the foot of a page, away from what it is about', async () => {
    await show({ language: 'en', operations: slips, report: fullDay, paper: 'a4' });
    await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => (fold.open = true)));
    await page.getByRole('listitem').nth(slips.length).waitFor();
    const ends: string[] = [];
    for (const mm of [153, 168, 174, 201, 204, 222, 234, 249, 294]) {
      await page.getByRole('button', { name: 'Print' }).click();
      const pdf = await page.pdf({ width: '210mm', height: `${mm}mm`, preferCSSPageSize: true });
      ends.push(...textOfPages(pdf).slice(0, -1));
    }
    const heading =
      /(Notknownyet|canstillchange\.|notchargedyet|iscollected\.|otherways|aterminal\.|Byterminal|Allpayments)$/;
    expect(ends.length).toBeGreaterThan(10);
    expect(ends.filter((text) => heading.test(text))).toEqual([]);
  });
});

describe('a page that the browser prints', () => {
  const dark = '--tillkit-background: #15181d; --tillkit-foreground: #eef0f3';
  it.each([
    ['of a dark theme', { 'data-theme': 'dark' }],
    ['of a host that is dark by its own tokens', { style: dark }],
  ])('%s has dark words on white', async (_, attributes) => {
    await show({ language: 'en', operations: slips });
    const looks = () =>
      page.evaluate((given) => {
        const { documentElement: root } = document;
        for (const [name, value] of Object.entries(given)) root.setAttribute(name, value);
        const { color, backgroundColor, colorScheme } = getComputedStyle(
          document.querySelector('.tillkit-receipt')!,
        );
        for (const name of Object.keys(given)) root.removeAttribute(name);
        return { color, backgroundColor, isDark: colorScheme === 'dark' };
      }, attributes);
    expect(await looks()).toMatchObject({ color: 'rgb(238, 240, 243)', backgroundColor: 'rgb(21, 24, 29)' });
    await page.emulateMedia({ media: 'print' });
    const onPaper = await looks();
    await page.emulateMedia({ media: null });
    const expected = { color: 'rgb(22, 25, 31)', backgroundColor: 'rgb(255, 255, 255)', isDark: false };
    expect(onPaper).toEqual(expected);
  });
});
