import { chromium } from 'playwright';
import { chromiumArgs, findChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { serve } from './serve.mjs';

/** Calls a function of the page: `ask('commits')` calls `window.commits()`. @typedef {(call: string, ...values: unknown[]) => Promise<any>} Ask */
/**
 * `inTab` opens another page of the same browser context.
 * @typedef {{ page: import('playwright').Page, url: string, ask: Ask, devTools: import('playwright').CDPSession, metrics: () => Promise<Metrics>, inTab: <T>(url: string, measure: (session: Session) => Promise<T>) => Promise<T> }} Session
 */
/** Milliseconds of the main thread, and megabytes. @typedef {{ script: number, style: number, layout: number, mainThread: number, heap: number }} Metrics */

/** @typedef {{ script: string, style: string }} Bundle */

/** @param {Bundle | Record<string, Bundle>} bundle @returns {bundle is Bundle} */
const isBundle = (bundle) => typeof bundle['script'] === 'string';

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

/** Opens a separate page for one measurement. @template T @param {import('playwright').Browser} browser @param {string} url @param {boolean} isBlank @param {(session: Session) => Promise<T>} measure */
async function inPage(browser, url, isBlank, measure) {
  const context = await browser.newContext();
  try {
    return await inTab(context, url, isBlank, measure);
  } finally {
    await context.close();
  }
}

/** @template T @param {import('playwright').BrowserContext} context @param {string} url @param {boolean} isBlank @param {(session: Session) => Promise<T>} measure @returns {Promise<T>} */
async function inTab(context, url, isBlank, measure) {
  const page = await context.newPage();
  try {
    page.on('pageerror', (error) => console.error(error));
    await page.goto(isBlank ? 'about:blank' : url);
    const devTools = await context.newCDPSession(page);
    // CPU time of the thread, so that other processes do not count.
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
    if (!isBlank) await page.waitForFunction(() => Reflect.has(window, 'prepare'));
    /** @type {Ask} */
    const ask = (call, ...values) =>
      page.evaluate(
        ([method, args]) => Reflect.get(window, method)(...args),
        /** @type {const} */ ([call, values]),
      );
    /** @type {Session['inTab']} */
    const another = (other, work) => inTab(context, other, false, work);
    return await measure({ page, url, ask, devTools, metrics, inTab: another });
  } finally {
    await page.close();
  }
}

/**
 * Measures every subject once per session, in shuffled order, each in a page of its own. `bundle` is one for all
 * subjects, or one for each. With `isBlank` the measurement opens `url` itself.
 *
 * @template T
 * @param {{ bundle: Bundle | Record<string, Bundle>, body: string, subjects: readonly string[], sessions: number, isBlank?: boolean }} bench
 * @param {(session: Session, subject: string, turn: number) => Promise<T>} measure
 * @returns {Promise<Record<string, T[]>>}
 */
export async function runSessions({ bundle, body, subjects, sessions, isBlank = false }, measure) {
  const bundles = isBundle(bundle) ? { '': bundle } : bundle;
  const servers = await Promise.all(
    Object.entries(bundles).map(async ([name, one]) => ({ name, ...(await serve(one, body)) })),
  );
  const urlOf = (/** @type {string} */ subject) =>
    (servers.find(({ name }) => name === subject) ?? servers[0])?.url ?? '';
  const browser = await launchChromium();
  /** @type {Record<string, T[]>} */
  const samples = Object.fromEntries(subjects.map((name) => [name, []]));
  try {
    for (let turn = 1; turn <= sessions; turn += 1) {
      for (const name of shuffled(subjects)) {
        samples[name]?.push(
          await inPage(browser, urlOf(name), isBlank, (session) => measure(session, name, turn)),
        );
        console.log(`session ${turn} of ${sessions}: ${name}`);
      }
    }
  } finally {
    await browser.close();
    for (const server of servers) server.close();
  }
  return samples;
}
