import { isJsonText } from './replies.ts';

const shortSecret = 6;
const signs = /[^A-Za-z0-9]/g;
const named: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const always = /*#__PURE__*/ new Set(['authorization', 'cookie', 'proxy-authorization']);
const speaksOfSecret =
  /auth|cookie|cred|hash|hmac|jwt|key|passw|secret|session|signature|token|(^|-)(pass|pin)(-|$)/;
const exempt =
  /^ids?$|[_-]ids?$|[a-z]I[dD]s?$|([iI]dentifier|[rR]ef|[rR]ef[nN]um|[rR]eference|[nN]umber|[aA]mount|[cC]ents|^status)$/;

/**
 * Which headers are secret: those in `always`, and those in `secretHeaders`. Without `secretHeaders`: those in
 * `credentials`, and all whose name suggests a secret.
 */
interface SecretRules {
  secretHeaders?: readonly string[] | undefined;
  credentials?: readonly string[] | undefined;
}

/** Returns a function that removes the secrets in `headers` from a service's text. In JSON, ids and amounts stay. */
export function createRedactor(headers: Headers, rules: SecretRules): (text: string) => string {
  const pattern = patternOf(secretsIn(headers, rules));
  return (text) => (pattern ? withoutSecrets(text, pattern) : text);
}

function withoutSecrets(text: string, pattern: RegExp): string {
  if (!isJsonText(text)) return text.replace(pattern, '[redacted]');
  let field = '';
  return text.replace(/"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g, (whole, inside: string, colon?: string) => {
    if (colon === undefined && exempt.test(field)) return whole;
    if (colon !== undefined) field = inside;
    return whole.replace(pattern, '[redacted]');
  });
}

function secretsIn(headers: Headers, { secretHeaders, credentials }: SecretRules): string[] {
  const wanted = new Set((secretHeaders ?? credentials)?.map((name) => name.toLowerCase()));
  const isSecret = (name: string) =>
    always.has(name) || wanted.has(name) || (!secretHeaders && speaksOfSecret.test(name));
  return [...headers].flatMap(([name, value]) => (isSecret(name) ? [value] : []));
}

/** Kept because making a pattern takes 0.1 ms, and a payment through the gateway costs 1 ms. */
let lastPattern: { key: string; pattern: RegExp | undefined } | undefined;

function patternOf(secrets: string[]): RegExp | undefined {
  const key = JSON.stringify(secrets);
  if (lastPattern?.key !== key) {
    const values = spellings(secrets).map((value) => {
      if (isWord(value)) return wholeWord(value);
      return value.length < shortSecret ? alone(written(value)) : written(value);
    });
    lastPattern = { key, pattern: values.length === 0 ? undefined : new RegExp(values.join('|'), 'g') };
  }
  return lastPattern.pattern;
}

// The texts to remove: each header value, with and without a scheme such as "Basic"; what these decode to from base64;
// and the base64 forms of all of these.
function spellings(secrets: string[]): string[] {
  const values = secrets.flatMap((value) => [value, value.replace(/^\w+ +/, '')]);
  const all = values.flatMap((value) => [value, ...decoded(value)]);
  return [...new Set([...all, ...all.flatMap(inBase64)])]
    .filter((value) => value !== '')
    .toSorted((a, b) => b.length - a.length);
}

const standard = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
const forAddress = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function decoded(value: string): string[] {
  try {
    const bytes = Uint8Array.from(atob(standard(value)), (char) => char.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (/\p{Cc}/u.test(text)) return [];
    const password = text.slice(text.indexOf(':') + 1);
    // A short text without a user name is probably no password: the header value only looks like base64.
    return password === text && text.length < shortSecret ? [] : [text, password];
  } catch {
    return [];
  }
}

/**
 * The base64 forms of a value, without padding, in the standard and the URL alphabet. If the value itself looks like
 * base64, it is one of the forms too. A value shorter than `shortSecret` has none.
 */
function inBase64(value: string): string[] {
  if (value.length < shortSecret) return [];
  const bytes = String.fromCharCode(...new TextEncoder().encode(value));
  const isBase64 = /^[\w+/-]+={0,2}$/.test(value);
  return [
    ...(isBase64 ? [standard(value), forAddress(value)] : []),
    standard(btoa(bytes)),
    forAddress(btoa(bytes)),
  ];
}

// A value of letters only could be a word that the service uses, such as the name of a field or host.
function isWord(value: string): boolean {
  return /^[a-z]+$/i.test(value);
}

// Matches the value as a whole word that is no JSON field name, also directly after an escape such as `\n`.
function wholeWord(value: string): string {
  return `(?<!(?<!\\\\)[\\w.-])${value}(?![\\w-]|\\.\\w|"\\s*:)`;
}

function alone(pattern: string): string {
  return `(?<!(?<!\\\\)[A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`;
}

/** A pattern for the value, also as JSON, HTML or a URL would write the value. */
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
  if (/[\ud800-\udfff]/.test(sign)) return []; // half a character cannot be encoded
  const bytes = [...new TextEncoder().encode(sign)].map((byte) => byte.toString(16).padStart(2, '0'));
  return [bytes.map((code) => `%(?:25)?${anyCase(code)}`).join('')];
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
