const listeners = new Set<EventListenerOrEventListenerObject>();

/**
 * Test files share a window. What one of them leaves unanswered would make the browser ask in the tests of the next: when the
 * file is over, it no longer does.
 */
export function watchLeaving(): () => void {
  const add = window.addEventListener.bind(window);
  window.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (type === 'beforeunload') listeners.add(listener);
    add(type, listener, options);
  };
  return () => {
    window.addEventListener = add;
    for (const listener of listeners) window.removeEventListener('beforeunload', listener);
    listeners.clear();
  };
}

const channels = new Set<BroadcastChannel>();

// Here, and not in the setup file, which runs again for each file of a worker.
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.add(this);
  }
  override postMessage(message: unknown): void {
    if (channels.has(this)) super.postMessage(message); // else it would throw at what is still running
  }
  override close(): void {
    channels.delete(this);
    super.close();
  }
};

/**
 * Closes the channels that a test left open. Otherwise the tabs of that test would answer each tab of the tests after it, and
 * hear all of each other's answers.
 */
export function closeChannels(): void {
  for (const channel of channels) channel.close();
}
