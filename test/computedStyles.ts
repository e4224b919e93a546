const signed = ['hidden', 'open', 'popover', 'style', 'type'];

/** What the rules of jsdom's own style sheet look at to choose `display`. */
const signatureOf = (element: Element): string =>
  JSON.stringify([
    element.localName,
    element.parentElement?.localName,
    ...signed.map((name) => element.getAttribute(name)),
  ]);

// Of the worker, whose files share a window: a setup file runs again for each of them.
const jsdomStyle = window.getComputedStyle;
const displays = new Map<string, string>();

function closestThat(element: Element, isSo: (ancestor: Element) => boolean): Element | null {
  let ancestor: Element | null = element;
  while (ancestor && !isSo(ancestor)) ancestor = ancestor.parentElement;
  return ancestor;
}

const isStyled = (element: Element) =>
  element.hasAttribute('hidden') || /visibility|pointer-events/.test(element.getAttribute('style') ?? '');

/**
 * Makes getComputedStyle quick for `display`, `visibility`, `opacity` and `pointer-events`. A query by role and `toBeVisible` ask for
 * them at every element above, and jsdom works through its whole style sheet each time. If the page has styles of its own, jsdom
 * answers.
 */
export function quickenComputedStyles(): void {
  const displayOf = (element: Element) => {
    const signature = signatureOf(element);
    const display = displays.get(signature) ?? jsdomStyle(element).display;
    displays.set(signature, display);
    return display;
  };
  const answers: Record<string, (element: Element) => string | undefined> = {
    display: displayOf,
    visibility: (element) => (closestThat(element, isStyled) ? undefined : 'visible'),
    opacity: (element) => (element.getAttribute('style')?.includes('opacity') ? undefined : '1'),
    pointerEvents: (element) => (closestThat(element, isStyled) ? undefined : 'auto'),
  };

  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || document.styleSheets.length > 0 || !element.isConnected)
      return jsdomStyle(element, pseudoElement);
    let whole: CSSStyleDeclaration | undefined;
    const get = (name: string | symbol): unknown => {
      const quick = typeof name === 'string' ? answers[name]?.(element) : undefined;
      if (quick !== undefined) return quick;
      whole ??= jsdomStyle(element);
      const value: unknown = Reflect.get(whole, name);
      return typeof value === 'function' ? value.bind(whole) : value;
    };
    const getPropertyValue = (name: string) =>
      answers[name]?.(element) ?? (whole ??= jsdomStyle(element)).getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : get(name)),
    });
  };
}
