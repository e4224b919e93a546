import { chromium } from 'playwright';
import { chromiumArgs, findChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { serve } from './serve.mjs';

/** What a page is asked: `ask('commits')` calls `window.commits()`. @typedef {(call: string, ...values: unknown[]) => Promise<any>} Ask */
/**
 * `inTab` opens another page of the same browser context beside it.
 * @typedef {{ page: import('playwright').Page, ask: Ask, devTools: import('playwright').CDPSession, metrics: () => Promise<Metrics>, inTab: <T>(url: string, measure: (session: Session) => Promise<T>) => Promise<T> }} Session
 */
/** Milliseconds of the main thread, and megabytes. @typedef {{ script: number, style: number, layout: number, mainThread: number, heap: number }} Metrics */

/** @param {readonly string[]} names */
export function shuffled(names) {
  const turns = new Map(names.map((name) => [name, Math.random()]));
  return names.toSorted((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0));
}

export async function launchChromium() {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error(howToGetChromium);
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** Opens a page of its own for one measurement. @template T @param {import('playwright').Browser} browser @param {string} url @param {(session: Session) => Promise<T>} measure */
async function inPage(browser, url, measure) {
  const context = await browser.newContext();
  try {
    return await inTab(context, url, measure);
  } finally {
    await context.close();
  }
}

/** @template T @param {import('playwright').BrowserContext} context @param {string} url @param {(session: Session) => Promise<T>} measure @returns {Promise<T>} */
async function inTab(context, url, measure) {
  const page = await context.newPage();
  try {
    page.on('pageerror', (error) => console.error(error));
    await page.goto(url);
    const devTools = await context.newCDPSession(page);
    // CPU time of the thread: a busy neighbour does not count.
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const metrics = async () => {
      const { metrics: all } = await devTools.send('Performance.getMetrics');
      const value = (/** @type {string} */ metric) =>
        all.find(({ name }) => name === metric)?.value ?? Number.NaN;
      return {
        script: 1000 * value('ScriptDuration'),
        style: 1000 * value('RecalcStyleDuration'),
        layout: 1000 * value('LayoutDuration'),
        mainThread: 1000 * value('TaskDuration'),
        heap: value('JSHeapUsedSize') / 1e6,
      };
    };
    await page.waitForFunction(() => Reflect.has(window, 'prepare'));
    /** @type {Ask} */
    const ask = (call, ...values) =>
      page.evaluate(
        ([method, args]) => Reflect.get(window, method)(...args),
        /** @type {const} */ ([call, values]),
      );
    /** @type {Session['inTab']} */
    const another = (other, work) => inTab(context, other, work);
    return await measure({ page, ask, devTools, metrics, inTab: another });
  } finally {
    await page.close();
  }
}

/**
 * Measures every subject once a session, in shuffled order, each in a page of its own.
 *
 * @template T
 * @param {{ bundle: { script: string, style: string }, body: string, subjects: readonly string[], sessions: number }} bench
 * @param {(session: Session, subject: string, turn: number) => Promise<T>} measure
 * @returns {Promise<Record<string, T[]>>}
 */
export async function runSessions({ bundle, body, subjects, sessions }, measure) {
  const server = await serve(bundle, body);
  const browser = await launchChromium();
  /** @type {Record<string, T[]>} */
  const samples = Object.fromEntries(subjects.map((name) => [name, []]));
  try {
    for (let turn = 1; turn <= sessions; turn += 1) {
      for (const name of shuffled(subjects)) {
        samples[name]?.push(await inPage(browser, server.url, (session) => measure(session, name, turn)));
        console.log(`session ${turn} of ${sessions}: ${name}`);
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
  return samples;
}
