import type { Count } from '../../hooks/useLabels.ts';

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** A text whose values keep their own direction: a Latin name or an amount beside Arabic words stays in one piece. */
export function sentence(texts: TemplateStringsArray, ...values: (string | Count)[]): string {
  const isolated = values.map(
    (value) => firstStrongIsolate + (typeof value === 'string' ? value : value.text) + popIsolate,
  );
  return texts.reduce((whole, text, index) => whole + (isolated[index - 1] ?? '') + text);
}
