import { attempt } from './errors.ts';
import { createListeners } from './listeners.ts';

export interface PageLifecycle {
  isVisible: () => boolean;
  /** Calls back when the page is shown, restored from the back-forward cache, resumed, or online again. */
  onWake: (listener: () => void) => () => void;
  /** Calls back with true when the user leaves the page (it may be restored later), with false when it is only hidden. */
  onHide?: ((listener: (isLeft: boolean) => void) => () => void) | undefined;
}

/** The lifecycle of the browser's page. Outside a browser the page is always visible and never wakes. */
export const browserPageLifecycle: PageLifecycle = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  onWake(listener) {
    const whenVisible = () => {
      if (browserPageLifecycle.isVisible()) listener();
    };
    return listening((on) => {
      document.addEventListener('visibilitychange', whenVisible, on);
      document.addEventListener('resume', listener, on);
      window.addEventListener('pageshow', listener, on);
      window.addEventListener('online', listener, on);
    });
  },
  onHide(listener) {
    const whenHidden = () => {
      if (!browserPageLifecycle.isVisible()) listener(false);
    };
    return listening((on) => {
      document.addEventListener('visibilitychange', whenHidden, on);
      window.addEventListener('pagehide', () => listener(true), on);
    });
  },
};

/** Adds listeners in a browser. Returns a function that removes them. */
function listening(add: (on: { signal: AbortSignal }) => void): () => void {
  const controller = new AbortController();
  if (typeof document !== 'undefined' && typeof window !== 'undefined') add({ signal: controller.signal });
  return () => controller.abort();
}

/** A message channel between the tabs of one origin. Received messages are not trusted. */
export interface TabChannel {
  post: (message: unknown) => void;
  listen: (listener: (message: unknown) => void) => () => void;
  /** Whether this channel receives messages. A channel without this method counts as open. */
  isOpen?: () => boolean;
}

/** A tab channel that is open while it has a listener. Undefined if the browser has no `BroadcastChannel`. */
export function createTabChannel(name: string): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined' || typeof document === 'undefined') return undefined;
  const listeners = createListeners<[message: unknown]>();
  let channel: BroadcastChannel | undefined;
  const open = () => {
    const opened = new BroadcastChannel(name);
    opened.addEventListener('message', ({ data }) => listeners.notify(data));
    return opened;
  };
  return {
    post: (message) => channel?.postMessage(message),
    isOpen: () => channel !== undefined,
    listen(listener) {
      // If cookies are blocked, Firefox throws when a channel is opened. The page then gets no messages from other tabs.
      channel ??= attempt(open);
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
