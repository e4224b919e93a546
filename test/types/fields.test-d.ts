// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import type { ChangeEvent, Dispatch, RefObject, SetStateAction } from 'react';
import {
  type AmountChangeDetails,
  type AmountProblem,
  type TerminalChangeDetails,
  useUploadAttachments,
  type UseUploadAttachmentsOptions,
  type UseUploadAttachmentsResult,
} from 'tillkit';
import {
  useAmountField,
  useAmountFieldContext,
  type UseAmountFieldOptions,
  type UseAmountFieldResult,
  useAttachedFile,
  useAttachmentField,
  useAttachmentFieldContext,
  type UseAttachmentFieldOptions,
  type UseAttachmentFieldResult,
  useTerminalPicker,
  type TerminalEntry,
  type UseTerminalPickerOptions,
  type UseTerminalPickerResult,
} from 'tillkit/parts';
import type {
  Attachment,
  FileLimits,
  ParseCentsReason,
  PaymentsError,
  Terminal,
  TerminalOperation,
  UploadFile,
} from 'tillkit/core';
import { describe, expectTypeOf, test } from 'vitest';

/** Each limit, or none. */
type FileLimitOptions = { [Limit in keyof FileLimits]?: FileLimits[Limit] | undefined };

describe('useAmountField', () => {
  test('is controlled in cents, where null is "no valid amount"', () => {
    expectTypeOf<UseAmountFieldOptions['value']>().toEqualTypeOf<number | null>();
    const setCents: Dispatch<SetStateAction<number | null>> = () => undefined;
    useAmountField({ value: null, onValueChange: setCents });
    // @ts-expect-error -- undefined is not null: an uncontrolled amount does not exist
    useAmountField({ value: undefined, onValueChange: setCents });
    // @ts-expect-error -- a text is not cents
    useAmountField({ value: '12.50', onValueChange: setCents });
    // @ts-expect-error -- the host has to hear of it
    useAmountField({ value: 1250 });
    // @ts-expect-error -- the currency is the provider's, so that no two fields differ
    useAmountField({ value: 1250, onValueChange: setCents, currency: 'EUR' });
  });

  test('tells the text and what is wrong with it beside the cents', () => {
    useAmountField({
      value: 5,
      onValueChange: (cents, { text, error }) => {
        expectTypeOf(cents).toEqualTypeOf<number | null>();
        expectTypeOf(text).toEqualTypeOf<string>();
        expectTypeOf(error).toEqualTypeOf<AmountProblem | undefined>();
      },
    });
    expectTypeOf<AmountChangeDetails>().toEqualTypeOf<{ text: string; error: AmountProblem | undefined }>();
    expectTypeOf<AmountProblem>().toEqualTypeOf<ParseCentsReason | 'inexact'>();
  });

  test('gives a sentence, and props for an input', () => {
    expectTypeOf(useAmountField).returns.toEqualTypeOf<UseAmountFieldResult>();
    expectTypeOf(useAmountFieldContext()).toEqualTypeOf<UseAmountFieldResult>();
    const { error, sign, inputProps } = useAmountFieldContext();
    expectTypeOf(error).toEqualTypeOf<string | undefined>();
    expectTypeOf(sign).toEqualTypeOf<{ text: string; position: 'before' | 'after' }>();
    expectTypeOf(inputProps.onChange).toExtend<
      ((event: ChangeEvent<HTMLInputElement>) => void) | undefined
    >();
    // @ts-expect-error -- its ref is the host's
    void inputProps.ref;
  });
});

describe('useUploadAttachments', () => {
  test('takes limits, each of them or none', () => {
    expectTypeOf<UseUploadAttachmentsOptions>().toEqualTypeOf<FileLimitOptions>();
    useUploadAttachments();
    useUploadAttachments({ maxFiles: 3, maxBytes: undefined, accept: ['pdf'] });
    // @ts-expect-error -- extensions, as a list
    useUploadAttachments({ accept: 'pdf' });
    // @ts-expect-error -- no such limit
    useUploadAttachments({ maxMegabytes: 10 });
  });

  test('gives the files as they are, and the objects of those that are done', () => {
    const upload = useUploadAttachments();
    expectTypeOf(upload).toEqualTypeOf<UseUploadAttachmentsResult>();
    expectTypeOf(upload.files).toEqualTypeOf<readonly UploadFile[]>();
    expectTypeOf(upload.attachments).toEqualTypeOf<Attachment[]>();
    expectTypeOf(upload.limits).toEqualTypeOf<FileLimits>();
    expectTypeOf(upload.add).toEqualTypeOf<(files: readonly File[]) => void>();
    expectTypeOf(upload.remove).toEqualTypeOf<(id: string) => void>();
    expectTypeOf(upload.retry).toEqualTypeOf<(id: string) => void>();
    // @ts-expect-error -- a list of a form is no array
    upload.add(new DataTransfer().files);
    // @ts-expect-error -- files come and go through the queue
    upload.files.push();
  });

  test('tells of a file where it stands and what went wrong', () => {
    expectTypeOf<UploadFile['status']>().toEqualTypeOf<
      'checking' | 'waiting' | 'uploading' | 'done' | 'failed' | 'refused'
    >();
    expectTypeOf<UploadFile['error']>().toEqualTypeOf<PaymentsError | undefined>();
    expectTypeOf<UploadFile['progress']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<UploadFile['problem']>().toEqualTypeOf<
      | 'folder'
      | 'empty'
      | 'wrong-type'
      | 'too-large'
      | 'too-many'
      | 'total-too-large'
      | 'unreadable'
      | 'wrong-content'
      | 'duplicate'
      | undefined
    >();
  });
});

describe('useAttachmentField', () => {
  test('adds to the limits what a form has to say', () => {
    expectTypeOf<UseAttachmentFieldOptions>().toExtend<FileLimitOptions>();
    useAttachmentField({
      maxFiles: 2,
      disabled: true,
      onAttachmentsChange: (attachments, { files, isUploading }) => {
        expectTypeOf(attachments).toEqualTypeOf<Attachment[]>();
        expectTypeOf(files).toEqualTypeOf<readonly UploadFile[]>();
        expectTypeOf(isUploading).toEqualTypeOf<boolean>();
      },
    });
    // @ts-expect-error -- the host does not choose how files leave: the client does
    useAttachmentField({ upload: () => Promise.resolve() });
  });

  test('gives all that the queue gives, and where to drop', () => {
    expectTypeOf(useAttachmentField).returns.toEqualTypeOf<UseAttachmentFieldResult>();
    expectTypeOf<UseAttachmentFieldResult>().toExtend<UseUploadAttachmentsResult>();
    const { open, getRootProps, addButton, words } = useAttachmentFieldContext();
    expectTypeOf(open).toEqualTypeOf<() => void>();
    expectTypeOf(getRootProps()).toExtend<object>();
    expectTypeOf(addButton).toEqualTypeOf<{ readonly current: HTMLButtonElement | null }>();
    expectTypeOf(words.maxFiles).toEqualTypeOf<{ readonly value: number; readonly text: string }>();
  });

  test('gives each part its file', () => {
    const { file, reason, item } = useAttachedFile();
    expectTypeOf(file).toEqualTypeOf<UploadFile>();
    expectTypeOf(reason).toEqualTypeOf<string | undefined>();
    expectTypeOf(item).toEqualTypeOf<RefObject<HTMLLIElement | null>>();
  });
});

describe('useTerminalPicker', () => {
  test('takes an id, null for none, and undefined for "not controlled"', () => {
    expectTypeOf<UseTerminalPickerOptions['value']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<UseTerminalPickerOptions['defaultValue']>().toEqualTypeOf<string | null | undefined>();
    useTerminalPicker();
    // @ts-expect-error -- a terminal is named by its id
    useTerminalPicker({ value: { id: 'T-1', name: 'Till', raw: null } });
  });

  test('tells who chose, and what', () => {
    useTerminalPicker({
      onValueChange: (terminalId, { terminal, reason }) => {
        expectTypeOf(terminalId).toEqualTypeOf<string | null>();
        expectTypeOf(terminal).toEqualTypeOf<Terminal | undefined>();
        expectTypeOf(reason).toEqualTypeOf<'user' | 'remembered' | 'single' | 'default' | 'reset'>();
      },
    });
    expectTypeOf<TerminalChangeDetails['reason']>().not.toBeAny();
    // @ts-expect-error -- the details come second
    useTerminalPicker({ onValueChange: ({ terminal }: TerminalChangeDetails) => void terminal });
  });

  test('gives a combobox over entries, and who holds a terminal', () => {
    const picker = useTerminalPicker();
    expectTypeOf(picker).toEqualTypeOf<UseTerminalPickerResult>();
    expectTypeOf(picker.items).toEqualTypeOf<readonly TerminalEntry[]>();
    expectTypeOf(picker.chosenId).toEqualTypeOf<string | null>();
    expectTypeOf(picker.holderOf('T-1')).toEqualTypeOf<
      Pick<TerminalOperation, 'terminalId' | 'phase'> | undefined
    >();
    expectTypeOf(picker.optionProps(0)['aria-selected']).toEqualTypeOf<boolean>();
    expectTypeOf(picker.optionProps(0).role).toEqualTypeOf<string>();
    expectTypeOf(picker.inputRef).toEqualTypeOf<{ readonly current: HTMLInputElement | null }>();
    expectTypeOf(picker.retry).parameters.toEqualTypeOf<[]>();
    expectTypeOf(picker).not.toBeAny();
    // @ts-expect-error -- which option has to be said
    picker.optionProps();
  });
});
