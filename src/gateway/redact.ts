const shortestSecret = 6;

/** A text without the values of secret headers, should a service or a stack trace repeat them. */
export function redact(text: string, secrets: Headers): string {
  let clean = text;
  for (const secret of spellings(secrets)) clean = clean.replaceAll(secret, '[redacted]');
  return clean;
}

// The whole value, what follows a scheme as "Basic", and what its base64 says; also as JSON would escape them.
function spellings(secrets: Headers): Set<string> {
  const values = [...secrets].flatMap(([name, value]) =>
    name === 'accept' ? [] : [value, value.replace(/^\w+ +/, '')],
  );
  const all = values.flatMap((value) => [value, ...decoded(value)]);
  const escaped = all.map((value) => JSON.stringify(value).slice(1, -1));
  return new Set(
    [...all, ...escaped]
      .filter(({ length }) => length >= shortestSecret)
      .toSorted((a, b) => b.length - a.length),
  );
}

function decoded(value: string): string[] {
  try {
    const text = atob(value);
    return /^[\x20-\x7e]+$/.test(text) ? [text, text.slice(text.indexOf(':') + 1)] : [];
  } catch {
    return [];
  }
}
