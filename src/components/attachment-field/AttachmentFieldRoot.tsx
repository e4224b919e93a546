'use client';
import { forwardRef, useMemo } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import {
  AttachmentFieldContext,
  type AttachmentRows,
  AttachmentRowsContext,
} from './attachmentFieldContext.ts';
import { useAttachmentField, type UseAttachmentFieldOptions } from './useAttachmentField.ts';

export interface AttachmentFieldState {
  /** A file is on its way. */
  busy: boolean;
  disabled: boolean;
  empty: boolean;
  invalid: boolean;
  /** Files are held over it. */
  dragging: boolean;
}

export interface AttachmentFieldRootProps
  extends
    UseAttachmentFieldOptions,
    Omit<PartProps<'fieldset', AttachmentFieldState>, keyof UseAttachmentFieldOptions> {}

/** Holds the files and takes what is dropped or pasted, for the parts in it. */
export const AttachmentFieldRoot = forwardRef<HTMLFieldSetElement, AttachmentFieldRootProps>(
  function AttachmentFieldRoot(props, ref) {
    const { maxFiles, maxBytes, maxTotalBytes, accept, onAttachmentsChange, ...rest } = props;
    const { error, disabled, labels, children, ...given } = rest;
    const field = useAttachmentField(props);
    const { getRootProps, getInputProps, rootRef, limits } = field;
    const own = {
      ...getRootProps({ role: 'group' }),
      className: 'tillkit-attachment-field tillkit-field',
      'data-tillkit': 'attachment-field',
      disabled,
      children: (
        <>
          {children}
          <input
            {...getInputProps({
              accept: limits.accept.map((extension) => `.${extension}`).join(),
              hidden: true,
              style: undefined,
              'aria-label': field.labels.addFiles,
            })}
          />
        </>
      ),
    };
    const state: AttachmentFieldState = {
      busy: field.isUploading,
      disabled: field.disabled,
      empty: field.files.length === 0,
      invalid: error !== undefined,
      dragging: field.isDragging,
    };
    return (
      <AttachmentFieldContext.Provider value={field}>
        <AttachmentRowsContext.Provider value={useRows(field)}>
          <Part as="fieldset" ref={ref} partRef={rootRef} own={own} given={given} state={state} />
        </AttachmentRowsContext.Provider>
      </AttachmentFieldContext.Provider>
    );
  },
);

function useRows({ labels, words, remove, retry, addButton }: AttachmentRows): AttachmentRows {
  return useMemo(
    () => ({ labels, words, remove, retry, addButton }),
    [labels, words, remove, retry, addButton],
  );
}
