import { createListeners } from './listeners.ts';

/** What a page tells about itself. */
export interface PageLifecycle {
  isVisible: () => boolean;
  /** Calls back whenever the page may have slept: shown again, restored, thawed, online. */
  onWake: (listener: () => void) => () => void;
  /** Calls back when the page is left, from where it may come back, and when it is hidden only. */
  onHide?: ((listener: (isLeft: boolean) => void) => () => void) | undefined;
}

/** The signals of the browser's page; outside a browser it is visible and never sleeps. */
export const browserPageLifecycle: PageLifecycle = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  onWake(listener) {
    if (typeof document === 'undefined' || typeof window === 'undefined') return () => undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const whenVisible = () => {
      if (browserPageLifecycle.isVisible()) listener();
    };
    document.addEventListener('visibilitychange', whenVisible, { signal });
    document.addEventListener('resume', listener, { signal });
    window.addEventListener('pageshow', listener, { signal });
    window.addEventListener('online', listener, { signal });
    return () => controller.abort();
  },
  onHide(listener) {
    if (typeof document === 'undefined' || typeof window === 'undefined') return () => undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const whenHidden = () => {
      if (!browserPageLifecycle.isVisible()) listener(false);
    };
    document.addEventListener('visibilitychange', whenHidden, { signal });
    window.addEventListener('pagehide', () => listener(true), { signal });
    return () => controller.abort();
  },
};

/** How the tabs of one origin talk. What comes in is not trusted. */
export interface TabChannel {
  post: (message: unknown) => void;
  listen: (listener: (message: unknown) => void) => () => void;
  /** Whether others can be heard; one that does not tell can hear. */
  isOpen?: () => boolean;
}

/** The browser's channel, open while somebody listens; undefined where there is none. */
export function createTabChannel(name: string): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined' || typeof document === 'undefined') return undefined;
  const listeners = createListeners<[message: unknown]>();
  let channel: BroadcastChannel | undefined;
  const open = () => {
    try {
      const opened = new BroadcastChannel(name);
      opened.addEventListener('message', ({ data }) => listeners.notify(data));
      return opened;
    } catch {
      return undefined; // Firefox throws where cookies are blocked: such a page is on its own.
    }
  };
  return {
    post: (message) => channel?.postMessage(message),
    isOpen: () => channel !== undefined,
    listen(listener) {
      channel ??= open();
      const leave = listeners.add(listener);
      return () => {
        leave();
        if (!listeners.isEmpty()) return;
        channel?.close();
        channel = undefined;
      };
    },
  };
}
