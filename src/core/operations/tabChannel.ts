/** How the tabs of one origin talk. What comes in is not trusted. */
export interface TabChannel {
  post: (message: unknown) => void;
  listen: (listener: (message: unknown) => void) => () => void;
}

/** The browser's channel, opened when it is first listened to; undefined where there is none. */
export function createTabChannel(name: string): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined' || typeof document === 'undefined') return undefined;
  let channel: BroadcastChannel | undefined;
  return {
    post: (message) => channel?.postMessage(message),
    listen(listener) {
      const opened = new BroadcastChannel(name);
      channel = opened;
      opened.addEventListener('message', ({ data }) => listener(data));
      return () => {
        opened.close();
        channel = undefined;
      };
    },
  };
}
