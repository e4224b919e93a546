import { isObject, parseJsonWithLongIntegersAsText } from '../../core/wire/read.ts';
import type { ServiceDescription, WireName } from '../../core/wire/service.ts';
import { namesOf } from './fields.ts';

const idField =
  /(^|[^a-z])ids?$|[a-z]I[dD]s?$|identifier$|ref(erence)?$|refnum$|[a-z]Number$|serial|phone|mobile|account|^pan$|card|token|secret|key$/i;
const wordField =
  /status|state|^type$|kind|provider|acquirer|processor|currency|method|condition|brand|^code$|^(field|path)$/i;
const date = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/;
const word = /^[A-Za-z][A-Za-z_-]*( [A-Za-z_-]+){0,2}$/;

/**
 * Creates functions that mask ids and personal data by text of the same shape, equal values by equal text. Not masked:
 * booleans, numbers below a billion that are no ids, and the words for statuses, kinds and providers. Numbers that are
 * sent as text become zeros. Dates and times in ISO form become 2000-01-01 with zeros.
 */
export function createMasking({ fields = {} }: Pick<ServiceDescription, 'fields'>) {
  const masked = new Map<string, string>();
  const taken = new Set<string>();
  const words = new Set(
    lastNames(
      fields.message?.status,
      fields.terminal?.status,
      fields.terminal?.provider,
      fields.paymentLink?.status,
      fields.refusedField?.field,
    ),
  );
  const counts = new Set(lastNames(...Object.values(fields.page ?? {})));

  const maskText = (value: string): string => {
    const known = masked.get(value);
    if (known !== undefined) return known;
    const shape = shapeOf(value);
    let mask = shape;
    for (let other = 1; taken.has(mask) && other < 10_000; other += 1) mask = numbered(shape, other);
    taken.add(mask);
    masked.set(value, mask);
    return mask;
  };

  const maskLeaf = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') {
      if (date.test(value)) return sameDay(value);
      const isWord = wordField.test(field) || words.has(field);
      return value === '' || (isWord && word.test(value) && value.length < 40) ? value : maskText(value);
    }
    if (typeof value !== 'number' || counts.has(field)) return value;
    const isLong = Math.abs(value) >= 1e9; // such as a phone number, a card number or a time
    return Number.isSafeInteger(value) && (isLong || idField.test(field))
      ? Number(maskText(String(value)))
      : value;
  };

  /**
   * Writes the masked JSON of a value that was parsed twice. JSON.parse (`loose`) loses digits of a large integer;
   * parseJsonWithLongIntegersAsText (`exact`) keeps such an integer as a text.
   */
  const written = (exact: unknown, loose: unknown, field: string): string => {
    if (Array.isArray(exact)) {
      const items = exact.map((item: unknown, at) => written(item, (loose as unknown[])[at], field));
      return `[${items.join(',')}]`;
    }
    if (isObject(exact)) {
      const entries = Object.entries(exact).map(([name, value]) => {
        const key = /@|\d{6}/.test(name) ? maskText(name) : name;
        return `${JSON.stringify(key)}:${written(value, (loose as Record<string, unknown>)[name], name)}`;
      });
      return `{${entries.join(',')}}`;
    }
    if (typeof exact === 'string' && typeof loose === 'number') return maskText(exact);
    return JSON.stringify(maskLeaf(exact, field));
  };

  return {
    text: maskText,
    /** Masks the body of an answer. Returns text if the body is not JSON, or holds integers too large for a number. */
    body: (text: string): unknown => {
      if (text.trim() === '') return undefined;
      let json: string;
      try {
        json = written(parseJsonWithLongIntegersAsText(text), JSON.parse(text), '');
      } catch {
        return shapeOf(text); // a proxy's error page
      }
      const value: unknown = JSON.parse(json);
      return typeof value === 'string' || JSON.stringify(value) !== json ? json : value;
    },
  };
}

const lastNames = (...names: (WireName | undefined)[]) =>
  names.flatMap(namesOf).map((path) => path.slice(path.lastIndexOf('.') + 1));

/** Replaces digits by 0, letters by x or X. A URL keeps its scheme. A long number begins with 1: JSON allows no 00. */
function shapeOf(value: string): string {
  const [scheme = ''] = /^https?:\/\//.exec(value) ?? [];
  const shape = value
    .slice(scheme.length)
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{L}/gu, (letter) => (letter === 'X' ? 'X' : 'x'))
    .replace(/\p{N}/gu, '0');
  return scheme + (/^-?0{2,}$/.test(shape) ? shape.replace('0', '1') : shape);
}

/** Writes a number into a shape, so that equal shapes differ: over its last zeros or, without zeros, its last `x`s. */
function numbered(shape: string, number: number): string {
  const [place, symbols] = shape.includes('0') ? ['0', '0123456789'] : ['x', 'xabcdefghijklmnopqrstuvw'];
  let left = number;
  const places = Array.from(shape);
  for (let at = places.length - 1; at >= 0 && left > 0; at -= 1) {
    if (places[at] !== place) continue;
    places[at] = symbols[left % symbols.length] ?? place;
    left = Math.floor(left / symbols.length);
  }
  return places.join('');
}

function sameDay(value: string): string {
  const day = '2000-01-01';
  return day + value.slice(day.length).replace(/\d/g, '0');
}
