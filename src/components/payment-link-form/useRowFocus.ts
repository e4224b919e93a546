'use client';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import type { CustomRows } from './useCustomRows.ts';
import type { LinkForm } from './useLinkForm.ts';

export interface UseRowFocusOptions {
  form: LinkForm;
  customRows: CustomRows;
  labels: PaymentLinkFormLabels;
  onTouch: () => void;
}

export interface UseRowFocusResult {
  element: RefObject<HTMLFieldSetElement | null>;
  add: (key?: string) => void;
  move: (id: string, by: -1 | 1, label: string) => void;
  remove: (id: string, label: string) => void;
}

/** Changes the rows and leaves the focus where a person expects it: in the new row, on the pressed button, or on the next row. */
export function useRowFocus(options: UseRowFocusOptions): UseRowFocusResult {
  const { form, customRows, labels, onTouch } = options;
  const { announce } = usePaymentsContext();
  const count = useCount();
  const { rows, current, add: addRow, move: moveRow, remove: removeRow } = customRows;
  const element = useRef<HTMLFieldSetElement>(null);
  const next = useRef<(() => void) | undefined>(undefined);

  useEffect(() => {
    next.current?.();
    next.current = undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once the changed rows are on the page
  }, [rows]);

  const add = useCallback(
    (key?: string) => {
      onTouch();
      const id = addRow(key);
      next.current = () => form.setFocus(key === undefined ? `keys.${id}` : `values.${id}`);
    },
    [addRow, form, onTouch],
  );
  const move = useCallback(
    (id: string, by: -1 | 1, label: string) => {
      onTouch();
      const pressed = document.activeElement;
      // A row that is moved in the page loses the focus.
      next.current = () => pressed instanceof HTMLElement && pressed.focus();
      moveRow(id, by);
      const position = current().findIndex((row) => row.id === id) + 1;
      announce(labels.moved({ label, position: count(position), count: count(current().length) }));
    },
    [moveRow, current, announce, count, labels, onTouch],
  );
  const remove = useCallback(
    (id: string, label: string) => {
      onTouch();
      const place = current().findIndex((row) => row.id === id);
      next.current = () => buttonAt(element.current, place)?.focus();
      removeRow(id);
      announce(labels.removed(label));
    },
    [removeRow, current, announce, labels, onTouch],
  );
  return { element, add, move, remove };
}

/** A button of the row that came to a place, else of the last one, else the one that adds. */
function buttonAt(section: HTMLElement | null, place: number): HTMLElement | null | undefined {
  const rows = section?.querySelectorAll('li');
  const row = rows?.[Math.min(place, rows.length - 1)];
  return (
    row?.querySelector<HTMLElement>('[data-action="remove"]') ??
    section?.querySelector<HTMLElement>('.tillkit-payment-link-form-next')
  );
}
