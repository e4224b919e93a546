/**
 * The button that takes a file away, in the element of that file. It is where the focus goes from a row or a button that
 * is about to vanish.
 */
export function removeButtonOf(item: Element | null | undefined): HTMLElement | null | undefined {
  return item?.querySelector<HTMLElement>('[data-remove]');
}
