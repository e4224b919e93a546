import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';

type Key = { raw: Buffer };
const bufferOf = (data: BufferSource) =>
  ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
const bytes = (buffer: Buffer) => new Uint8Array(buffer).buffer;
const hashName = (algorithm: unknown) =>
  (typeof algorithm === 'string' ? algorithm : (algorithm as { name: string }).name)
    .replace('-', '')
    .toLowerCase();

/**
 * Web Crypto on Node's synchronous functions: the real one answers from other threads, in real time, so that virtual time would have to
 * wait and no two runs would be alike. Returns how to undo it.
 */
export function takeQuickCrypto(): () => void {
  const before = new Map<string, unknown>();
  const subtle = crypto.subtle as unknown as Record<string, unknown>;
  const quick: Record<string, (...args: never[]) => Promise<unknown>> = {
    digest: async (algorithm: unknown, data: BufferSource) =>
      bytes(createHash(hashName(algorithm)).update(bufferOf(data)).digest()),
    importKey: async (_format: string, data: BufferSource): Promise<Key> => ({
      raw: Buffer.from(bufferOf(data)),
    }),
    sign: async (_algorithm: unknown, { raw }: Key, data: BufferSource) =>
      bytes(createHmac('sha256', raw).update(bufferOf(data)).digest()),
    encrypt: async ({ iv, additionalData }: AesGcmParams, { raw }: Key, data: BufferSource) => {
      const cipher = createCipheriv(`aes-${raw.length * 8}-gcm` as 'aes-256-gcm', raw, bufferOf(iv));
      if (additionalData) cipher.setAAD(bufferOf(additionalData));
      return bytes(Buffer.concat([cipher.update(bufferOf(data)), cipher.final(), cipher.getAuthTag()]));
    },
    decrypt: async ({ iv, additionalData }: AesGcmParams, { raw }: Key, data: BufferSource) => {
      const all = bufferOf(data);
      const decipher = createDecipheriv(`aes-${raw.length * 8}-gcm` as 'aes-256-gcm', raw, bufferOf(iv));
      if (additionalData) decipher.setAAD(bufferOf(additionalData));
      decipher.setAuthTag(all.subarray(-16));
      return bytes(Buffer.concat([decipher.update(all.subarray(0, -16)), decipher.final()]));
    },
  };
  for (const [name, replacement] of Object.entries(quick)) {
    before.set(name, subtle[name]);
    Object.defineProperty(subtle, name, { value: replacement, configurable: true, writable: true });
  }
  return () => {
    for (const name of Object.keys(quick)) delete subtle[name];
  };
}
