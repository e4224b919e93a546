import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Consumer } from './consumer.ts';

/** Runs `tillkit init`, and leads its gateway to a sandbox on a free port, because tests run beside each other. */
export async function initTill({ folder, run, serve }: Consumer): Promise<void> {
  await run('tillkit init --yes');
  const service = await serve('tillkit sandbox --port 0');
  const gateway = join(folder, 'payments/gateway.ts');
  const written = await readFile(gateway, 'utf8');
  await writeFile(gateway, written.replace('http://localhost:4010', service));
}
