/**
 * The code of an error that the system gave, as `ENOENT`: there is no such file. Undefined for any other error, which is not
 * of the system's making.
 */
export function systemCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
