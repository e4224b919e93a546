/** Calls back whenever a page may have slept: shown again, restored, thawed, online. Does nothing outside a browser. */
export function onPageWake(listener: () => void): () => void {
  if (typeof document === 'undefined' || typeof window === 'undefined') return () => undefined;
  const controller = new AbortController();
  const { signal } = controller;
  const whenVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', whenVisible, { signal });
  document.addEventListener('resume', listener, { signal });
  window.addEventListener('pageshow', listener, { signal });
  window.addEventListener('online', listener, { signal });
  return () => controller.abort();
}
