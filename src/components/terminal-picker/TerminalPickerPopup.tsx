'use client';
import { forwardRef, useEffect } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerPopupProps extends PartProps<'div'> {}

/** What floats under the control while the list is open, over all of the page. */
export const TerminalPickerPopup = forwardRef<HTMLDivElement, TerminalPickerPopupProps>(
  function TerminalPickerPopup(props, ref) {
    const { isOpen, popupProps, popupRef } = useTerminalPickerContext();
    useEffect(() => (isOpen && popupRef.current ? raise(popupRef.current) : undefined), [isOpen, popupRef]);
    const own = { ...popupProps, className: 'tillkit-terminal-picker-popup' };
    return <Part as="div" ref={ref} partRef={popupRef} own={own} given={props} />;
  },
);

/**
 * Puts it into the browser's top layer, where no card of the host cuts it off. In the DOM it stays where it is, and so in
 * its theme, direction and dialog. Where there is no top layer, or no style sheet of the kit, it hangs in the page.
 */
function raise(popup: HTMLElement): (() => void) | undefined {
  const anchor = popup.closest('.tillkit-terminal-picker-anchor');
  if (!anchor?.isConnected || !('showPopover' in popup)) return undefined;
  const style = getComputedStyle(popup);
  if (style.position === 'static') return undefined;
  popup.setAttribute('popover', 'manual');
  popup.showPopover();
  const isAnchored = style.getPropertyValue('position-anchor').startsWith('--');
  const stop = isAnchored ? undefined : follow(popup, anchor, Number.parseFloat(style.marginTop));
  return () => {
    stop?.();
    popup.removeAttribute('popover'); // hides it
  };
}

/** What the style sheet does where the browser can anchor one element to another (Firefox: from 147, Safari: from 26). */
function follow(popup: HTMLElement, anchor: Element, gap: number): () => void {
  let isAbove = false;
  let frame = 0;
  const place = () => {
    const { top, bottom, left, width } = anchor.getBoundingClientRect();
    const { clientHeight } = popup.ownerDocument.documentElement;
    const needed = popup.offsetHeight + gap;
    const fits = { above: top >= needed, below: bottom + needed <= clientHeight };
    if (fits.above !== fits.below) isAbove = fits.above;
    Object.assign(popup.style, {
      inset: isAbove ? `auto auto ${clientHeight - top}px ${left}px` : `${bottom}px auto auto ${left}px`,
      inlineSize: `${width}px`,
    });
    frame = requestAnimationFrame(place); // scrolled, resized or moved: every frame asks
  };
  place();
  return () => cancelAnimationFrame(frame);
}
