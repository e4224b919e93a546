/** The paper. A roll printer prints 48 mm of a 58 mm roll, and 72 mm of an 80 mm roll. */
export type Paper = '58mm' | '80mm' | 'a4';

/** On a roll the text is as wide as the printer prints, and centred, so the page has no margins. */
const pageMargins: Record<Paper, string> = { '58mm': '0', '80mm': '0', a4: '15mm' };

/** These rules are outside of the kit's cascade layer, so that no rule of the host overrides them. */
const rulesFor = (paper: Paper) => `
@page { margin: ${pageMargins[paper]} }
@media screen { .tillkit-print { display: none !important } }
@media print {
  html, body { all: revert !important; margin: 0 !important }
  body > :not(.tillkit-print) { display: none !important }
  .tillkit-print > * { max-inline-size: none !important; margin: 0 !important; padding: 0 !important; background: none !important; border: 0 !important; box-shadow: none !important }
}`;

/**
 * Prints one element and nothing else of its page. A copy is printed: the page may change while the dialog is open.
 * Buttons of the kit and folded details are left out.
 */
export function printAlone(element: HTMLElement | null, paper: Paper): void {
  const view = element?.ownerDocument.defaultView;
  if (!view) return;
  const page = element.ownerDocument;
  const copy = element.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll('.tillkit-unprinted, details:not([open])')) part.remove();
  const holder = page.createElement('div');
  const { direction, fontFamily } = view.getComputedStyle(element);
  holder.className = 'tillkit-print';
  holder.dir = direction;
  holder.lang = element.closest<HTMLElement>('[lang]')?.lang ?? '';
  holder.style.fontFamily = fontFamily;
  holder.dataset['paper'] = paper;
  holder.append(copy);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rulesFor(paper));
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  page.body.append(holder);
  const end = () => {
    holder.remove();
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet);
  };
  view.addEventListener('afterprint', end, { once: true });
  view.print();
}
