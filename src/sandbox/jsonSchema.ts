import { withValueAtPath } from '../core/wire/dialect.ts';
import { wireNamesOfField } from '../core/wire/names.ts';
import { isObject, type JsonObject } from '../core/wire/read.ts';
import type { WireName } from '../core/wire/service.ts';

/** A JSON Schema of OpenAPI 3.1. */
export type JsonSchema = JsonObject;

type Names = Partial<Record<string, WireName>>;

const orNull = (schema: JsonSchema): JsonSchema => {
  const { type } = schema;
  return type === undefined ? schema : { ...schema, type: [...new Set([type, 'null'].flat())] };
};

/** The schema of a record in an answer. Accepts all names of a field, null in optional fields, and unknown fields. */
export function schemaOfAnswerFields(
  fields: Readonly<Record<string, JsonSchema>>,
  needed: readonly string[] = [],
  names: Names = {},
  others: Readonly<Record<string, readonly string[]>> = {},
): JsonSchema {
  let tree: JsonObject = {};
  const choices: JsonSchema[] = [];
  for (const [field, schema] of Object.entries(fields)) {
    const paths =
      names[field] === undefined ? (others[field] ?? [field]) : wireNamesOfField(names[field], field);
    const isNeeded = needed.includes(field);
    const isSure = isNeeded && paths.length === 1;
    if (isNeeded && paths.length > 1) choices.push({ anyOf: paths.map(requirement) });
    for (const path of paths) tree = withLeaf(tree, path, isSure ? schema : orNull(schema), isSure);
  }
  const schema = shape(tree, orNull);
  return choices.length > 0 ? { ...schema, allOf: choices } : schema;
}

/** The schema of a request. If a field has several names, only the first is accepted. Unknown fields are refused. */
export function schemaOfWireRequest(
  fields: Readonly<Record<string, JsonSchema>>,
  needed: readonly string[],
  names: Names = {},
  isFlat = false,
): JsonSchema {
  let tree: JsonObject = {};
  for (const [field, schema] of Object.entries(fields)) {
    const [name] = wireNamesOfField(names[field], field);
    if (name === undefined) continue;
    const isNeeded = needed.includes(field);
    tree = isFlat ? { ...tree, [name]: [schema, isNeeded] } : withLeaf(tree, name, schema, isNeeded);
  }
  return shape(tree, (inner) => ({ ...inner, additionalProperties: false }), true);
}

/** Adds the leaf `[schema, isNeeded]` to a tree of fields. The function `shape` takes every array for a leaf. */
function withLeaf(tree: JsonObject, path: string, schema: JsonSchema, isNeeded: boolean): JsonObject {
  return withValueAtPath(tree, path, [schema, isNeeded]);
}

function shape(tree: JsonObject, inner: (schema: JsonSchema) => JsonSchema, isAll = false): JsonSchema {
  const entries = Object.entries(tree).map(([name, leaf]): [string, JsonSchema, boolean] => {
    if (Array.isArray(leaf)) return [name, leaf[0] as JsonSchema, leaf[1] === true];
    const deeper = shape(leaf as JsonObject, inner, isAll);
    const isNeeded = 'required' in deeper;
    return [name, isNeeded || isAll ? deeper : inner(deeper), isNeeded];
  });
  const sure = entries.filter(([, , isNeeded]) => isNeeded).map(([name]) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name, one])),
    ...(sure.length > 0 && { required: sure }),
  };
  return isAll ? inner(schema) : schema;
}

function requirement(path: string): JsonSchema {
  const [name = '', ...deeper] = path.split('.');
  const inside = deeper.length > 0 && { properties: { [name]: requirement(deeper.join('.')) } };
  return { required: [name], ...inside };
}

export function nestSchemaAtPath(path: string, schema: JsonSchema): JsonSchema {
  return shape(withLeaf({}, path, schema, true), (inner) => inner);
}

/** A record with a known schema, and its JSON text. Samples that all have exactly this text get this schema. */
interface KnownRecord {
  text: string;
  schema: JsonSchema;
}

/** Infers a schema from sample values. Where the samples fit the schema `like`, returns `like`. */
export function inferSchemaFromSamples(
  samples: readonly unknown[],
  like: JsonSchema = {},
  known?: KnownRecord,
): JsonSchema {
  if ('$ref' in like) return like;
  if (known && samples.every((one) => JSON.stringify(one) === known.text)) return known.schema;
  const types = [...new Set(samples.map(typeOf))];
  const [type] = types;
  if (types.length === 1 && type === 'object' && !isPlainLeaf(like))
    return inferredObject(samples as JsonObject[], like, known);
  if (types.length === 1 && type === 'array') {
    const items = (samples as unknown[][]).flat();
    const likeItems = isObject(like['items']) ? like['items'] : {};
    return { type, items: items.length > 0 ? inferSchemaFromSamples(items, likeItems, known) : likeItems };
  }
  const words = like['enum'];
  const isKnown = words === undefined || samples.every((one) => (words as unknown[]).includes(one));
  if (isKnown && types.every((one) => accepts(like, one))) return like;
  const values = [...new Set(samples)];
  if (types.length === 1 && type === 'string' && values.length > 1) return { type, enum: values };
  return { type: types.length === 1 ? type : types };
}

function inferredObject(samples: readonly JsonObject[], like: JsonSchema, known?: KnownRecord): JsonSchema {
  const likes = isObject(like['properties']) ? like['properties'] : {};
  const names = [...new Set(samples.flatMap(Object.keys))];
  const valuesOf = (name: string) =>
    samples.map((sample) => sample[name]).filter((value) => value !== undefined);
  const properties = names.map((name) => {
    const inner = likes[name];
    return [name, inferSchemaFromSamples(valuesOf(name), isObject(inner) ? inner : {}, known)] as const;
  });
  const sure = names.filter((name) => valuesOf(name).length === samples.length);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(sure.length > 0 && { required: sure }),
  };
}

const isPlainLeaf = (like: JsonSchema) =>
  like['type'] !== undefined && [like['type']].flat().includes('object') && !('properties' in like);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function accepts({ type, anyOf }: JsonSchema, wanted: string): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => accepts(one as JsonSchema, wanted));
  const types = [type].flat();
  return types.includes(wanted) || (wanted === 'number' && types.includes('integer'));
}
