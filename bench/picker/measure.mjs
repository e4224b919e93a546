/** @typedef {{ work: number, latency: number, commits: number }} Key What one key cost (ms). */
/** @typedef {{ opens: number[], openCommits: number, nodes: number, heapMB: number, keys: Key[] }} Sample */

const typed = ['till 42', 'a-41002', 'p400 a-4'];
const openings = 4;
const settleMs = 150;

const pass = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {import('../shared/sessions.mjs').Session} session @param {string} name @param {number} count @returns {Promise<Sample>} */
export async function measure({ page, ask, devTools, metrics }, name, count) {
  const workSoFar = async () => {
    const { script, style, layout } = await metrics();
    return script + style + layout;
  };
  const heap = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return (await metrics()).heap;
  };
  const spend = async (/** @type {() => Promise<void>} */ act) => {
    const before = await workSoFar();
    const commits = await ask('commits');
    await act();
    await pass(settleMs);
    const work = (await workSoFar()) - before;
    return { work, commits: (await ask('commits')) - commits };
  };

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
}
