'use client';
import { forwardRef, type ReactNode, useEffect, useRef } from 'react';
import { useCount } from '../../hooks/useLabels.ts';
import { withoutOutcomeCallbacks } from '../../hooks/useOutcome.ts';
import { isFocusLost, Part, type PartProps } from '../kit/part.tsx';
import { useQuestionState } from '../kit/Question.tsx';
import { useLoadError } from '../kit/useLoadError.tsx';
import { CloseDayQuestion } from './CloseDayQuestion.tsx';
import { CloseDayTerminal } from './CloseDayTerminal.tsx';
import {
  type BoardTerminal,
  CloseDayContext,
  type CloseDayOptions,
  type CloseDayState,
  definePart,
  stateOf,
  useCloseDay,
} from './useCloseDay.ts';

export interface CloseDayRootProps extends PartProps<'section', CloseDayState>, CloseDayOptions {}

/** Loads the terminals and what they took. Provides both, and the open question, to the parts inside. */
export const CloseDayRoot = /*#__PURE__*/ forwardRef<HTMLElement, CloseDayRootProps>(
  function CloseDayRoot(given, ref) {
    const { terminalId, dayStartsAt, onOpen, labels, ...rest } = given;
    const board = useCloseDay(given);
    const own = {
      className: 'tillkit-close-day tillkit-card',
      'data-tillkit': 'close-day',
      'aria-label': board.labels.title,
    };
    const props = withoutOutcomeCallbacks(rest);
    return (
      <CloseDayContext.Provider value={board}>
        <Part as="section" ref={ref} own={own} given={props} state={stateOf(board)} />
      </CloseDayContext.Provider>
    );
  },
);

/** The title. */
export const CloseDayTitle = /*#__PURE__*/ definePart('h2', function CloseDayTitle({ labels }) {
  return { className: 'tillkit-close-day-title', children: labels.title };
});

/** Without a gateway: says that only this browser's payments are known. */
export const CloseDayNote = /*#__PURE__*/ definePart('p', function CloseDayNote({ labels, isAvailable }) {
  return !isAvailable && { className: 'tillkit-hint', children: labels.onlyThisDevice };
});

/** Says that terminals or figures could not be loaded, with a button to try again. */
export const CloseDayError = /*#__PURE__*/ definePart('div', function CloseDayError(board) {
  return useLoadError(board);
});

/** Says that the terminals are being loaded. */
export const CloseDayLoading = /*#__PURE__*/ definePart('p', function CloseDayLoading({ isLoading, labels }) {
  return isLoading && { className: 'tillkit-hint', children: labels.loading };
});

/** Says that there are no terminals. */
export const CloseDayEmpty = /*#__PURE__*/ definePart('p', function CloseDayEmpty({ isEmpty, labels }) {
  return isEmpty && { className: 'tillkit-hint', children: labels.empty };
});

interface CloseDayTerminalsProps {
  /** Renders one terminal; default a `CloseDay.Terminal`. Only terminals that have this part can be closed. */
  children?: ((terminal: BoardTerminal) => ReactNode) | undefined;
}

/** The terminals, one a row. */
export const CloseDayTerminals = /*#__PURE__*/ definePart(
  'ul',
  function CloseDayTerminals({ terminals }, { children, ...props }: CloseDayTerminalsProps) {
    if (terminals.length === 0) return undefined;
    return {
      className: 'tillkit-close-day-terminals',
      children: terminals.map(
        children ?? ((terminal) => <CloseDayTerminal key={terminal.id} terminal={terminal} />),
      ),
      given: props,
    };
  },
);

/** Shows further terminals, and focuses the first of them. */
export const CloseDayMore = /*#__PURE__*/ definePart(
  'button',
  function CloseDayMore({ showMore, labels, terminals, closers }) {
    const pressed = useRef<{ button: Element; shown: number }>(undefined);
    useEffect(() => {
      const { button, shown } = pressed.current ?? {};
      const first = shown === undefined ? undefined : terminals[shown];
      if (!button || !first) return;
      pressed.current = undefined;
      // The terminals may come late, so a person who has moved on keeps the focus.
      const page = button.ownerDocument;
      if (page.activeElement === button || isFocusLost(page)) closers.current.get(first.id)?.focus();
    }, [terminals, closers]);
    return (
      showMore && {
        onClick: ({ currentTarget }: { currentTarget: Element }) => {
          pressed.current = { button: currentTarget, shown: terminals.length };
          showMore();
        },
        children: labels.more,
      }
    );
  },
);

/** Closes all terminals that are ready, after one question. Hidden while any question is open. */
export const CloseDayCloseAll = /*#__PURE__*/ definePart(
  'button',
  function CloseDayCloseAll({ labels, ready, ask, asked }) {
    const button = useRef<HTMLButtonElement>(null);
    const count = useCount()(ready.length);
    useQuestionState(button, asked?.at === 'board');
    if (count.value === 0 || asked) return undefined;
    const terminalIds = ready.map(({ id }) => id);
    return {
      'data-variant': 'primary',
      onClick: () => ask({ terminalIds, at: 'board', isLateDay: false }),
      children: labels.closeAll({ count }),
      ref: button,
    };
  },
);

/** Acknowledges all closings that have ended, so that the rows no longer show how they ended. */
export const CloseDayDone = /*#__PURE__*/ definePart(
  'button',
  function CloseDayDone({ ended, done, batchLabels }) {
    return (
      ended.length > 0 && {
        onClick: done,
        children: batchLabels.done,
      }
    );
  },
);

const isClosed = ({ isFree, unclosed }: BoardTerminal) => isFree && unclosed?.hasNews === false;

/** Says that everything is closed, or that there is nothing to close today. */
export const CloseDayAllClosed = /*#__PURE__*/ definePart(
  'p',
  function CloseDayAllClosed({ terminals, labels, wasClosedToday }) {
    if (terminals.length === 0 || !terminals.every(isClosed)) return undefined;
    return { className: 'tillkit-hint', children: wasClosedToday ? labels.allClosed : labels.nothingToClose };
  },
);

/** The question for all terminals, then the buttons. */
export const CloseDayActions = /*#__PURE__*/ definePart('div', function CloseDayActions() {
  const children = (
    <>
      <CloseDayAllClosed />
      <CloseDayQuestion />
      <CloseDayDone />
      <CloseDayCloseAll />
    </>
  );
  return { className: 'tillkit-close-day-actions', children };
});

export interface CloseDayProps extends Omit<CloseDayRootProps, 'children'> {}

/**
 * Closes the day of all terminals. Shows what each terminal took since its last closing, and what blocks closing, with
 * the buttons that resolve this. Asks one question for all terminals that are ready, then shows how each closing ended.
 *
 * @example
 * <CloseDay dayStartsAt="04:00" />
 */
export const CloseDay = /*#__PURE__*/ forwardRef<HTMLElement, CloseDayProps>(function CloseDay(props, ref) {
  return (
    <CloseDayRoot {...props} ref={ref}>
      <CloseDayTitle />
      <CloseDayNote />
      <CloseDayError />
      <CloseDayLoading />
      <CloseDayEmpty />
      <CloseDayTerminals />
      <CloseDayMore />
      <CloseDayActions />
    </CloseDayRoot>
  );
});
