/** The button that takes a file away, in the file's element. */
export function removeButtonOf(item: Element | null | undefined): HTMLElement | null | undefined {
  return item?.querySelector<HTMLElement>('[data-remove]');
}
