'use client';
import { useEffect, useMemo } from 'react';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import type { LinkSetup } from './linkFormValues.ts';
import { refusalsOf } from './refusals.ts';
import type { UseLinkFormResult } from './useLinkForm.ts';

const none: readonly string[] = [];

/** Puts each sentence of a refusal on the control it is about, and returns the others. */
export function useRefusals(
  { phase, error }: Pick<UseCreatePaymentLinkResult, 'phase' | 'error'>,
  { form, customRows, content }: UseLinkFormResult,
  setup: LinkSetup,
): readonly string[] {
  const refusals = useMemo(
    () =>
      phase === 'rejected' && error
        ? refusalsOf(error, {
            rows: customRows.current(),
            values: form.getValues(),
            content: content(),
            setup,
          })
        : undefined,
    // oxlint-disable-next-line react/exhaustive-deps -- as the form was when the refusal came
    [phase, error],
  );
  useEffect(() => {
    for (const { name, sentence } of refusals?.onControls ?? []) {
      form.setError(name, { type: 'service', message: sentence });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [refusals]);
  return refusals?.atTop ?? none;
}
