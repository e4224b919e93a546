'use client';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { get, type Resolver, set, useForm, type UseFormReturn } from 'react-hook-form';
import type { UploadFile, UploadQueue } from '../../core/uploads/uploadQueue.ts';
import type { CustomValue } from '../../core/wire/paymentLink.ts';
import { useOwner } from '../../hooks/useOwner.ts';
import { useUploadQueue } from '../../hooks/useUploadAttachments.ts';
import { isLocked } from '../kit/fields.tsx';
import {
  contentOf,
  controlOf,
  type CustomRow,
  type CustomValueOption,
  type LinkContent,
  type InitialLinkForm,
  type LinkFormValues,
  linkRules,
  type LinkSetup,
  initialLinkForm,
  initialTaxesBy,
} from './linkFormValues.ts';

/** The form's content when it unmounted. Files are not included: their uploads end with the form. */
interface LinkDraft extends InitialLinkForm {
  hadFiles: boolean;
}

interface Drafts {
  number: number;
  byKey: Map<string, LinkDraft>;
  askToStay: (event: BeforeUnloadEvent) => void;
}

// Each client and operator has drafts of its own, in memory only.
const byOwner = /*#__PURE__*/ new WeakMap<object, Drafts>();
let owners = 0;

/** A name for a form that differs for each operator and flow key. */
export function draftName(owner: object, flowKey: string): string {
  return `${draftsOf(owner).number} ${flowKey}`;
}

/** Stores a draft, or deletes it. While a draft exists, the browser asks before the page is left. */
export function storeDraft(owner: object, flowKey: string, draft: LinkDraft | undefined): void {
  const drafts = draftsOf(owner);
  if (draft) drafts.byKey.set(flowKey, draft);
  else drafts.byKey.delete(flowKey);
  if (drafts.byKey.size > 0) window.addEventListener('beforeunload', drafts.askToStay);
  else window.removeEventListener('beforeunload', drafts.askToStay);
}

function draftsOf(owner: object): Drafts {
  const existing = byOwner.get(owner);
  if (existing) return existing;
  owners += 1;
  const drafts: Drafts = {
    number: owners,
    byKey: new Map(),
    askToStay: (event) => event.preventDefault(),
  };
  byOwner.set(owner, drafts);
  return drafts;
}

/** The rows of custom values, in order. Their texts are in the form. */
function useCustomRows(first: readonly CustomRow[]) {
  const [rows, setRows] = useState(first);
  const [actions] = useState(() => {
    let latest = first;
    // An id is never reused: the form may still hold the text of a removed row.
    let lastId = Math.max(0, ...first.map(({ id }) => Number(id.slice(1))));
    const change = (next: readonly CustomRow[]) => {
      latest = next;
      setRows(next);
    };
    return {
      /** The rows now, including changes that are not rendered yet. */
      current: () => latest,
      /** Appends a row for an option's key, or for a key to be typed. Returns the row's id. */
      add: (key?: string) => {
        const id = `r${(lastId += 1)}`;
        change([...latest, { id, key }]);
        return id;
      },
      remove: (id: string) => change(latest.filter((row) => row.id !== id)),
      move: (id: string, by: -1 | 1) => {
        const from = latest.findIndex((row) => row.id === id);
        const next = [...latest];
        const [row] = next.splice(from, 1);
        if (row) next.splice(from + by, 0, row);
        change(next);
      },
    };
  });
  return { rows, ...actions };
}

type CustomRows = ReturnType<typeof useCustomRows>;

/** Applies options, taxes and locks that the host sets after the form was opened. */
function useLateSetup(form: LinkForm, { current, add }: CustomRows, setup: LinkSetup): void {
  const { customFields, fields } = setup;
  const isGiven = isLocked(fields.customValues);
  const way = initialTaxesBy(setup);
  useEffect(() => {
    const isMissing = ({ key, required }: CustomValueOption) =>
      required && !current().some((row) => row.key === key);
    if (!isGiven) customFields.filter(isMissing).forEach(({ key }) => add(key));
  }, [customFields, isGiven, current, add]);
  const isTaxGiven = isLocked(fields.taxes);
  useEffect(() => {
    const { taxesBy, taxCents, taxIds } = form.getValues();
    // Once a person has entered a tax, the way of entering taxes does not change any more.
    const isFree = isTaxGiven || (taxCents === null && taxIds.length === 0);
    if (isFree && taxesBy !== way) form.setValue('taxesBy', way);
  }, [way, isTaxGiven, form]);
}

/** Stores the form's content as a draft when the form unmounts, unless `drop` was called before. */
function useLinkDraft(
  owner: object,
  /** The name of the draft; undefined if no draft is kept. */
  flowKey: string | undefined,
  /** Returns the content to store, or undefined if nothing in it is worth keeping. */
  read: () => LinkDraft | undefined,
) {
  const latest = useRef(read);
  const isDropped = useRef(false);
  const [askToStay] = useState(() => (event: BeforeUnloadEvent) => {
    if (latest.current()) event.preventDefault();
  });
  useEffect(() => {
    latest.current = read;
  });

  /** To be called when the content changes. From then on, the browser asks before a page with a draft is left. */
  const touch = useCallback(() => {
    // A browser keeps no page with this listener in its back-forward cache, so the listener is added only now.
    if (flowKey !== undefined) window.addEventListener('beforeunload', askToStay);
  }, [flowKey, askToStay]);
  /** Deletes the draft for good. */
  const drop = useCallback(() => {
    isDropped.current = true;
    window.removeEventListener('beforeunload', askToStay);
    if (flowKey !== undefined) storeDraft(owner, flowKey, undefined);
  }, [owner, flowKey, askToStay]);

  useEffect(() => {
    if (flowKey === undefined) return undefined;
    // While the form is mounted, its content is the draft, so the stored draft is deleted.
    storeDraft(owner, flowKey, undefined);
    if (latest.current()) touch();
    return () => {
      window.removeEventListener('beforeunload', askToStay);
      storeDraft(owner, flowKey, isDropped.current ? undefined : latest.current());
    };
  }, [owner, flowKey, askToStay, touch]);
  return { touch, drop };
}

export type LinkForm = UseFormReturn<LinkFormValues, unknown, LinkContent>;

export interface UseLinkFormResult {
  form: LinkForm;
  customRows: CustomRows;
  /** The added files and their uploads. They are sent only while a field shows them. */
  uploads: UploadQueue;
  element: RefObject<HTMLFormElement | null>;
  content: () => LinkContent;
  restored: LinkDraft | undefined;
  touch: () => void;
  drop: () => void;
}

/** The form's values, rows, errors and draft. After a failed submit, the first invalid control gets the focus. */
export function useLinkForm(setup: LinkSetup, flowKey: string | undefined): UseLinkFormResult {
  const owner = useOwner();
  const [start] = useState(() => initialLinkForm(setup));
  const [restored] = useState(() => (flowKey === undefined ? undefined : draftsOf(owner).byKey.get(flowKey)));
  const { rows, values } = restored ?? start;
  const customRows = useCustomRows(rows);
  const uploads = useUploadQueue(undefined, owner);
  const resolver = useLinkResolver(setup, customRows.current, uploads.getSnapshot);
  const form = useForm({
    resolver,
    defaultValues: values,
    shouldFocusError: false, // react-hook-form goes by registration order, in which added rows come last
  });

  useLateSetup(form, customRows, setup);
  const content = () => contentOf(form.getValues(), customRows.current(), setup, uploads.getSnapshot());
  // The content without a person's changes: the initial values and, for locked fields, the host's current values.
  const untouched = () => fingerprint(contentOf(start.values, start.rows, setup), setup);
  const { touch, drop } = useLinkDraft(owner, flowKey, () =>
    fingerprint(content(), setup) === untouched()
      ? undefined
      : snapshotOf(form.getValues(), customRows.current(), uploads.getSnapshot()),
  );
  const element = useFocusAfterPress(form);
  useEffect(() => {
    // `touch` adds a listener and nothing else, so the first input is enough.
    const typedIn = element.current;
    typedIn?.addEventListener('input', touch, { once: true });
    return () => typedIn?.removeEventListener('input', touch);
  }, [element, touch]);
  return { form, customRows, uploads, element, content, restored, touch, drop };
}

/**
 * The content as one text, which differs once a person has changed the content. Empty rows of required values are
 * left out, because the form itself adds such rows.
 */
function fingerprint(content: LinkContent, { customFields }: LinkSetup): string {
  const isOwn = ({ key, value }: CustomValue) =>
    value !== '' || !customFields.some((option) => option.required && option.key === key);
  return JSON.stringify({ ...content, customValues: content.customValues.filter(isOwn) });
}

const draftAmount = (cents: number | null) => (Number.isNaN(cents) ? null : cents);

function snapshotOf(
  values: LinkFormValues,
  rows: readonly CustomRow[],
  files: readonly UploadFile[],
): LinkDraft {
  const ofRows = (texts: Record<string, string>) =>
    Object.fromEntries(rows.flatMap(({ id }) => (texts[id] === undefined ? [] : [[id, texts[id]]])));
  return {
    rows,
    values: {
      ...values,
      amountCents: draftAmount(values.amountCents),
      taxCents: draftAmount(values.taxCents),
      keys: ofRows(values.keys),
      values: ofRows(values.values),
    },
    hadFiles: files.some(({ status }) => status !== 'refused'),
  };
}

/** Validates the content to be sent, and sets each error on its control. */
function useLinkResolver(
  setup: LinkSetup,
  rowsNow: () => readonly CustomRow[],
  filesNow: () => readonly UploadFile[],
): Resolver<LinkFormValues, unknown, LinkContent> {
  const { customFields, fields, labels } = setup;
  const rules = useMemo(() => linkRules({ customFields, fields, labels }), [customFields, fields, labels]);
  const latest = useRef({ rules, setup });
  useEffect(() => {
    latest.current = { rules, setup };
  });
  return useCallback(
    (values) => {
      const rows = rowsNow();
      const content = contentOf(values, rows, latest.current.setup, filesNow());
      const result = latest.current.rules.safeParse(content);
      if (result.success) return { values: content, errors: {} };
      const errors = {};
      for (const { path, code, message } of result.error.issues) {
        const name = controlOf(path, rows, values, latest.current.setup);
        if (name && !get(errors, name)) set(errors, name, { type: code, message });
      }
      // If no control on the screen has the invalid value, it is sent, and the client or the service reports it.
      const isOurs = Object.keys(errors).length > 0;
      return isOurs ? { values: {}, errors } : { values: content, errors };
    },
    [rowsNow, filesNow],
  );
}

function useFocusAfterPress({ formState }: LinkForm): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  const focusedFor = useRef(0);
  const { submitCount, errors } = formState;
  useEffect(() => {
    if (focusedFor.current === submitCount) return;
    focusedFor.current = submitCount;
    if (Object.keys(errors).length === 0) return;
    // The focus goes to a notice at the top, else to the first invalid control.
    const target = element.current?.querySelector<HTMLElement>(
      '.tillkit-notice [tabindex="-1"], [aria-invalid="true"], fieldset[data-invalid] button',
    );
    target?.focus();
  }, [submitCount, errors]);
  return element;
}
