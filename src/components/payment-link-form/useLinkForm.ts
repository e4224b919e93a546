'use client';
import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import {
  type CustomValueOption,
  emptyLinkForm,
  linkFormSchema,
  type LinkFormValues,
} from './linkFormValues.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface UseLinkFormResult {
  form: UseFormReturn<LinkFormValues>;
  element: RefObject<HTMLFormElement | null>;
}

/** The form's values and errors. After a press that found something wrong the first such control gets the focus. */
export function useLinkForm(
  options: readonly CustomValueOption[],
  labels: PaymentLinkFormLabels,
): UseLinkFormResult {
  const resolver = useMemo(() => zodResolver(linkFormSchema(labels)), [labels]);
  const form = useForm<LinkFormValues>({
    resolver,
    defaultValues: emptyLinkForm(options),
    shouldFocusError: false, // it goes by the order of registration, in which added rows come last
  });
  const element = useRef<HTMLFormElement>(null);
  const focusedFor = useRef(0);
  const { submitCount, errors } = form.formState;

  useEffect(() => {
    if (focusedFor.current === submitCount) return;
    focusedFor.current = submitCount;
    if (Object.keys(errors).length > 0) firstInvalid(element.current)?.focus();
  }, [submitCount, errors]);

  return { form, element };
}

function firstInvalid(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid] button');
}
