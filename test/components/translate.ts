/** What a browser's translator does: each text gives its place to a copy, which React does not know. */
export function translate(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('[translate="no"]')) continue;
    const copy = document.createElement('font');
    copy.textContent = text.data;
    text.replaceWith(copy);
  }
}
