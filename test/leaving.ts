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
