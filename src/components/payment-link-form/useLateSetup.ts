'use client';
import { useEffect, useRef } from 'react';
import { isLocked } from '../field/fieldRule.ts';
import { type CustomValueOption, type LinkSetup, startOfTaxes } from './linkFormValues.ts';
import type { CustomRows } from './useCustomRows.ts';
import type { LinkForm } from './useLinkForm.ts';

/** A host may know its catalogue and its taxes only after the form was opened, and take fields away. */
export function useLateSetup(form: LinkForm, { current, add }: CustomRows, setup: LinkSetup): void {
  const { options, fields } = setup;
  const isGiven = isLocked(fields.customValues);
  const way = startOfTaxes(setup);
  const shownWay = useRef(way);
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
  useEffect(() => {
    if (shownWay.current === way) return;
    shownWay.current = way;
    const { taxCents, taxIds } = form.getValues();
    if (taxCents === null && taxIds.length === 0) form.setValue('taxesBy', way);
  }, [way, form]);
}
