'use client';
import { type MouseEvent, useId } from 'react';
import { isUnderWay, type UploadFile } from '../../core/uploads/uploadFile.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon, type IconName } from '../icon/Icon.tsx';
import type { AttachmentFieldLabels, LimitWords } from './attachmentFieldLabels.ts';
import { attachmentReason, canRetry } from './attachmentReason.ts';
import { FileName } from './FileName.tsx';
import { formatBytes } from './formatBytes.ts';

export interface AttachmentRowProps {
  file: UploadFile;
  labels: AttachmentFieldLabels;
  limits: LimitWords;
  onRetry: (id: string) => void;
  onRemove: (id: string, pressed: HTMLElement) => void;
}

const icons: Record<UploadFile['status'], IconName> = {
  checking: 'file',
  waiting: 'file',
  uploading: 'file',
  done: 'check',
  failed: 'alert',
  refused: 'alert',
};

/** One file: its name, how far it has come, and what can be done about it. */
export function AttachmentRow({ file, labels, limits, onRetry, onRemove }: AttachmentRowProps) {
  const { locale } = usePaymentsContext();
  const reasonId = useId();
  const { id, name, size, status, progress } = file;
  const reason = attachmentReason(file, labels, limits);
  const percent =
    status === 'uploading' && progress !== undefined
      ? labels.progress(new Intl.NumberFormat(locale, { style: 'percent' }).format(progress))
      : undefined;

  const retry = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    removeButtonOf(currentTarget.closest('li'))?.focus(); // the pressed button is about to go
    onRetry(id);
  };
  return (
    <li className="tillkit-attachment-field-file" data-status={status}>
      <Icon name={icons[status]} />
      <div className="tillkit-attachment-field-about">
        <FileName name={name} />
        <p className="tillkit-attachment-field-meta tillkit-figures">
          <span className="tillkit-attachment-field-status">{labels.status(status)}</span>
          {percent !== undefined && <span>{percent}</span>}
          {size > 0 && <bdi>{formatBytes(size, locale)}</bdi>}
        </p>
        {reason !== undefined && (
          <p id={reasonId} className="tillkit-attachment-field-reason">
            <bdi>{reason}</bdi>
          </p>
        )}
      </div>
      {canRetry(file) && (
        <button
          type="button"
          className="tillkit-button"
          aria-label={labels.retryFile(name)}
          aria-describedby={reasonId}
          onClick={retry}
        >
          <Icon name="retry" />
          {labels.retry}
        </button>
      )}
      <button
        type="button"
        className="tillkit-button"
        data-variant="quiet"
        data-shape="icon"
        data-remove=""
        aria-label={labels.removeFile(name)}
        onClick={({ currentTarget }) => onRemove(id, currentTarget)}
      >
        <Icon name="close" />
      </button>
      {isUnderWay(file) && (
        <progress
          className="tillkit-attachment-field-progress"
          aria-label={labels.progressOf(name)}
          max={1}
          value={status === 'uploading' ? progress : 0}
        />
      )}
    </li>
  );
}

export function removeButtonOf(row: Element | null | undefined): HTMLElement | null | undefined {
  return row?.querySelector<HTMLElement>('[data-remove]');
}
