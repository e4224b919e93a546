import { GatewayRefusal } from './GatewayRefusal.ts';

export const operationIdHeader = 'x-operation-id';

/** Letters, digits, `-` and `_`: the kit's own have 128 random bits. */
export function isOperationId(id: string): boolean {
  return /^[\w-]{16,128}$/.test(id);
}

/** The operation id a request carries. Throws a refusal where it has none. */
export function operationIdOf(request: Request): string {
  const id = optionalOperationIdOf(request);
  if (id !== undefined) return id;
  throw new GatewayRefusal(
    400,
    'operation-id',
    `A payment needs a new id of its own in the header ${operationIdHeader}. Nothing was sent.`,
    { field: operationIdHeader },
  );
}

export function optionalOperationIdOf(request: Request): string | undefined {
  const id = request.headers.get(operationIdHeader);
  if (id === null) return undefined;
  if (isOperationId(id)) return id;
  throw new GatewayRefusal(
    400,
    'operation-id',
    `The header ${operationIdHeader} must hold 16 to 128 letters, digits, "-" or "_". Nothing was sent.`,
    { field: operationIdHeader },
  );
}
