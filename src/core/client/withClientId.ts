/** The input with the client's default `clientId` where it has none of its own. */
export function withClientId(input: unknown, clientId: string | undefined): unknown {
  if (typeof input !== 'object' || input === null || clientId === undefined) return input;
  return 'clientId' in input && input.clientId !== undefined ? input : { ...input, clientId };
}
