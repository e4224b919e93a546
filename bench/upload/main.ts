import { tellGoals } from '../shared/figures.mjs';
import { launchChromium, shuffled } from '../shared/sessions.mjs';
import { createFiles } from './chosenFiles.ts';
import { goals, type Samples, table } from './report.ts';
import { runOnce } from './runOnce.ts';
import { type Built, startService } from './service.ts';

const subjects = ['plain', 'queue', 'field', 'uppy'];

/** Ten files over an uplink of 12.5 MB a second. */
export async function main(built: Built, runs: number, fileBytes: number): Promise<void> {
  const service = await startService(built);
  const files = await createFiles(fileBytes);
  const browser = await launchChromium();
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
  tellGoals(goals(samples));
}
