/** A field of a parsed body, where it is there and a string. */
export function stringField(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** A field of a parsed body, where it is there and a number. */
export function numberField(body: unknown, name: string): number | undefined {
  const value = fieldOf(body, name);
  return typeof value === 'number' ? value : undefined;
}

/** A field of a parsed body, where it is there and a list. */
export function listField(body: unknown, name: string): unknown[] {
  const value = fieldOf(body, name);
  return Array.isArray(value) ? value : [];
}

export function hasField(body: unknown, name: string): boolean {
  return fieldOf(body, name) !== undefined;
}

/** Own fields only: a body may hold any name, `__proto__` too. */
export function fieldOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return new Map<string, unknown>(Object.entries(body)).get(name);
}
