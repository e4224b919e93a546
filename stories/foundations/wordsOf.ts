const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'];
const shown = ['alt', 'label', 'placeholder', 'title'];

/** Every text of an element that a person sees or hears, except placeholder boxes and typed text. */
export function wordsOf(root: Element): string[] {
  const texts: string[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches('.tillkit-skeleton, script, style')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element)
      texts.push(...[...spoken, ...shown].map((name) => node.getAttribute(name) ?? ''));
    else texts.push(node.nodeValue ?? '');
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}

const months = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const formatted = [
  new RegExp(`${months} \\d{1,2}, \\d{4}`, 'g'),
  /\d{1,2}:\d{2}(:\d{2})?\s[AP]M/g,
  /[\d.,]+\s?(bytes?|kB|MB)/g,
  /https:\/\/\S+/g,
];

/** A text without values: formatted numbers and dates, addresses, and the names and ids of a story. */
export function withoutValues(text: string, values: readonly (string | RegExp)[]): string {
  return [...formatted, ...values].reduce<string>((rest, value) => rest.replaceAll(value, ''), text);
}
