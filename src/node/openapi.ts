import { writeFile } from 'node:fs/promises';
import { createOpenApi } from '../sandbox/createOpenApi.ts';
import { misuseOf, parseCommandLine, textOption } from './commandLine.ts';
import { loadService } from './loadService.ts';

export const openApiUsage = `Usage: tillkit openapi [--service service.ts] [--base-url https://pay.example] [--out openapi.json]

Prints an OpenAPI 3.1 document of the wire.
  --service   a file that exports what defineService gives: the wire as it is described; else the contract
  --base-url  where the service answers
  --out       writes the document to a file`;

const misuse = misuseOf(openApiUsage);

/** Runs `tillkit openapi`. Rejects with an Error whose message is for the person who typed the command. */
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
  const options = { service: textOption, 'base-url': textOption, out: textOption };
  const { values, positionals } = parseCommandLine({ args, allowPositionals: true, options }, misuse);
  const [, stray] = positionals;
  if (stray !== undefined) throw misuse(`"${stray}" is not understood.`);
  const baseUrl = values['base-url'];
  if (baseUrl !== undefined && !/^https?:\/\//.test(baseUrl))
    throw misuse('--base-url must start with https:// or http://.');
  return values;
}
