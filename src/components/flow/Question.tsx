'use client';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';

export interface QuestionProps {
  title: string;
  text: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** One question in place, before something that could charge twice. The focus is on not doing it. */
export function Question({ title, text, yes, no, onYes, onNo }: QuestionProps) {
  const id = useId();
  const noButton = useRef<HTMLButtonElement>(null);
  useEffect(() => noButton.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onNo();
  };
  return (
    <div
      className="tillkit-question"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <p className="tillkit-question-title" id={`${id}title`}>
        {title}
      </p>
      <p id={`${id}text`}>{text}</p>
      <div className="tillkit-actions">
        <button ref={noButton} type="button" className="tillkit-button" onClick={onNo} onKeyDown={onKeyDown}>
          {no}
        </button>
        <button type="button" className="tillkit-button" onClick={onYes} onKeyDown={onKeyDown}>
          {yes}
        </button>
      </div>
    </div>
  );
}
