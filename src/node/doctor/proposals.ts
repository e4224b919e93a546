import { attempt } from '../../core/errors.ts';
import { withValueAtPath } from '../../core/wire/dialect.ts';
import { defineService } from '../../core/wire/defineService.ts';
import { isProcessingStatus, type ProcessingStatus } from '../../core/wire/message.ts';
import { isObject, type JsonObject } from '../../core/wire/read.ts';
import { type OperationName, contractOperationNames } from '../../core/wire/routes.ts';
import type { Service } from '../../core/wire/service.ts';

/** The path of an option in a description: `['fields', 'terminal', 'id']`. */
export type OptionPath = readonly string[];

/** The service with one option changed; undefined if the result is not a valid description. */
export function withOption(service: Service, path: OptionPath, value: unknown): Service | undefined {
  const { payload } = service.description;
  // If one payload is described for all operations, it is copied to each operation, so that one of them can differ.
  const spread =
    path[0] === 'payload' && path.length > 1 && typeof payload === 'string'
      ? { payload: Object.fromEntries(contractOperationNames.map((name) => [name, payload])) }
      : {};
  return attempt(() =>
    defineService(withValueAtPath({ ...(service.description as JsonObject), ...spread }, path, value)),
  );
}

/** Writes an option as in a description: `fields: { terminal: { id: 'uuid' } }`. */
export function optionText(value: JsonObject): string {
  return Object.entries(value)
    .map(([name, inner]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: ${literal(inner)}`)
    .join(', ');
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (isObject(value)) return `{ ${optionText(value)} }`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The lists of objects in an answer, the outermost first. Includes empty lists. */
export function listsIn(body: unknown): { path: string[]; items: JsonObject[] }[] {
  const found: { path: string[]; items: JsonObject[] }[] = [];
  let level = [{ path: [] as string[], value: body }];
  for (let depth = 0; depth < 5; depth += 1) {
    for (const { path, value } of level)
      if (Array.isArray(value) && value.every(isObject)) found.push({ path, items: value });
    level = level.flatMap(({ path, value }) =>
      isObject(value)
        ? Object.entries(value).map(([name, inner]) => ({ path: [...path, name], value: inner }))
        : [],
    );
  }
  return found;
}

/** The values of each field in some records, by the field's path with dots. */
export function fieldsIn(records: readonly unknown[]): Map<string, unknown[]> {
  const values = new Map<string, unknown[]>();
  const collect = (record: JsonObject, prefix: string) => {
    for (const [name, value] of Object.entries(record)) {
      if (name.includes('.')) continue;
      const path = prefix + name;
      if (isObject(value) && path.split('.').length < 4) collect(value, `${path}.`);
      else if (value !== undefined && value !== null) values.set(path, [...(values.get(path) ?? []), value]);
    }
  };
  for (const record of records) if (isObject(record)) collect(record, '');
  return values;
}

/** Field names that usually wrap the whole payload. */
export const envelopeNames = /^(result|response|payload|body|content|data|value)s?$/i;

/** How to recognise a field of unknown name. `names`: patterns, the likeliest first. `is`: whether a value fits. */
export interface FieldLikeness {
  names: readonly RegExp[];
  is: (value: unknown) => boolean;
  /** Whether the name must match. False if the values alone identify the field. Default true. */
  isNamed?: boolean;
}

/** The path of the field that fits the likeness best; undefined if none fits. Ignores the paths in `others`. */
export function likeliestField(
  records: readonly unknown[],
  { names, is, isNamed = true }: FieldLikeness,
  others: readonly string[] = [],
): string | undefined {
  const right = [...fieldsIn(records)].filter(
    ([path, values]) => !others.includes(path) && values.length > 0 && values.every(is),
  );
  for (const name of names) {
    // The name before `.value` counts: `price.value` is named `price`.
    const [found] = right.find(([path]) => name.test(/([^.]+)(\.value)?$/.exec(path)?.[1] ?? '')) ?? [];
    if (found !== undefined) return found;
  }
  return isNamed ? undefined : right[0]?.[0];
}

// A word that only begins like a success, such as AWAITING_APPROVAL or unpaid, must not be guessed as one.
const meanings: [RegExp, ProcessingStatus | undefined][] = [
  [/expir|time[d_ -]*out|abandon/i, 'timeout'],
  [/pending|await|wait|requir/i, 'received'],
  [
    /(un|dis|not.?)(approv|authori|success)|declin|refus|reject|fail|error|denied|deny|cancel|abort|void/i,
    'failed',
  ],
  [/\b(un|in|non|not.?)(complet|captur|paid|accept|finish)/i, undefined],
  [/approv|authori[sz]ed|complet|success|captur|done|finish|accepted|paid|^ok$/i, 'complete'],
  [/progress|process|running|working|card/i, 'processing'],
  [/queue|new|creat|receiv|sent|start|init/i, 'received'],
];

/** Guesses the meaning of a status word. A person has to confirm the guess. */
export function likelyMeaning(status: string): ProcessingStatus | undefined {
  if (isProcessingStatus(status)) return status;
  return meanings.find(([pattern]) => pattern.test(status))?.[1];
}

const prefixes = ['', '/api', '/v1', '/v2', '/api/v1', '/api/v2', '/api/v3', '/v1/public', '/public'];
const resources: Partial<Record<OperationName, readonly string[]>> = {
  listTerminals: ['/terminals', '/devices', '/readers'],
  listPaymentLinks: ['/public/202104/payment-link', '/payment-link', '/payment-links', '/links'],
};

/** Likely paths of a list. Those that end like the described path come first. */
export function likelyPaths(operation: OperationName, full: string, tail: string): string[] {
  const ends = [tail, full, ...(resources[operation] ?? [])];
  const paths = ends.flatMap((end) => prefixes.map((prefix) => prefix + end));
  return [...new Set(paths)].filter((path) => path !== full).slice(0, 40);
}
