'use client';
import { Controller } from 'react-hook-form';
import type { Attachment } from '../../core/wire/requests.ts';
import { textOf } from '../../core/wire/read.ts';
import { isUnderWay } from '../../core/uploads/uploadQueue.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { AttachmentField } from '../attachment-field/AttachmentField.tsx';
import { useLinkEntry } from './useLinkEntry.ts';

/** The files that go with the link: those the host attached before, and those that are added. */
export function PaymentLinkFormFiles() {
  const { form, setup, isSending, isUnknown, touch } = useLinkEntry();
  const { fields, labels } = setup;
  const count = useCount();
  const rule = fields.attachments;
  if (rule?.hidden) return null;
  return (
    <>
      {rule?.value && rule.value.length > 0 && (
        <div className="tillkit-field">
          <p className="tillkit-label">{labels.givenFiles}</p>
          <ul className="tillkit-payment-link-form-given">
            {rule.value.map((file, index) => (
              <li key={index}>
                <bdi>{nameOf(file) ?? labels.namelessFile(count(index + 1))}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!rule?.readOnly && (
        <Controller
          control={form.control}
          name="files"
          render={({ field: { ref, onChange }, fieldState: { error } }) => (
            <AttachmentField
              ref={ref}
              disabled={isSending || isUnknown}
              error={error?.message}
              onAttachmentsChange={(attachments, { files }) => {
                touch();
                onChange({
                  attachments,
                  uploading: files.filter(isUnderWay).length,
                  failed: files.filter(({ status }) => status === 'failed').length,
                });
              }}
            />
          )}
        />
      )}
    </>
  );
}

// The service's file objects have fields that nobody promised.
function nameOf(file: Attachment): string | undefined {
  return textOf(file, 'name', 'fileName', 'filename', 'originalName', 'path');
}
