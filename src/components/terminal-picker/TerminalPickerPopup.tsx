'use client';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { stateWord, TerminalName } from './TerminalPickerChips.tsx';
import { definePart } from './useTerminalPicker.ts';

/** Says why the open list is empty. */
export const TerminalPickerMessage = /*#__PURE__*/ definePart(
  'p',
  function TerminalPickerMessage({ isOpen, items, query, isSearching, list, progress, labels }) {
    if (!isOpen || items.length > 0 || progress?.kind === 'searching') return undefined;
    const sentence = list.isPending
      ? labels.loading
      : list.hasFailed
        ? labels.loadError
        : isSearching
          ? labels.noMatch({ query: query ?? '' })
          : labels.empty;
    return { className: 'tillkit-terminal-picker-note', children: sentence };
  },
);

interface TerminalPickerOptionProps {
  /** The index among the terminals that were found. */
  index: number;
}

/** One terminal in the list: its name, details and state. */
export const TerminalPickerOption = /*#__PURE__*/ definePart(
  'li',
  function TerminalPickerOption(
    { items, optionProps, chosenId, terminalState, detailsOf, labels },
    { index, ...props }: TerminalPickerOptionProps,
  ) {
    const entry = items[index];
    if (!entry) return undefined;
    const state = terminalState(entry);
    const details = detailsOf(entry);
    return {
      ...optionProps(index),
      className: 'tillkit-terminal-picker-option',
      'data-busy': state === 'busy' || state === 'unknown' ? '' : undefined,
      style: { '--tillkit-terminal-picker-index': index },
      children: (
        <>
          <TerminalName entry={entry} />{' '}
          <span className="tillkit-terminal-picker-state" data-state={state}>
            {stateWord(state, labels)}
          </span>
          {details && <span className="tillkit-terminal-picker-details">{details}</span>}
          {entry.id === chosenId && (
            <span className="tillkit-terminal-picker-check">
              <Icon name="check" />
            </span>
          )}
        </>
      ),
      given: props,
    };
  },
);

interface TerminalPickerOptionsProps {
  /** Renders the option at an index of the found terminals; default `TerminalPicker.Option`. */
  children?: ((index: number) => ReactNode) | undefined;
}

/** The list of terminals that were found. Only the visible rows are rendered. */
export const TerminalPickerOptions = /*#__PURE__*/ definePart(
  'ul',
  function TerminalPickerOptions(
    { listProps, listRef, isOpen, items, rows, options, labels },
    { children, ...props }: TerminalPickerOptionsProps,
  ) {
    return {
      ...listProps,
      className: 'tillkit-terminal-picker-options',
      'aria-label': options.label ?? labels.label,
      'data-empty': items.length === 0 ? '' : undefined,
      style: isOpen ? { '--tillkit-terminal-picker-count': items.length } : undefined,
      children: rows.map(children ?? ((index) => <TerminalPickerOption key={index} index={index} />)),
      ref: listRef,
      given: props,
    };
  },
);

/** The popup under the control while the list is open, above everything on the page. */
export const TerminalPickerPopup = /*#__PURE__*/ definePart(
  'div',
  function TerminalPickerPopup({ isOpen, popupProps, popupRef }) {
    useEffect(
      () => (isOpen && popupRef.current ? showInTopLayer(popupRef.current) : undefined),
      [isOpen, popupRef],
    );
    return { ...popupProps, className: 'tillkit-terminal-picker-popup', ref: popupRef };
  },
);

/**
 * Shows the popup in the browser's top layer, where no element clips it. Its place in the DOM stays the same, so it
 * keeps its theme, text direction and dialog. Returns a function that hides the popup. Does nothing if the browser
 * has no top layer, or if the kit's style sheet is missing.
 */
function showInTopLayer(popup: HTMLElement): (() => void) | undefined {
  const anchor = popup.closest('.tillkit-terminal-picker-anchor');
  if (!anchor?.isConnected || !('showPopover' in popup)) return undefined;
  const style = getComputedStyle(popup);
  if (style.position === 'static') return undefined;
  popup.setAttribute('popover', 'manual');
  popup.showPopover();
  const gap = Number.parseFloat(style.marginTop);
  const stop = isAnchored(popup, anchor, gap) ? undefined : followAnchor(popup, anchor, gap);
  return () => {
    stop?.();
    popup.removeAttribute('popover'); // hides the popup
  };
}

/**
 * Whether CSS has placed the popup at the control. Safari < 26, Firefox < 147, and Firefox 153 under a transform do
 * not.
 */
function isAnchored(popup: HTMLElement, anchor: Element, gap: number): boolean {
  const [box, control] = [popup.getBoundingClientRect(), anchor.getBoundingClientRect()];
  const distance = Math.max(box.top - control.bottom, control.top - box.bottom);
  return Math.abs(box.left - control.left) < 1 && Math.abs(distance - gap) < 1;
}

/** Moves a popup that CSS did not place to its control, in each frame until the returned function is called. */
function followAnchor(popup: HTMLElement, anchor: Element, gap: number): () => void {
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
    frame = requestAnimationFrame(place); // scrolling, resizing and moving are noticed at every frame
  };
  place();
  return () => {
    cancelAnimationFrame(frame);
    Object.assign(popup.style, { inset: '', inlineSize: '', positionTryFallbacks: '' });
  };
}

/** Says how far the list is loaded or searched, with a button to continue. */
export const TerminalPickerProgress = /*#__PURE__*/ definePart(
  'div',
  function TerminalPickerProgress({ isOpen, progress, inputRef }) {
    if (!isOpen || !progress) return undefined;
    const { kind, sentence, action } = progress;
    const press = () => {
      if (action?.isWaiting) return;
      inputRef.current?.focus(); // because the pressed button disappears
      action?.press();
    };
    return {
      className: 'tillkit-terminal-picker-note tillkit-terminal-picker-progress',
      'data-kind': kind,
      children: (
        <>
          <span>{sentence}</span>
          {action && (
            <Button data-size="small" aria-disabled={action.isWaiting} onClick={press}>
              {action.label}
            </Button>
          )}
        </>
      ),
    };
  },
);
