const said = new Set<string>();

/** Says something to the host's developer, once a page, and only in development. */
export function warnOnce(sentence: string): void {
  if (!isDevelopment() || said.has(sentence)) return;
  said.add(sentence);
  console.warn(`tillkit: ${sentence}`);
}

// Bundlers write the value in; where nothing did, a browser has no `process`.
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development';
  } catch {
    return false;
  }
}
