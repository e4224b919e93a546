'use client';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isLocked } from '../field/fieldRule.ts';
import {
  type CustomValueOption,
  type LinkFormValues,
  type LinkSetup,
  startOfTaxes,
} from './linkFormValues.ts';
import type { CustomRows } from './useCustomRows.ts';

type Values = Pick<UseFormReturn<LinkFormValues>, 'getValues' | 'setValue'>;

/** A host may know its catalogue and its taxes only after the form was opened, and take fields away. */
export function useLateSetup(form: Values, { current, add }: CustomRows, setup: LinkSetup): void {
  const { options, fields } = setup;
  const isGiven = isLocked(fields.customValues);
  const way = startOfTaxes(setup);
  useEffect(() => {
    const isMissing = ({ key, required }: CustomValueOption) =>
      required && !current().some((row) => row.key === key);
    if (!isGiven) options.filter(isMissing).forEach(({ key }) => add(key));
  }, [options, isGiven, current, add]);
  const hasFiles = !isLocked(fields.attachments);
  useEffect(() => {
    // They went with their field, which comes back empty.
    if (!hasFiles) form.setValue('files', { attachments: [], uploading: 0, failed: 0 });
  }, [hasFiles, form]);
  const isTaxGiven = isLocked(fields.taxes);
  useEffect(() => {
    const { taxesBy, taxCents, taxIds } = form.getValues();
    // What was entered stays.
    const isFree = isTaxGiven || (taxCents === null && taxIds.length === 0);
    if (isFree && taxesBy !== way) form.setValue('taxesBy', way);
  }, [way, isTaxGiven, form]);
}
