import { connect, createServer, type Socket } from 'node:net';

export interface RedisProxy {
  port: number;
  /** The next script reaches Redis, and the connection breaks before its answer comes back. */
  loseNextAnswer: () => void;
  close: () => void;
}

/** A line to a Redis that can break. */
export async function startRedisProxy(redisPort: number): Promise<RedisProxy> {
  const open = new Set<Socket>();
  let isLosing = false;
  const server = createServer((client) => {
    const redis = connect(redisPort, '127.0.0.1');
    let isLost = false;
    for (const socket of [client, redis]) {
      open.add(socket);
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
    }
    client.on('data', (data: Buffer) => {
      if (isLosing && data.includes('evalsha')) {
        isLosing = false;
        isLost = true;
      }
      redis.write(data);
    });
    redis.on('data', (data: Buffer) => {
      if (isLost) client.destroy();
      else client.write(data);
    });
    client.once('close', () => redis.destroy());
    redis.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    loseNextAnswer() {
      isLosing = true;
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
