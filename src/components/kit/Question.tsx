'use client';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Button } from './Button.tsx';
import { isFocusLost } from './part.tsx';
import { noticeContent } from './Icon.tsx';
import { minShownMs } from './useKeyGuard.ts';

export interface QuestionProps {
  title: string;
  text: string;
  yes: string;
  no: string;
  /** Details, shown below the text. */
  children?: ReactNode;
  onYes: () => void;
  onNo: () => void;
}

/**
 * A question in place of a button, before a step that moves money or cannot be undone. The button `no` has the focus.
 * The second click of a double click answers nothing. A key that was pressed for the previous screen does not confirm.
 */
export function Question({ title, text, yes, no, children, onYes, onNo }: QuestionProps) {
  const id = useId();
  const noButton = useRef<HTMLButtonElement>(null);
  const { clock } = usePaymentsContext();
  const [since] = useState(() => clock.monotonic());
  useEffect(() => noButton.current?.focus(), []);
  const refuseKey = (event: KeyboardEvent) => {
    const presses = event.key === 'Enter' || event.key === ' ';
    if (presses && clock.monotonic() - since <= minShownMs) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onNo();
  };
  // A press beside the buttons, such as the second of a double click, leaves the focus in the question.
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has the focus after such a press
    <div
      className="tillkit-question"
      role="alertdialog"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      aria-labelledby={`${id}title`}
      aria-describedby={children ? `${id}text ${id}more` : `${id}text`}
    >
      <p className="tillkit-question-title" id={`${id}title`}>
        {title}
      </p>
      <p id={`${id}text`}>{text}</p>
      {children && <div id={`${id}more`}>{children}</div>}
      <div className="tillkit-actions">
        <Button ref={noButton} onClick={({ detail }) => detail < 2 && onNo()}>
          {no}
        </Button>
        <Button
          onClick={({ detail }) => detail < 2 && onYes()}
          onKeyDown={refuseKey}
          onKeyUp={refuseKey} // the space key presses on release
        >
          {yes}
        </Button>
      </div>
    </div>
  );
}

/** The reason why nothing was sent, shown and announced. */
export function RefusalNotice({ sentence }: { sentence: string }) {
  const { announce } = usePaymentsContext();
  useEffect(() => announce(sentence, 'assertive'), [announce, sentence]);
  return (
    <div className="tillkit-notice" data-tone="attention">
      {noticeContent('alert', sentence)}
    </div>
  );
}

/**
 * Whether a question is shown in place of a button. When the question closes and no control has the focus, the button
 * gets the focus.
 */
export function useQuestionState(button: RefObject<HTMLButtonElement | null>, isAlsoAsking = false) {
  const [isAsking, setIsAsking] = useState(false);
  const isAsked = isAsking || isAlsoAsking;
  const wasAsked = useRef(false);
  useEffect(() => {
    const isLost = isFocusLost(button.current?.ownerDocument);
    if (wasAsked.current && !isAsked && isLost) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked, button]);
  return [isAsking, setIsAsking] as const;
}

/** The ref of a heading. If `isBack` (a form replaces a status), the heading takes the focus on mount. */
export function useReturnFocus(isBack: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isBack) heading.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, on mount
  }, []);
  return heading;
}

/** Focuses a status when it replaces a form, or when it changes and no control has the focus. Not on mount. */
export function useStatusFocus(shownId: string | undefined): RefObject<HTMLElement | null> {
  const status = useRef<HTMLElement>(null);
  const before = useRef<string | null>(shownId ?? null);
  useEffect(() => {
    const isLost = isFocusLost(status.current?.ownerDocument);
    const hadForm = before.current === null;
    if (shownId !== undefined && before.current !== shownId && (hadForm || isLost)) status.current?.focus();
    before.current = shownId ?? null;
  }, [shownId]);
  return status;
}
