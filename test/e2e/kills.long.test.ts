import { describe, it } from 'vitest';
import { killAt, killMoments } from './killedSale.ts';

const moments = killMoments.map((moment) => [moment.name, moment] as const);

describe('F112 F119: a browser that is killed in the middle of a sale, and its gateway with it: it is found, ended and sent once', () => {
  it.each(moments)('%s', async (_, moment) => {
    await killAt(moment);
  });

  it.each(moments.slice(1))('%s, with what was noted on the disk', async (_, moment) => {
    await killAt(moment, { isNoted: true });
  });
});
