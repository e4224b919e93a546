/** A new operation id: 128 random bits as hex. (`crypto.randomUUID` is absent on plain http in a shop's network.) */
export function createOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
