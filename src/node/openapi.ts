import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createOpenApi } from '../sandbox/createOpenApi.ts';
import { loadService } from './loadService.ts';

export const openApiUsage = `Usage: tillkit openapi [--service service.ts] [--base-url https://pay.example] [--out openapi.json]

Prints an OpenAPI 3.1 document of the wire.
  --service   a file that exports what defineService gives: the wire as it is described; else the contract
  --base-url  where the service answers
  --out       writes the document to a file`;

/** Prints or writes the document. Rejects with a sentence for the person who typed the arguments. */
export async function runOpenApiCommand(
  args: readonly string[],
  { log }: { log: (line: string) => void },
): Promise<void> {
  const { service: file, 'base-url': baseUrl, out } = readArguments(args);
  const service = file === undefined ? undefined : await loadService(file);
  const document = JSON.stringify(createOpenApi({ service, baseUrl }), undefined, 2);
  if (out === undefined) return log(document);
  await writeFile(out, `${document}\n`);
  log(`Written to ${out}`);
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { service: text, 'base-url': text, out: text };
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [, stray] = positionals;
    if (stray !== undefined) throw new Error(`"${stray}" is not understood.`);
    const baseUrl = values['base-url'];
    if (baseUrl !== undefined && !/^https?:\/\//.test(baseUrl))
      throw new Error('--base-url must start with https:// or http://.');
    return values;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new Error(`${sentence}\n\n${openApiUsage}`, { cause: error });
  }
}
