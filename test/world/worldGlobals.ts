import type { Clock } from '../../src/core/time.ts';
import type { Random } from './random.ts';
import { takeQuickCrypto } from './quickCrypto.ts';

/** The world whose time and randomness the globals give; without one they are the machine's. */
let current: { clock: Pick<Clock, 'now' | 'monotonic'>; random: Random } | undefined;

const hex = '0123456789abcdef';

/**
 * Takes the machine's time and randomness out of the globals, while a world lives: else no two runs of a seed would be alike.
 * Returns how to undo it.
 */
export function takeOverGlobals(): () => void {
  const undoCrypto = takeQuickCrypto();
  const { now } = Date;
  const { random } = Math;
  const monotonic = performance.now.bind(performance);
  const randomUUID = crypto.randomUUID.bind(crypto);
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  const given = (name: string, on: object, value: unknown) =>
    Object.defineProperty(on, name, { value, configurable: true, writable: true });
  given('now', Date, () => current?.clock.now() ?? now());
  given('random', Math, () => current?.random.next() ?? random());
  given('now', performance, () => current?.clock.monotonic() ?? monotonic());
  given('randomUUID', crypto, () => (current ? uuid(current.random) : randomUUID()));
  given('getRandomValues', crypto, (array: Uint8Array<ArrayBuffer>) => {
    if (!current) return getRandomValues(array);
    for (let at = 0; at < array.length; at += 1) array[at] = current.random.whole(256);
    return array;
  });
  return () => {
    current = undefined;
    given('now', Date, now);
    given('random', Math, random);
    Reflect.deleteProperty(performance, 'now');
    Reflect.deleteProperty(crypto, 'randomUUID');
    Reflect.deleteProperty(crypto, 'getRandomValues');
    undoCrypto();
  };
}

/** Gives the globals to a world, or back to the machine. */
export function setWorld(world: typeof current): void {
  current = world;
}

function uuid(random: Random): string {
  let text = '';
  for (let at = 0; at < 32; at += 1) {
    if (at === 8 || at === 12 || at === 16 || at === 20) text += '-';
    text += at === 12 ? '4' : at === 16 ? hex[8 + random.whole(4)] : hex[random.whole(16)];
  }
  return text;
}
