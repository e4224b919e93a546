import 'fake-indexeddb/auto';
import { afterAll, vi } from 'vitest';
import { watchConsole } from './console.ts';

watchConsole();

// A test that wants a database sets one.
Reflect.deleteProperty(globalThis, 'indexedDB');

// Files share a worker: what one puts in place of a global is gone before the next.
const before = Object.getOwnPropertyDescriptors(globalThis);
afterAll(() => {
  vi.useRealTimers();
  const now = Object.getOwnPropertyDescriptors(globalThis) as PropertyDescriptorMap;
  for (const [name, { configurable }] of Object.entries(now))
    if (configurable && !name.startsWith('__') && !(name in before)) Reflect.deleteProperty(globalThis, name);
  for (const [name, was] of Object.entries(before as PropertyDescriptorMap))
    if (was.configurable && (now[name]?.value !== was.value || now[name]?.get !== was.get))
      Object.defineProperty(globalThis, name, was);
});
