'use client';
import { forwardRef, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import type { Attachment } from '../../core/contract/attachment.ts';
import { defaultFileLimits, type UploadFile } from '../../core/uploads/uploadFile.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useUploadAttachments } from '../../hooks/useUploadAttachments.ts';
import { Icon } from '../icon/Icon.tsx';
import { type AttachmentFieldLabels, attachmentFieldLabels } from './attachmentFieldLabels.ts';
import { AttachmentRow, removeButtonOf } from './AttachmentRow.tsx';
import { formatBytes } from './formatBytes.ts';
import { useFileDropGuard } from './useFileDropGuard.ts';
import { useUploadAnnouncements } from './useUploadAnnouncements.ts';

export interface AttachmentFieldProps {
  /** Default 10. The limits are those of the first render. */
  maxFiles?: number | undefined;
  /** Of each file; default 10 000 000. */
  maxBytes?: number | undefined;
  /** The service's objects for `createPaymentLink`, whenever a file came, went or changed its status. */
  onAttachmentsChange?: ((attachments: Attachment[], details: AttachmentsDetails) => void) | undefined;
  /** A sentence of the form around it. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  labels?: Partial<AttachmentFieldLabels> | undefined;
  className?: string | undefined;
}

export interface AttachmentsDetails {
  files: readonly UploadFile[];
  isUploading: boolean;
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
  const {
    maxFiles = defaultFileLimits.maxFiles,
    maxBytes = defaultFileLimits.maxBytes,
    disabled,
    error,
  } = props;
  const { locale } = usePaymentsContext();
  const labels = useLabels('attachmentField', attachmentFieldLabels, props.labels);
  const upload = useUploadAttachments({ maxFiles, maxBytes });
  const { files } = upload;
  const addButton = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  const errorId = useId();
  const limits = { maxFiles, maxSize: formatBytes(maxBytes, locale) };

  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => addButton.current, []);
  useUploadAnnouncements(files, labels);
  useFileDropGuard();
  useAttachmentsReport(upload, props.onAttachmentsChange);

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    preventDropOnDocument: false,
    disabled: disabled ?? false,
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
      <input {...getInputProps({ hidden: true, style: undefined, 'aria-label': labels.addFiles })} />
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
          <p id={hintId}>{labels.limits(limits)}</p>
        </div>
      </div>
      {files.length > 0 && (
        <ul className="tillkit-attachment-field-files" aria-label={labels.list}>
          {files.map((file) => (
            <AttachmentRow
              key={file.id}
              file={file}
              labels={labels}
              limits={limits}
              onRetry={() => upload.retry(file.id)}
              onRemove={(pressed) => removeRow(file.id, pressed)}
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

/** Tells the host of each change that matters to it: not of every step of a progress. */
function useAttachmentsReport(
  { files, attachments, isUploading }: ReturnType<typeof useUploadAttachments>,
  onChange: AttachmentFieldProps['onAttachmentsChange'],
): void {
  const state = files.map(({ id, status }) => `${id} ${status}`).join('|');
  const reported = useRef(state);
  useEffect(() => {
    if (reported.current === state) return;
    reported.current = state;
    onChange?.(attachments, { files, isUploading });
  }, [state, files, attachments, isUploading, onChange]);
}
