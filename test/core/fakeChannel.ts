import type { TabChannel } from '../../src/core/pageLifecycle.ts';

/** The tabs of one browser that hear each other. */
export function createTabHub() {
  const tabs = new Set<Set<(message: unknown) => void>>();
  return (): TabChannel & { silence: () => void } => {
    const own = new Set<(message: unknown) => void>();
    tabs.add(own);
    return {
      post: (message) => {
        for (const listeners of tabs)
          if (listeners !== own) for (const listener of listeners) listener(message);
      },
      listen: (listener) => {
        own.add(listener);
        return () => void own.delete(listener);
      },
      silence: () => own.clear(),
    };
  };
}

/** The browser's channels of one test: who is open, and what was said. */
export function installChannels({ isForbidden = false } = {}) {
  const open = new Set<FakeChannel>();
  const names: string[] = [];
  class FakeChannel extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      if (isForbidden) throw new DOMException('The operation is insecure.', 'SecurityError');
      names.push(name);
      open.add(this);
    }
    postMessage(data: unknown) {
      for (const other of open) {
        if (other !== this && other.name === this.name) {
          other.dispatchEvent(Object.assign(new Event('message'), { data }));
        }
      }
    }
    close() {
      open.delete(this);
    }
  }
  const before = { BroadcastChannel: globalThis.BroadcastChannel };
  Object.assign(globalThis, { BroadcastChannel: FakeChannel, document: {} });
  return {
    open,
    names,
    uninstall() {
      Object.assign(globalThis, before);
      Reflect.deleteProperty(globalThis, 'document');
    },
  };
}
