import { defineService } from '../../core/wire/defineService.ts';
import { isProcessingStatus, type ProcessingStatus } from '../../core/wire/message.ts';
import { isObject, type JsonObject } from '../../core/wire/read.ts';
import { type OperationName, operationNames } from '../../core/wire/routes.ts';
import type { Service } from '../../core/wire/service.ts';

/** Where in a description something stands: `['fields', 'terminal', 'id']`. */
export type OptionPath = readonly string[];

/** The service with one option set, or undefined where that describes none. */
export function withOption(service: Service, path: OptionPath, value: unknown): Service | undefined {
  const { payload } = service.description;
  // What is said of all operations is said of each, so that one can differ.
  const spread =
    path[0] === 'payload' && path.length > 1 && typeof payload === 'string'
      ? { payload: Object.fromEntries(operationNames.map((name) => [name, payload])) }
      : {};
  try {
    const description = putAt({ ...(service.description as JsonObject), ...spread }, path, value);
    return defineService(description);
  } catch {
    return undefined;
  }
}

export function putAt(target: JsonObject, [name = '', ...deeper]: OptionPath, value: unknown): JsonObject {
  const inner = target[name];
  return {
    ...target,
    [name]: deeper.length > 0 ? putAt(isObject(inner) ? inner : {}, deeper, value) : value,
  };
}

/** As one would write it in a description: `fields: { terminal: { id: 'uuid' } }`. */
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

/** The lists of objects in an answer, the outermost first. An empty list may be one of objects. */
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

/** The values of records by the path of their field, with dots. */
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

/** Names of a field that holds the payload, and not a part of it. */
export const envelopes = /^(result|response|payload|body|content|data|value)s?$/i;

/** What a field is recognised by where its name is not known: the likeliest names first. */
export interface Likeness {
  names: readonly RegExp[];
  is: (value: unknown) => boolean;
  /** Whether its name counts; one that is recognised by its values needs none. */
  isNamed?: boolean;
}

/** The path of the field that is most like it; none of those that are known to be something else. */
export function likeliest(
  records: readonly unknown[],
  { names, is, isNamed = true }: Likeness,
  others: readonly string[] = [],
): string | undefined {
  const right = [...fieldsIn(records)].filter(
    ([path, values]) => !others.includes(path) && values.length > 0 && values.every(is),
  );
  for (const name of names) {
    const [found] = right.find(([path]) => name.test(path.slice(path.lastIndexOf('.') + 1))) ?? [];
    if (found !== undefined) return found;
  }
  return isNamed ? undefined : right[0]?.[0];
}

const meanings: [RegExp, ProcessingStatus][] = [
  [/expir|time[d_ -]*out|abandon/i, 'timeout'],
  [/not.?approv|declin|refus|reject|fail|error|denied|deny|cancel|abort|void/i, 'failed'],
  [/approv|complet|success|captur|done|finish|accepted|paid|^ok$/i, 'complete'],
  [/progress|process|running|working|card/i, 'processing'],
  [/wait|pend|queue|new|creat|receiv|sent|start|init/i, 'received'],
];

/** What a word of a status most likely means. A person decides. */
export function likelyMeaning(status: string): ProcessingStatus | undefined {
  if (isProcessingStatus(status)) return status;
  return meanings.find(([pattern]) => pattern.test(status))?.[1];
}

const prefixes = ['', '/api', '/v1', '/v2', '/api/v1', '/api/v2', '/api/v3', '/v1/public', '/public'];
const resources: Partial<Record<OperationName, readonly string[]>> = {
  listTerminals: ['/terminals', '/devices', '/readers'],
  listPaymentLinks: ['/public/202104/payment-link', '/payment-link', '/payment-links', '/links'],
};

/** Paths under which a list may lie that was not found: the described end of it first. */
export function likelyPaths(operation: OperationName, full: string, tail: string): string[] {
  const ends = [tail, full, ...(resources[operation] ?? [])];
  const paths = ends.flatMap((end) => prefixes.map((prefix) => prefix + end));
  return [...new Set(paths)].filter((path) => path !== full).slice(0, 40);
}
