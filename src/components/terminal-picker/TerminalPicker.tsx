'use client';
import { type CSSProperties, type FocusEventHandler, forwardRef, type ReactNode, useEffect } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { Icon } from '../kit/Icon.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { shownText } from './useTerminalList.ts';
import type { TerminalPickerLabels } from '../../words/words.ts';
import {
  TerminalPickerContext,
  useTerminalPicker,
  useTerminalPickerContext,
  type UseTerminalPickerOptions,
} from './useTerminalPicker.ts';

export interface TerminalPickerAnchorProps extends PartProps<'div'> {}

/** What the list hangs under: the control and the popup stand in it. */
export const TerminalPickerAnchor = forwardRef<HTMLDivElement, TerminalPickerAnchorProps>(
  function TerminalPickerAnchor(props, ref) {
    return <Part as="div" ref={ref} own={{ className: 'tillkit-terminal-picker-anchor' }} given={props} />;
  },
);

export interface TerminalPickerControlProps extends PartProps<'div'> {}

/** Input and toggle, drawn as one. */
export const TerminalPickerControl = forwardRef<HTMLDivElement, TerminalPickerControlProps>(
  function TerminalPickerControl(props, ref) {
    return <Part as="div" ref={ref} own={{ className: 'tillkit-input-group' }} given={props} />;
  },
);

export interface TerminalPickerErrorProps extends PartProps<'p'> {}

/** What is wrong with the choice. */
export const TerminalPickerError = forwardRef<HTMLParagraphElement, TerminalPickerErrorProps>(
  function TerminalPickerError(props, ref) {
    const { id, options } = useTerminalPickerContext();
    if (!options.error) return null;
    const children = (
      <>
        <Icon name="alert" />
        <span>{options.error}</span>
      </>
    );
    return (
      <Part
        as="p"
        ref={ref}
        own={{ className: 'tillkit-error', id: `${id}-error`, children }}
        given={props}
      />
    );
  },
);

export interface TerminalPickerHintProps extends PartProps<'p'> {}

/** A sentence that helps, under the control; where the merchant has no terminal, what to do about it. */
export const TerminalPickerHint = forwardRef<HTMLParagraphElement, TerminalPickerHintProps>(
  function TerminalPickerHint(props, ref) {
    const { id, hintText } = useTerminalPickerContext();
    if (!hintText) return null;
    return (
      <Part
        as="p"
        ref={ref}
        own={{ className: 'tillkit-hint', id: `${id}-hint`, children: hintText }}
        given={props}
      />
    );
  },
);

export interface TerminalPickerInputProps extends PartProps<'input'> {}

/** Shows the chosen terminal, and takes what is typed to find another. */
export const TerminalPickerInput = forwardRef<HTMLInputElement, TerminalPickerInputProps>(
  function TerminalPickerInput(props, ref) {
    const { id, inputProps, inputRef, options, list, labels, disabled, readOnly, hintText } =
      useTerminalPickerContext();
    const { isPending, isEmpty } = list;
    const described = [hintText && `${id}-hint`, options.error && `${id}-error`];
    const own = {
      ...inputProps,
      className: 'tillkit-input',
      type: 'text',
      dir: inputProps.value === '' ? undefined : 'auto', // or a placeholder would be written the other way
      spellCheck: false,
      disabled,
      readOnly,
      form: options.form,
      placeholder: isPending ? labels.loading : isEmpty ? labels.empty : labels.placeholder,
      'aria-required': options.required,
      'aria-busy': isPending,
      'aria-invalid': options.error ? true : undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    };
    return <Part as="input" ref={ref} partRef={inputRef} own={own} given={props} />;
  },
);

export interface TerminalPickerLabelProps extends PartProps<'label'> {}

/** The picker's name, over it. */
export const TerminalPickerLabel = forwardRef<HTMLLabelElement, TerminalPickerLabelProps>(
  function TerminalPickerLabel(props, ref) {
    const { id, options, labels } = useTerminalPickerContext();
    const own = {
      className: 'tillkit-label',
      id: `${id}-label`,
      htmlFor: id,
      children: options.label ?? labels.label,
    };
    return <Part as="label" ref={ref} own={own} given={props} />;
  },
);

export interface TerminalPickerLoadErrorProps extends PartProps<'div'> {}

/** Says that the list could not be loaded, and loads it again. */
export const TerminalPickerLoadError = forwardRef<HTMLDivElement, TerminalPickerLoadErrorProps>(
  function TerminalPickerLoadError(props, ref) {
    const { list, labels, retry } = useTerminalPickerContext();
    if (!list.hasFailed) return null;
    const { isFetching } = list.pages;
    const own = {
      className: 'tillkit-notice tillkit-terminal-picker-notice',
      'data-tone': 'danger',
      children: (
        <>
          <Icon name="offline" />
          <p>{labels.loadError}</p>
          <button
            type="button"
            className="tillkit-button"
            data-size="small"
            aria-disabled={isFetching || list.isPausing}
            onClick={() => !isFetching && !list.isPausing && retry()}
          >
            <Icon name="retry" />
            {isFetching ? labels.loading : labels.retry}
          </button>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);

export interface TerminalPickerMessageProps extends PartProps<'p'> {}

/** Says why the open list has nothing in it. */
export const TerminalPickerMessage = forwardRef<HTMLParagraphElement, TerminalPickerMessageProps>(
  function TerminalPickerMessage(props, ref) {
    const { isOpen, items, query, isSearching, list, progress, labels } = useTerminalPickerContext();
    if (!isOpen || items.length > 0 || progress?.kind === 'searching') return null;
    const sentence = list.isPending
      ? labels.loading
      : list.hasFailed
        ? labels.loadError
        : isSearching
          ? labels.noMatch({ query: query ?? '' })
          : labels.empty;
    return (
      <Part
        as="p"
        ref={ref}
        own={{ className: 'tillkit-terminal-picker-note', children: sentence }}
        given={props}
      />
    );
  },
);

export interface TerminalStateProps {
  /** The operation that holds the terminal. */
  holder: TerminalOperation | undefined;
  /** In the service's own word. */
  status: string | undefined;
  labels: TerminalPickerLabels;
}

/** Whether the terminal is busy, else what the service says of it, else nothing. */
export function TerminalState({ holder, status, labels }: TerminalStateProps) {
  if (!holder) {
    return status === undefined ? null : (
      <span className="tillkit-terminal-picker-state">{shownText(status)}</span>
    );
  }
  const isUnresolved = holder.phase === 'unknown';
  return (
    <span className="tillkit-terminal-picker-state" data-phase={holder.phase}>
      <Icon name={isUnresolved ? 'question' : 'clock'} />
      {isUnresolved ? labels.unresolved : labels.busy}
    </span>
  );
}

export interface TerminalPickerOptionProps extends PartProps<'li'> {
  /** Its place in what was found. */
  index: number;
}

/** One terminal in the list: its name, what is known of it, and whether it is busy. */
export const TerminalPickerOption = forwardRef<HTMLLIElement, TerminalPickerOptionProps>(
  function TerminalPickerOption({ index, ...props }, ref) {
    const { items, optionProps, chosenId, holderOf, detailsOf, labels } = useTerminalPickerContext();
    const entry = items[index];
    if (!entry) return null;
    const { id, name, mark, terminal } = entry;
    const holder = holderOf(id);
    const details = detailsOf(entry);
    const own = {
      ...optionProps(index),
      className: 'tillkit-terminal-picker-option',
      'data-busy': holder ? '' : undefined,
      style: { '--tillkit-terminal-picker-index': index },
      children: (
        <>
          {mark === undefined ? (
            <span className="tillkit-terminal-picker-name">{name}</span>
          ) : (
            <span className="tillkit-terminal-picker-name" data-marked="">
              <span>{name}</span>
              {` · ${mark}`}
            </span>
          )}
          <TerminalState holder={holder} status={terminal.status} labels={labels} />
          {details && <span className="tillkit-terminal-picker-details">{details}</span>}
          {id === chosenId && (
            <span className="tillkit-terminal-picker-check">
              <Icon name="check" />
            </span>
          )}
        </>
      ),
    };
    return <Part as="li" ref={ref} own={own} given={props} />;
  },
);

export interface TerminalPickerOptionsProps extends Omit<PartProps<'ul'>, 'children'> {
  /** Draws the terminal at a place of what was found; default `TerminalPickerOption`. */
  children?: ((index: number) => ReactNode) | undefined;
}

/** The list of what was found. Only the rows in view are drawn, however many there are. */
export const TerminalPickerOptions = forwardRef<HTMLUListElement, TerminalPickerOptionsProps>(
  function TerminalPickerOptions({ children = drawOption, ...props }, ref) {
    const { listProps, listRef, isOpen, items, rows, options, labels } = useTerminalPickerContext();
    const own = {
      ...listProps,
      className: 'tillkit-terminal-picker-options',
      'aria-label': options.label ?? labels.label,
      'data-empty': items.length === 0 ? '' : undefined,
      style: isOpen ? { '--tillkit-terminal-picker-count': items.length } : undefined,
      children: rows.map(children),
    };
    return <Part as="ul" ref={ref} partRef={listRef} own={own} given={props} />;
  },
);

function drawOption(index: number): ReactNode {
  return <TerminalPickerOption key={index} index={index} />;
}

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

export interface TerminalPickerProgressProps extends PartProps<'div'> {}

/** Says how far the list is loaded or searched, and goes on where that stopped. */
export const TerminalPickerProgress = forwardRef<HTMLDivElement, TerminalPickerProgressProps>(
  function TerminalPickerProgress(props, ref) {
    const { isOpen, progress, inputRef } = useTerminalPickerContext();
    if (!isOpen || !progress) return null;
    const { kind, sentence, action } = progress;
    const press = () => {
      if (action?.isWaiting) return;
      inputRef.current?.focus(); // The button goes away.
      action?.press();
    };
    const own = {
      className: 'tillkit-terminal-picker-note tillkit-terminal-picker-progress',
      'data-kind': kind,
      children: (
        <>
          <span>{sentence}</span>
          {action && (
            <button
              type="button"
              className="tillkit-button"
              data-size="small"
              aria-disabled={action.isWaiting}
              onClick={press}
            >
              {action.label}
            </button>
          )}
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);

export interface TerminalPickerRootProps
  extends
    UseTerminalPickerOptions,
    Omit<PartProps<'div'>, keyof UseTerminalPickerOptions | 'onChange' | 'defaultChecked'> {}

/** The picker without its looks: it holds the choice, the list and the value in a form, for the parts inside it. */
export const TerminalPickerRoot = forwardRef<HTMLDivElement, TerminalPickerRootProps>(
  function TerminalPickerRoot(props, ref) {
    const {
      value,
      defaultValue,
      onValueChange,
      remembers,
      name,
      form,
      required,
      disabled,
      readOnly,
      label,
      hint,
      error,
      id,
      labels,
      children,
      ...given
    } = props;
    const picker = useTerminalPicker(props);
    const { isOpen, list, chosenId } = picker;
    const own = {
      className: 'tillkit-terminal-picker tillkit-field',
      'data-tillkit': 'terminal-picker',
      'data-open': isOpen ? '' : undefined,
      'data-loading': list.isPending ? '' : undefined,
      'data-empty': list.isEmpty ? '' : undefined,
      'data-invalid': error ? '' : undefined,
      'data-disabled': disabled ? '' : undefined,
      'data-readonly': readOnly ? '' : undefined,
      'data-busy': chosenId !== null && picker.holderOf(chosenId) ? '' : undefined,
      children: (
        <>
          {children}
          {name !== undefined && (
            <input type="hidden" name={name} value={chosenId ?? ''} form={form} disabled={disabled} />
          )}
        </>
      ),
    };
    return (
      <TerminalPickerContext.Provider value={picker}>
        <Part as="div" ref={ref} own={own} given={given} />
      </TerminalPickerContext.Provider>
    );
  },
);

export interface TerminalPickerToggleProps extends PartProps<'button'> {}

/** Opens and closes the list without a keyboard. */
export const TerminalPickerToggle = forwardRef<HTMLButtonElement, TerminalPickerToggleProps>(
  function TerminalPickerToggle(props, ref) {
    const { toggleProps, toggleRef, disabled, readOnly, labels } = useTerminalPickerContext();
    const own = {
      ...toggleProps,
      className: 'tillkit-terminal-picker-toggle',
      type: 'button',
      disabled: disabled || readOnly,
      'aria-label': labels.toggle,
      children: <Icon name="chevron" />,
    };
    return <Part as="button" ref={ref} partRef={toggleRef} own={own} given={props} />;
  },
);

export interface TerminalPickerUnlistedProps extends PartProps<'div'> {}

/** Warns, once, that the chosen terminal is not among the merchant's any more. */
export const TerminalPickerUnlisted = forwardRef<HTMLDivElement, TerminalPickerUnlistedProps>(
  function TerminalPickerUnlisted(props, ref) {
    const { chosen, labels, inputRef } = useTerminalPickerContext();
    if (!chosen.isUnlisted) return null;
    const press = () => {
      inputRef.current?.focus(); // The button goes away.
      chosen.accept();
    };
    const own = {
      className: 'tillkit-notice tillkit-terminal-picker-notice',
      'data-tone': 'attention',
      children: (
        <>
          <Icon name="alert" />
          <p>{labels.unlisted}</p>
          <button type="button" className="tillkit-button" data-size="small" onClick={press}>
            {labels.useAnyway}
          </button>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);

export interface TerminalPickerProps extends UseTerminalPickerOptions {
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Of the input, as `onBlur`. */
  onFocus?: FocusEventHandler<HTMLInputElement> | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
}

/**
 * A combobox of the merchant's terminals. The ref is its input.
 *
 * @example
 * <TerminalPicker onValueChange={(terminalId) => setTerminalId(terminalId)} />
 */
export const TerminalPicker = forwardRef<HTMLInputElement, TerminalPickerProps>(function TerminalPicker(
  { onFocus, onBlur, ...props },
  ref,
) {
  return (
    <TerminalPickerRoot {...props}>
      <TerminalPickerLabel />
      <TerminalPickerAnchor>
        <TerminalPickerControl>
          <TerminalPickerInput ref={ref} onFocus={onFocus} onBlur={onBlur} />
          <TerminalPickerToggle />
        </TerminalPickerControl>
        <TerminalPickerPopup>
          <TerminalPickerOptions />
          <TerminalPickerMessage />
          <TerminalPickerProgress />
        </TerminalPickerPopup>
      </TerminalPickerAnchor>
      <TerminalPickerHint />
      <TerminalPickerError />
      <TerminalPickerUnlisted />
      <TerminalPickerLoadError />
    </TerminalPickerRoot>
  );
});
