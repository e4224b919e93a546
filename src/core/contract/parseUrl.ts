/** The parsed address, or undefined. (`URL.parse` is too new for browsers still in use.) */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
