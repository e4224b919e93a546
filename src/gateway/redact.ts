const shortestSecret = 6;
const signs = /[^A-Za-z0-9]/g;
const named: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** A text without the values of secret headers, should a service or a stack trace repeat them. */
export function redact(text: string, secrets: Headers): string {
  const pattern = patternOf(secrets);
  return pattern ? text.replace(pattern, '[redacted]') : text;
}

let latest: { key: string; pattern: RegExp | undefined } | undefined;

function patternOf(secrets: Headers): RegExp | undefined {
  const key = JSON.stringify([...secrets]);
  if (latest?.key !== key) {
    const values = spellings(secrets).map((value) => (isWord(value) ? wholeWord(value) : written(value)));
    latest = { key, pattern: values.length === 0 ? undefined : new RegExp(values.join('|'), 'g') };
  }
  return latest.pattern;
}

// The whole value, what follows a scheme as "Basic", and what its base64 says.
function spellings(secrets: Headers): string[] {
  const values = [...secrets].flatMap(([name, value]) =>
    /^(accept|content|user-agent)/.test(name) ? [] : [value, value.replace(/^\w+ +/, '')],
  );
  return [...new Set(values.flatMap((value) => [value, ...decoded(value)]))]
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
}

function decoded(value: string): string[] {
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /\p{Cc}/u.test(text) ? [] : [text, text.slice(text.indexOf(':') + 1)];
  } catch {
    return [];
  }
}

// A value that could be a word of the service's own, as a name of a field or of a host.
function isWord(value: string): boolean {
  return /^[a-z]+$/i.test(value);
}

function wholeWord(value: string): string {
  return `(?<![\\w.-])${value}(?![\\w.-]|"\\s*:)`;
}

/** As JSON, HTML or an address would write it, too. */
function written(value: string): string {
  return value.replace(signs, (sign) => {
    const code = sign.charCodeAt(0).toString(16);
    const literal = `\\\\{0,8}\\u${code.padStart(4, '0')}`;
    const json = `\\\\{1,8}u${anyCase(code.padStart(4, '0'))}`;
    const html = `&(?:amp;)?(?:#0*${sign.charCodeAt(0)}|#[xX]0*${anyCase(code)}${named[sign] ? `|${named[sign]}` : ''});`;
    return `(?:${[literal, json, html, ...inAddress(sign)].join('|')})`;
  });
}

function inAddress(sign: string): string[] {
  if (sign === ' ') return ['%20', '\\+'];
  if (/[\ud800-\udfff]/.test(sign)) return []; // half a character has no spelling
  const bytes = [...new TextEncoder().encode(sign)].map((byte) => byte.toString(16).padStart(2, '0'));
  return [bytes.map((code) => `%(?:25)?${anyCase(code)}`).join('')];
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
