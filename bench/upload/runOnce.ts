import type { Browser, CDPSession } from 'playwright';
import type { Measured } from './page.ts';
import type { Sample } from './report.ts';

// Chromium's own emulation is used: a service that reads slowly leaves about 4 MB of each upload in socket buffers,
// which count as sent, so that the progress would be wrong.
const uplink = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 12_500_000 };

interface BenchWindow {
  prepare: (subject: string) => void;
  measure: () => Promise<Measured>;
}

/** One run of a subject, in a page of its own. */
export async function runOnce(
  browser: Browser,
  url: string,
  subject: string,
  files: string[],
): Promise<Sample> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.setInputFiles('#chosen', files);
  await page.evaluate((name) => (window as unknown as BenchWindow).prepare(name), subject);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', uplink);
  // CPU time of the thread, so that other processes do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const mainThread = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  try {
    const objectsBefore = await objects(session);
    const before = await mainThread();
    const measured = await page.evaluate(() => (window as unknown as BenchWindow).measure());
    const mainThreadMs = (await mainThread()) - before;
    return { ...measured, mainThreadMs, objectsKept: (await objects(session)) - objectsBefore };
  } finally {
    await page.close();
  }
}

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
}

// Not counted: compiled code, which comes and goes with use, and what is in the page's own heap.
const notObjects = new Set(['code', 'native']);

/** Bytes of JavaScript objects in a heap snapshot, which is taken after garbage collection. */
async function objects(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot');
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!notObjects.has(types[0][nodes[at + typeAt] ?? 0] ?? '')) bytes += nodes[at + sizeAt] ?? 0;
  }
  return bytes;
}
