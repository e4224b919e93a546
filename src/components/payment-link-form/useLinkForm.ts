'use client';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { get, type Resolver, set, useForm, type UseFormReturn } from 'react-hook-form';
import type { CustomValue } from '../../core/wire/requests.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { contentOf, type LinkContent } from './linkContent.ts';
import { draftOf, type LinkDraft } from './linkDrafts.ts';
import { controlOf } from './linkFormPath.ts';
import { type CustomRow, type LinkFormValues, type LinkSetup, startOfLinkForm } from './linkFormValues.ts';
import { linkRules } from './linkRules.ts';
import { type CustomRows, useCustomRows } from './useCustomRows.ts';
import { useLateSetup } from './useLateSetup.ts';
import { useLinkDraft } from './useLinkDraft.ts';

export type LinkForm = UseFormReturn<LinkFormValues, unknown, LinkContent>;

export interface UseLinkFormResult {
  form: LinkForm;
  customRows: CustomRows;
  element: RefObject<HTMLFormElement | null>;
  content: () => LinkContent;
  /** What was left when the form went away, and stands in it again. */
  restored: LinkDraft | undefined;
  touch: () => void;
  drop: () => void;
}

/** The form's values, rows, errors and draft. After a press that found something wrong the first such control gets the focus. */
export function useLinkForm(setup: LinkSetup, formKey: string | undefined): UseLinkFormResult {
  const { operations } = usePaymentsContext();
  const [start] = useState(() => startOfLinkForm(setup));
  const [restored] = useState(() => (formKey === undefined ? undefined : draftOf(operations, formKey)));
  const { rows, values } = restored ?? start;
  const customRows = useCustomRows(rows);
  const resolver = useLinkResolver(setup, customRows.current);
  const form = useForm({
    resolver,
    defaultValues: values,
    shouldFocusError: false, // it goes by the order of registration, in which added rows come last
  });

  useLateSetup(form, customRows, setup);
  const content = () => contentOf(form.getValues(), customRows.current(), setup);
  // What the host decides since is nothing anybody filled in.
  const untouched = () => fingerprint(contentOf(start.values, start.rows, setup), setup);
  const { touch, drop } = useLinkDraft({
    owner: operations,
    formKey,
    read: () =>
      fingerprint(content(), setup) === untouched()
        ? undefined
        : snapshotOf(form.getValues(), customRows.current()),
  });
  const element = useFocusAfterPress(form);
  useEffect(() => {
    // Once is enough, and costs the keys after it nothing.
    const typedIn = element.current;
    typedIn?.addEventListener('input', touch, { once: true });
    return () => typedIn?.removeEventListener('input', touch);
  }, [element, touch]);
  return { form, customRows, element, content, restored, touch, drop };
}

/** Rows that stand there by themselves are nothing anybody did. */
function fingerprint(content: LinkContent, { options }: LinkSetup): string {
  const isOwn = ({ key, value }: CustomValue) =>
    value !== '' || !options.some((option) => option.required && option.key === key);
  return JSON.stringify({ ...content, customValues: content.customValues.filter(isOwn) });
}

/** A text that was no amount is not kept, and its place is empty. */
const keptSum = (cents: number | null) => (Number.isNaN(cents) ? null : cents);

function snapshotOf(values: LinkFormValues, rows: readonly CustomRow[]): LinkDraft {
  const { attachments, uploading, failed } = values.files;
  const ofRows = (texts: Record<string, string>) =>
    Object.fromEntries(rows.flatMap(({ id }) => (texts[id] === undefined ? [] : [[id, texts[id]]])));
  return {
    rows: [...rows],
    values: {
      ...values,
      amountCents: keptSum(values.amountCents),
      taxCents: keptSum(values.taxCents),
      taxIds: [...values.taxIds],
      keys: ofRows(values.keys),
      values: ofRows(values.values),
      files: { attachments: [], uploading: 0, failed: 0 },
    },
    hadFiles: attachments.length + uploading + failed > 0,
  };
}

/** Checks what would be sent, and puts each complaint on its control. */
function useLinkResolver(
  setup: LinkSetup,
  rowsNow: () => readonly CustomRow[],
): Resolver<LinkFormValues, unknown, LinkContent> {
  const { options, fields, labels } = setup;
  const rules = useMemo(() => linkRules({ options, fields, labels }), [options, fields, labels]);
  const latest = useRef({ rules, setup });
  useEffect(() => {
    latest.current = { rules, setup };
  });
  return useCallback(
    (values) => {
      const rows = rowsNow();
      const content = contentOf(values, rows, latest.current.setup);
      const result = latest.current.rules.safeParse(content);
      if (result.success) return { values: content, errors: {} };
      const errors = {};
      for (const { path, code, message } of result.error.issues) {
        const name = controlOf(path, rows, values, latest.current.setup);
        if (name && !get(errors, name)) set(errors, name, { type: code, message });
      }
      // What is wrong with a value that nobody can change here is for the service to say, or for the client.
      const isOurs = Object.keys(errors).length > 0;
      return isOurs ? { values: {}, errors } : { values: content, errors };
    },
    [rowsNow],
  );
}

function useFocusAfterPress({ formState }: LinkForm): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  const focusedFor = useRef(0);
  const { submitCount, errors } = formState;
  useEffect(() => {
    if (focusedFor.current === submitCount) return;
    focusedFor.current = submitCount;
    if (Object.keys(errors).length > 0) firstWrong(element.current)?.focus();
  }, [submitCount, errors]);
  return element;
}

/** A notice at the top, else the first control that is wrong. */
function firstWrong(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>(
    '.tillkit-notice [tabindex="-1"], [aria-invalid="true"], fieldset[data-invalid] button',
  );
}
