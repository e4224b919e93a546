/** What a page tells about itself. */
export interface PageSignals {
  isVisible: () => boolean;
  /** Calls back whenever the page may have slept: shown again, restored, thawed, online. */
  onWake: (listener: () => void) => () => void;
}

/** The signals of the browser's page; outside a browser it is visible and never sleeps. */
export const browserPage: PageSignals = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  onWake(listener) {
    if (typeof document === 'undefined' || typeof window === 'undefined') return () => undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const whenVisible = () => {
      if (browserPage.isVisible()) listener();
    };
    document.addEventListener('visibilitychange', whenVisible, { signal });
    document.addEventListener('resume', listener, { signal });
    window.addEventListener('pageshow', listener, { signal });
    window.addEventListener('online', listener, { signal });
    return () => controller.abort();
  },
};
