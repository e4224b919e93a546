import type { Browser } from 'playwright';
import type { Measured } from './page.ts';
import type { Sample } from './report.ts';

// Chromium's own emulation: a service that reads slowly leaves some 4 MB of each upload in the buffers of the sockets,
// which count as sent, so that the progress is not that of the upload.
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
  const heap = async () => (await session.send('Runtime.getHeapUsage')).usedSize;
  await session.send('HeapProfiler.collectGarbage');
  const before = await heap();
  let peak = before;
  const look = () =>
    heap().then(
      (bytes) => void (peak = Math.max(peak, bytes)),
      () => undefined,
    );
  const looking = setInterval(() => void look(), 100);
  try {
    const measured = await page.evaluate(() => (window as unknown as BenchWindow).measure());
    await session.send('HeapProfiler.collectGarbage');
    return { ...measured, heapKept: (await heap()) - before, heapPeak: peak - before };
  } finally {
    clearInterval(looking);
    await page.close();
  }
}
