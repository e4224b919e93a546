/** The input with the client's default `clientId` where it has none of its own. */
export function withClientId<Input extends { clientId?: string | undefined }>(
  input: Input,
  clientId: string | undefined,
): Input {
  return isRecord(input) && input.clientId === undefined && clientId !== undefined
    ? { ...input, clientId }
    : input;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
