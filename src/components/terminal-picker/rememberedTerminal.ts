/** The terminal that was last chosen on this device. */
export interface RememberedTerminal {
  id: string;
  name: string;
}

/** One choice for each service and client: two merchants on one device do not share it. */
export function rememberedKey({ baseUrl, clientId }: { baseUrl: string; clientId?: string | undefined }) {
  return `tillkit:terminal:${baseUrl}:${clientId ?? ''}`;
}

/** A device that lets nothing be stored only does not remember. */
export function keptUnder(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepUnder(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    return; // The same.
  }
}

/** What was kept, where it says what it should. */
export function readRemembered(kept: string | null): RememberedTerminal | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    return isRemembered(value) ? { id: value.id, name: value.name } : undefined;
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is RememberedTerminal {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
