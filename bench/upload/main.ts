import { chromium } from 'playwright';
import { chromiumArgs, findChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { createFiles } from './chosenFiles.ts';
import { goals, type Samples, table } from './report.ts';
import { runOnce } from './runOnce.ts';
import { startService } from './service.ts';

const subjects = ['plain', 'queue', 'field', 'uppy'];

/** Ten files of 10 MB over an uplink of 12.5 MB a second. Whether all goals are met. */
export async function main(script: string, runs: number): Promise<boolean> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error(howToGetChromium);
  const service = await startService(script);
  const files = await createFiles();
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  const samples: Samples = {};
  try {
    for (let run = 1; run <= runs; run += 1) {
      for (const name of shuffled(subjects)) {
        (samples[name] ??= []).push(await runOnce(browser, service.url, name, files.paths));
        console.log(`run ${run} of ${runs}: ${name}`);
      }
    }
  } finally {
    await browser.close();
    service.close();
    await files.remove();
  }
  console.log(`\n${table(samples)}\n`);
  const results = goals(samples).map((goal) => ({ ...goal, isMet: goal.value <= goal.limit }));
  for (const { goal, value, limit, isMet } of results) {
    console.log(`${isMet ? 'pass' : 'FAIL'}  ${goal}: ${value.toFixed(2)}, at most ${limit}`);
  }
  return results.every(({ isMet }) => isMet);
}

function shuffled(names: readonly string[]): string[] {
  const turns = new Map(names.map((name) => [name, Math.random()]));
  return names.toSorted((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0));
}
