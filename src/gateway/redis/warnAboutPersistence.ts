import { warnOnce } from '../../core/errors.ts';
import type { RedisClient } from './redisCommands.ts';

/** Says once what a crash of this Redis would forget, where Redis tells how it writes to its disk. */
export function warnAboutPersistence(redis: RedisClient): void {
  inspect(redis).catch(() => undefined); // not every Redis tells
}

async function inspect(redis: RedisClient): Promise<void> {
  if (/aof_enabled:0/.test(await redis.info('persistence'))) {
    warnOnce(
      'Redis writes no append-only file: a crash of Redis forgets operation ids, and then a lost answer stays unknown. ' +
        'Set appendonly to yes and appendfsync to always.',
      { always: true },
    );
    return;
  }
  const setting = JSON.stringify(await redis.config('GET', 'appendfsync'));
  if (/"(everysec|no)"/.test(setting)) {
    warnOnce(
      'Redis does not write each change to its disk at once (appendfsync): a crash of Redis may forget the operation ids of ' +
        'the last second. Set appendfsync to always.',
      { always: true },
    );
  }
}
