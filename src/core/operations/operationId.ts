/** Creates an id: 128 random bits as hex. (`crypto.randomUUID` is missing on plain http in a shop's network.) */
export function createOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A short hash of an operator or account key. (Not a secret: it only distinguishes keys.) */
export function shortHash(key: string | number): string {
  let hash = 0x811c9dc5; // FNV-1a
  for (const char of String(key)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
