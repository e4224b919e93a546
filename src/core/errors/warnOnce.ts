const said = new Set<string>();

/** Says a sentence to the developer, once a page, and never in production. `name` where the sentence varies. */
export function warnOnce(sentence: string, name = sentence): void {
  if (!isDevelopment() || said.has(name)) return;
  said.add(name);
  console.warn(`tillkit: ${sentence}`);
}

/** Bundlers write the value in; where nothing did, a browser has no `process`. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development';
  } catch {
    return false;
  }
}
