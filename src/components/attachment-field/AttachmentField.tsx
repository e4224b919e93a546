'use client';
import { forwardRef, type Ref, useId, useImperativeHandle, useRef } from 'react';
import { type DropzoneOptions, useDropzone } from 'react-dropzone';
import type { Attachment } from '../../core/contract/attachment.ts';
import type { FileLimitOptions } from '../../core/uploads/fileLimits.ts';
import { filesOfTransfer } from '../../core/uploads/filesOfTransfer.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useUploadAttachments } from '../../hooks/useUploadAttachments.ts';
import { Icon } from '../icon/Icon.tsx';
import { type AttachmentFieldLabels, attachmentFieldLabels } from './attachmentFieldLabels.ts';
import { AttachmentRow, removeButtonOf } from './AttachmentRow.tsx';
import { limitWords } from './limitWords.ts';
import { type AttachmentsDetails, useAttachmentsReport } from './useAttachmentsReport.ts';
import { useFileDropGuard } from './useFileDropGuard.ts';
import { useUploadAnnouncements } from './useUploadAnnouncements.ts';

/** The limits are those of the first render; by default 10 files of 10 MB. */
export interface AttachmentFieldProps extends FileLimitOptions {
  /** The service's objects for `createPaymentLink`, whenever a file came, went or changed its status. */
  onAttachmentsChange?: ((attachments: Attachment[], details: AttachmentsDetails) => void) | undefined;
  /** A sentence of the form around it. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  labels?: Partial<AttachmentFieldLabels> | undefined;
  className?: string | undefined;
}

/**
 * Files to send with a payment link: they are uploaded as they are added. The ref is the "Add files" button.
 *
 * @example
 * <AttachmentField maxFiles={3} onAttachmentsChange={(attachments) => setAttachments(attachments)} />
 */
export const AttachmentField = forwardRef(function AttachmentField(
  props: AttachmentFieldProps,
  ref: Ref<HTMLButtonElement | null>,
) {
  const { disabled, error } = props;
  const { locale } = usePaymentsContext();
  const labels = useLabels('attachmentField', attachmentFieldLabels, props.labels);
  const upload = useUploadAttachments(props);
  const { files, limits } = upload;
  const addButton = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  const errorId = useId();
  const words = limitWords(limits, locale);

  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => addButton.current, []);
  useUploadAnnouncements(files, labels);
  useFileDropGuard();
  useAttachmentsReport(upload, props.onAttachmentsChange);

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    preventDropOnDocument: false,
    disabled: disabled ?? false,
    getFilesFromEvent: filesOf,
    onDrop: (dropped) => upload.add(dropped),
  });
  const removeRow = (id: string, pressed: HTMLElement) => {
    const row = pressed.closest('li');
    const next = removeButtonOf(row?.nextElementSibling) ?? removeButtonOf(row?.previousElementSibling);
    (next ?? addButton.current)?.focus();
    upload.remove(id);
  };

  return (
    <fieldset
      {...getRootProps({ role: 'group' })}
      className={['tillkit-attachment-field', 'tillkit-field', props.className].filter(Boolean).join(' ')}
      data-tillkit="attachment-field"
      data-busy={upload.isUploading ? '' : undefined}
      data-disabled={disabled ? '' : undefined}
      data-empty={files.length === 0 ? '' : undefined}
      data-invalid={error === undefined ? undefined : ''}
      data-dragging={isDragActive ? '' : undefined}
      disabled={disabled}
    >
      <legend className="tillkit-label">{labels.label}</legend>
      <input
        {...getInputProps({
          accept: limits.accept.map((extension) => `.${extension}`).join(),
          hidden: true,
          style: undefined,
          'aria-label': labels.addFiles,
        })}
      />
      <div className="tillkit-attachment-field-drop">
        <button
          ref={addButton}
          type="button"
          className="tillkit-button"
          aria-describedby={error === undefined ? hintId : `${hintId} ${errorId}`}
          onClick={open}
        >
          <Icon name="attach" />
          {labels.addFiles}
        </button>
        <div className="tillkit-attachment-field-hint">
          <p>{isDragActive ? labels.dropNow : labels.dropHint}</p>
          <p id={hintId}>{labels.limits(words)}</p>
        </div>
      </div>
      {files.length > 0 && (
        <ul className="tillkit-attachment-field-files" aria-label={labels.list}>
          {files.map((file) => (
            <AttachmentRow
              key={file.id}
              file={file}
              labels={labels}
              limits={words}
              onRetry={upload.retry}
              onRemove={removeRow}
            />
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p id={errorId} className="tillkit-error">
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
});

// Its own way of reading a drop walks through folders.
const filesOf: NonNullable<DropzoneOptions['getFilesFromEvent']> = (event) => {
  const { dataTransfer, clipboardData, target } = event as Partial<DragEvent & ClipboardEvent>;
  const transfer = dataTransfer ?? clipboardData;
  const files = transfer ? filesOfTransfer(transfer) : Array.from((target as HTMLInputElement).files ?? []);
  return Promise.resolve(files);
};
