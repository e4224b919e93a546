import { createSeededRandom } from './seededRandom.ts';
import type { Provider } from './terminals.ts';

/** Hands out ids, never the same twice. Seeds far apart give ids far apart. */
export interface Ids {
  message(provider: Provider): string;
  transaction(provider: Provider): string;
  /** Words of letters and digits for links, attachments and the like. */
  word(): string;
}

// Beyond 2^53: whoever reads alpha's numbers as doubles loses digits and asks for a message that does not exist.
const firstAlphaId = 90_071_992_547_409_931n;

export function createIds(seed: number): Ids {
  const random = createSeededRandom(seed);
  const start = firstAlphaId + BigInt(Math.trunc(Math.abs(seed))) * 100_000n;
  let count = 0n;
  const alphaId = () => String(start + 2n * (count += 1n));
  const word = () => {
    count += 1n;
    const letters = Math.floor(random() * 36 ** 6).toString(36);
    return `${letters.padStart(6, '0')}${count.toString(36)}`;
  };
  return {
    message: (provider) => (provider === 'alpha' ? alphaId() : `msg-${word()}`),
    transaction: (provider) => (provider === 'alpha' ? alphaId() : `pn-${word()}`),
    word,
  };
}

/** The id as its provider writes it in JSON: alpha as a bare number of all its digits, beta as a text. */
export function wireId(provider: Provider, id: string): bigint | string {
  return provider === 'alpha' ? BigInt(id) : id;
}
