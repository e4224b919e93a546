/** @typedef {{ work: number, latency: number, commits: number }} Key What one key cost (ms). */
/** @typedef {{ opens: number[], openCommits: number, nodes: number, heapMB: number, keys: Key[] }} Sample */

const typed = ['till 42', 'a-41002', 'p400 a-4'];
const openings = 4;
const settleMs = 150;

const pass = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** One session in a page of its own. @param {import('playwright').Browser} browser @param {string} url @param {string} name @param {number} count @returns {Promise<Sample>} */
export async function measure(browser, url, name, count) {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    page.on('pageerror', (error) => console.error(name, error));
    await page.goto(url);
    const devTools = await context.newCDPSession(page);
    // CPU time of the thread: a busy neighbour does not count.
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const metrics = async () => {
      const { metrics: all } = await devTools.send('Performance.getMetrics');
      const value = (/** @type {string} */ metric) =>
        all.find(({ name: known }) => known === metric)?.value ?? Number.NaN;
      const seconds = value('ScriptDuration') + value('RecalcStyleDuration') + value('LayoutDuration');
      return { work: 1000 * seconds, heap: value('JSHeapUsedSize') / 1e6 };
    };
    const heap = async () => {
      await devTools.send('HeapProfiler.collectGarbage');
      return (await metrics()).heap;
    };
    /** @param {string} call @param {unknown[]} values */
    const ask = (call, ...values) =>
      page.evaluate(
        ([method, args]) => Reflect.get(window, method)(...args),
        /** @type {const} */ ([call, values]),
      );
    const spend = async (/** @type {() => Promise<void>} */ act) => {
      const before = await metrics();
      const commits = await ask('commits');
      await act();
      await pass(settleMs);
      const work = (await metrics()).work - before.work;
      return { work, commits: (await ask('commits')) - commits };
    };

    await page.waitForFunction(() => Reflect.has(window, 'prepare'));
    await ask('prepare', name, count);
    const closed = await heap();
    const opens = [];
    let openCommits = 0;
    for (let turn = 0; turn < openings; turn += 1) {
      if (turn > 0) {
        await page.keyboard.press('Escape');
        await pass(settleMs);
      }
      const { work, commits } = await spend(() => page.keyboard.press('ArrowDown'));
      await page.waitForFunction(() => Reflect.get(window, 'isOpen')());
      opens.push(work);
      openCommits = commits;
    }
    const nodes = await ask('nodes');
    const heapMB = (await heap()) - closed;

    /** @type {Key[]} */
    const keys = [];
    for (const text of typed) {
      for (const [index, key] of Array.from(text).entries()) {
        await ask(
          'watch',
          text
            .slice(0, index + 1)
            .split(' ')
            .at(-1)
            ?.trim(),
        );
        const { work, commits } = await spend(() => page.keyboard.press(key));
        keys.push({ work, commits, latency: await ask('latency') });
      }
      if ((await ask('text')) !== text) throw new Error(`${name}: ${await ask('text')} stands in it.`);
      for (let index = 0; index < text.length; index += 1) {
        const { work, commits } = await spend(() => page.keyboard.press('Backspace'));
        keys.push({ work, commits, latency: Number.NaN });
      }
    }
    return { opens, openCommits, nodes, heapMB, keys };
  } finally {
    await context.close();
  }
}
