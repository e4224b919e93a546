import { isDevelopment, warnOnce } from '../../core/errors.ts';

/** A style sheet may come after the first components. */
const patienceMs = 2000;

/**
 * Tells the developer, once, that a component is on the page and no style sheet with its tokens. Not on a server, in
 * production, in a test (`NODE_ENV`), nor where nothing is drawn.
 */
export function hintAtStyles(root: unknown): void {
  if (!isDevelopment() || !(root instanceof HTMLElement) || /jsdom|happydom/i.test(navigator.userAgent))
    return;
  setTimeout(() => {
    if (!root.isConnected || getComputedStyle(root).getPropertyValue('--tillkit-background') !== '') return;
    warnOnce(
      "There is no style sheet for the components. Load it once: import 'tillkit/styles.css'. Where the looks are your own, set --tillkit-background on :root, and this is not said.",
    );
  }, patienceMs);
}
