export { createRedisStore, type RedisStoreOptions } from '../gateway/redis/createRedisStore.ts';
export type { RedisClient } from '../gateway/redis/redisCommands.ts';
