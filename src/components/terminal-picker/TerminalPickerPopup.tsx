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
  const gap = Number.parseFloat(style.marginTop);
  const stop = isBeside(popup, anchor, gap) ? undefined : follow(popup, anchor, gap);
  return () => {
    stop?.();
    popup.removeAttribute('popover'); // hides it
  };
}

/** The style sheet anchors it. Firefox before 147 and Safari before 26 cannot, Firefox 153 does not see a transform around it. */
function isBeside(popup: HTMLElement, anchor: Element, gap: number): boolean {
  const [box, control] = [popup.getBoundingClientRect(), anchor.getBoundingClientRect()];
  const distance = Math.max(box.top - control.bottom, control.top - box.bottom);
  return Math.abs(box.left - control.left) < 1 && Math.abs(distance - gap) < 1;
}

/** Does what the style sheet does, by measuring. */
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
      positionTryFallbacks: 'none',
    });
    frame = requestAnimationFrame(place); // scrolled, resized or moved: every frame asks
  };
  place();
  return () => {
    cancelAnimationFrame(frame);
    Object.assign(popup.style, { inset: '', inlineSize: '', positionTryFallbacks: '' });
  };
}
