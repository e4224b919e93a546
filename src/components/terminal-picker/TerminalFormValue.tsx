'use client';
import { useEffect, useRef } from 'react';

export interface TerminalFormValueProps {
  name: string;
  value: string | null;
  disabled: boolean | undefined;
  onReset: () => void;
}

/** The chosen id as a value of the form around it, which hears of the form's reset. */
export function TerminalFormValue({ name, value, disabled, onReset }: TerminalFormValueProps) {
  const input = useRef<HTMLInputElement>(null);
  const heard = useRef(onReset);
  useEffect(() => {
    heard.current = onReset;
  });
  useEffect(() => {
    const form = input.current?.form;
    const listen = () => heard.current();
    form?.addEventListener('reset', listen);
    return () => form?.removeEventListener('reset', listen);
  }, []);
  return <input ref={input} type="hidden" name={name} value={value ?? ''} disabled={disabled} />;
}
