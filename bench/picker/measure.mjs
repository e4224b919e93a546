import { isShort } from '../shared/args.mjs';

/** @typedef {{ work: number, commits: number }} Key The cost of one key (ms). */
/** @typedef {{ rows: number, frame: number }} Latency From a key to other rows, and to the frame that shows them (ms). */
/** @typedef {{ opens: number[], openCommits: number, nodes: number, heapMB: number, keys: Key[], latencies: Latency[], spoken: number[] }} Sample `spoken`: work per key with a pause after every fourth. */

const typed = isShort ? ['till'] : ['till 42', 'a-41002', 'p400 a-4'];
// Each key of these queries changes what 10,000 terminals show.
const watched = isShort ? ['73'] : ['7351', '8264'];
const openings = isShort ? 1 : 4;
const settleMs = 150;
const keyMs = isShort ? 80 : settleMs;
// The result count is announced once typing has paused for 400 ms.
const spokenMs = 700;

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
  const spend = async (/** @type {() => Promise<void>} */ act, restMs = settleMs) => {
    const before = await workSoFar();
    const commits = await ask('commits');
    await act();
    await pass(restMs);
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
  const press = async (/** @type {string} */ key) => {
    keys.push(await spend(() => page.keyboard.press(key), keyMs));
  };
  for (const text of typed) {
    for (const key of text) await press(key);
    if ((await ask('text')) !== text) throw new Error(`${name}: ${await ask('text')} stands in it.`);
    for (let left = text.length; left > 0; left -= 1) await press('Backspace');
  }

  /** @type {Latency[]} */
  const latencies = [];
  const look = async (/** @type {string} */ key, /** @type {string} */ query) => {
    await ask('watch', query);
    await page.keyboard.press(key);
    await pass(settleMs);
    latencies.push(await ask('latency'));
  };
  for (const text of watched) {
    for (let end = 1; end <= text.length; end += 1) await look(text.charAt(end - 1), text.slice(0, end));
    for (let left = text.length - 1; left >= 0; left -= 1) await look('Backspace', text.slice(0, left));
  }

  /** @type {number[]} */
  const spoken = [];
  const rested = async (/** @type {readonly string[]} */ pressed) => {
    const { work } = await spend(async () => {
      for (const key of pressed) {
        await page.keyboard.press(key);
        await pass(settleMs);
      }
    }, spokenMs);
    spoken.push(work / pressed.length);
  };
  for (const text of name.startsWith('tillkit') ? watched : []) {
    await rested(text.split(''));
    await rested(text.split('').map(() => 'Backspace'));
  }
  return { opens, openCommits, nodes, heapMB, keys, latencies, spoken };
}
