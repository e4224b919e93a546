'use client';
import {
  createContext,
  forwardRef,
  memo,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { isUploadPending, type UploadFile } from '../../core/uploads/uploadQueue.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useStableObject } from '../../hooks/useStableObject.ts';
import { useFiles } from '../../hooks/useUploadAttachments.ts';
import { errorContent } from '../kit/fields.tsx';
import { Icon, type IconName } from '../kit/Icon.tsx';
import { AttachIcon, FileIcon } from '../kit/linkIcons.tsx';
import { Part, type PartProps, usePartContext, partsOf } from '../kit/part.tsx';
import {
  attachmentReason,
  canRetry,
  formatBytes,
  type AttachmentFieldWithQueue,
  useAttachmentFieldWithQueue,
  type UseAttachmentFieldOptions,
  type UseAttachmentFieldResult,
  useWithProgress,
} from './useAttachmentField.ts';

const AttachmentFieldContext = /*#__PURE__*/ createContext<AttachmentFieldWithQueue | null>(null);

/** What the parts of one file need from the field. Not the upload progress: each step would render all files. */
type FieldOfFiles = Pick<
  AttachmentFieldWithQueue,
  'queue' | 'labels' | 'words' | 'remove' | 'retry' | 'addButton'
>;

const FieldOfFilesContext = /*#__PURE__*/ createContext<FieldOfFiles | null>(null);

export interface AttachedFile extends Omit<FieldOfFiles, 'queue'> {
  file: UploadFile;
  /** Why the file is not among the attachments. */
  reason: string | undefined;
  reasonId: string;
  item: RefObject<HTMLLIElement | null>;
}

const AttachedFileContext = /*#__PURE__*/ createContext<(AttachedFile & FieldOfFiles) | null>(null);

/** The field that a part belongs to. Throws outside of an `AttachmentField.Root`. */
export function useAttachmentFieldContext(): UseAttachmentFieldResult {
  return useWithProgress(useRoot());
}

const useRoot = () => usePartContext(AttachmentFieldContext, 'AttachmentField.Root');

export interface AttachmentFieldState {
  /** A file is being uploaded. */
  busy: boolean;
  disabled: boolean;
  empty: boolean;
  invalid: boolean;
  /** Files are dragged over the field. */
  dragging: boolean;
}

const stateOf = (field: UseAttachmentFieldResult): AttachmentFieldState => ({
  busy: field.isUploading,
  disabled: field.disabled,
  empty: field.files.length === 0,
  invalid: field.error !== undefined,
  dragging: field.isDragging,
});

const definePart = /*#__PURE__*/ partsOf(useRoot, stateOf);

/** The button that opens the browser's file dialog. */
export const AttachmentFieldAdd = /*#__PURE__*/ definePart(
  'button',
  function AttachmentFieldAdd({ addButton, open, error, labels, id }) {
    return {
      'aria-describedby': error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`,
      onClick: open,
      children: (
        <>
          <AttachIcon />
          {labels.addFiles}
        </>
      ),
      ref: addButton,
    };
  },
);

/** The visible drop area, around the button and the limits. Files can be dropped anywhere on the field. */
export const AttachmentFieldDropArea = /*#__PURE__*/ definePart('div', function AttachmentFieldDropArea() {
  return { className: 'tillkit-attachment-field-drop' };
});

/** The error sentence of the surrounding form. */
export const AttachmentFieldError = /*#__PURE__*/ definePart(
  'p',
  function AttachmentFieldError({ error, id }) {
    if (error === undefined) return undefined;
    return { className: 'tillkit-error', id: `${id}-error`, children: errorContent(error) };
  },
);

/** Says how files can be added, and states the limits. */
export const AttachmentFieldHint = /*#__PURE__*/ definePart(
  'div',
  function AttachmentFieldHint({ isDragging, labels, words, id }) {
    return {
      className: 'tillkit-attachment-field-hint',
      children: (
        <>
          <p>{isDragging ? labels.dropNow : labels.dropHint}</p>
          <p id={`${id}-hint`}>{labels.limits(words)}</p>
        </>
      ),
    };
  },
);

/** The label of the field. */
export const AttachmentFieldLabel = /*#__PURE__*/ definePart(
  'legend',
  function AttachmentFieldLabel({ labels }) {
    return { className: 'tillkit-label', children: labels.label };
  },
);

/** The column of a file's `AttachmentField.Name`, `AttachmentField.Meta` and `AttachmentField.Reason`. */
export const AttachmentFieldAbout = /*#__PURE__*/ definePart('div', function AttachmentFieldAbout() {
  return { className: 'tillkit-attachment-field-about' };
});

/** The file that a part belongs to. Throws outside of an `AttachmentField.Item`. */
export function useAttachedFile(): AttachedFile {
  const { queue, ...row } = useRow();
  const { file } = row;
  const read = () => queue.getSnapshot().find(({ id }) => id === file.id) ?? file;
  return { ...row, file: useSyncExternalStore(queue.subscribe, read, () => file) };
}

/** The file without its upload progress, for parts that need not render again at each progress step. */
const useRow = () => usePartContext(AttachedFileContext, 'AttachmentField.Item');

/** A file's state in words, its upload progress and its size. */
export const AttachmentFieldMeta = /*#__PURE__*/ definePart('p', function AttachmentFieldMeta() {
  const { locale } = usePaymentsContext();
  const { file, labels } = useAttachedFile();
  const { status, progress, size } = file;
  const share = useMemo(() => new Intl.NumberFormat(locale, { style: 'percent' }), [locale]);
  const bytes = useMemo(() => formatBytes(size, locale), [size, locale]);
  const percent =
    status === 'uploading' && progress !== undefined ? labels.progress(share.format(progress)) : undefined;
  return {
    className: 'tillkit-attachment-field-meta tillkit-figures',
    children: (
      <>
        <span className="tillkit-attachment-field-status">{labels.status(status)}</span>
        {percent !== undefined && <span>{percent}</span>}
        {size > 0 && <bdi>{bytes}</bdi>}
      </>
    ),
  };
});

const tailLength = 10;

/** A file's name on one line. A long name loses its middle; the end with the extension stays. */
export const AttachmentFieldName = /*#__PURE__*/ definePart('span', function AttachmentFieldName() {
  const { name } = useRow().file;
  const { start, end } = splitName(name);
  return {
    className: 'tillkit-attachment-field-name',
    children: (
      <>
        <bdi className="tillkit-visually-hidden" dir="auto">
          {name}
        </bdi>
        <span className="tillkit-attachment-field-name-shown" dir="auto" title={name} aria-hidden="true">
          <span className="tillkit-attachment-field-name-start">{start}</span>
          <span>{end}</span>
        </span>
      </>
    ),
  };
});

/** Splits a name before its last letters. A letter and its combining marks stay together. */
function splitName(name: string): { start: string; end: string } {
  const letters = name.match(/\P{M}\p{M}*|^\p{M}+/gu) ?? [];
  return { start: letters.slice(0, -tailLength).join(''), end: letters.slice(-tailLength).join('') };
}

/** A file's upload progress, while it is uploaded. */
export const AttachmentFieldProgress = /*#__PURE__*/ definePart(
  'progress',
  function AttachmentFieldProgress() {
    const { file, labels } = useAttachedFile();
    if (!isUploadPending(file)) return undefined;
    return {
      className: 'tillkit-attachment-field-progress',
      'aria-label': labels.progressOf(file.name),
      max: 1,
      value: file.status === 'uploading' ? file.progress : 0,
    };
  },
);

/** Why a file is not among the attachments. */
export const AttachmentFieldReason = /*#__PURE__*/ definePart('p', function AttachmentFieldReason() {
  const { reason, reasonId } = useRow();
  if (reason === undefined) return undefined;
  return { className: 'tillkit-attachment-field-reason', id: reasonId, children: <bdi>{reason}</bdi> };
});

/** The remove button of a file. It gets the focus when a neighbouring file is removed. */
const removeButtonOf = (item: Element | null | undefined) =>
  item?.querySelector<HTMLElement>('[data-remove]');

/** Removes a file, stops its upload, and moves the focus to the neighbouring file. */
export const AttachmentFieldRemove = /*#__PURE__*/ definePart('button', function AttachmentFieldRemove() {
  const { file, item, labels, remove, addButton } = useRow();
  const press = () => {
    const { nextElementSibling, previousElementSibling } = item.current ?? {};
    const next = removeButtonOf(nextElementSibling) ?? removeButtonOf(previousElementSibling);
    (next ?? addButton.current)?.focus();
    remove(file.id);
  };
  return {
    'data-variant': 'quiet',
    'data-shape': 'icon',
    'data-remove': '',
    'aria-label': labels.removeFile(file.name),
    onClick: press,
    children: <Icon name="close" />,
  };
});

/** Uploads a file again; hidden if another attempt cannot succeed. */
export const AttachmentFieldRetry = /*#__PURE__*/ definePart('button', function AttachmentFieldRetry() {
  const { file, reasonId, item, labels, retry } = useRow();
  if (!canRetry(file)) return undefined;
  const press = () => {
    removeButtonOf(item.current)?.focus(); // the pressed button is about to disappear
    retry(file.id);
  };
  return {
    'data-size': 'small',
    'aria-label': labels.retryFile(file.name),
    'aria-describedby': reasonId,
    onClick: press,
    children: (
      <>
        <Icon name="retry" />
        {labels.retry}
      </>
    ),
  };
});

export type AttachmentFieldItemState = Pick<UploadFile, 'status'>;

interface AttachmentFieldItemProps extends PartProps<'li', AttachmentFieldItemState> {
  file: UploadFile;
}

/** One file: its name, its upload progress and its actions. */
export const AttachmentFieldItem = /*#__PURE__*/ memo(
  forwardRef<HTMLLIElement, AttachmentFieldItemProps>(function AttachmentFieldItem({ file, ...props }, ref) {
    const field = usePartContext(FieldOfFilesContext, 'AttachmentField.Root');
    const reasonId = useId();
    const item = useRef<HTMLLIElement>(null);
    const { status } = file;
    const icon = icons[status];
    const own = {
      className: 'tillkit-attachment-field-file',
      children: (
        <>
          {icon ? <Icon name={icon} /> : <FileIcon />}
          <AttachmentFieldAbout>
            <AttachmentFieldName />
            <AttachmentFieldMeta />
            <AttachmentFieldReason />
          </AttachmentFieldAbout>
          <AttachmentFieldRetry />
          <AttachmentFieldRemove />
          <AttachmentFieldProgress />
        </>
      ),
    };
    const reason = attachmentReason(file, field.labels, field.words);
    const value = { ...field, file, reason, reasonId, item };
    return (
      <AttachedFileContext.Provider value={value}>
        <Part as="li" ref={ref} partRef={item} own={own} given={props} state={{ status }} />
      </AttachedFileContext.Provider>
    );
  }),
);

/** A status that is not listed here has the file icon. */
const icons: Partial<Record<UploadFile['status'], IconName>> = {
  done: 'check',
  failed: 'alert',
  refused: 'alert',
};

interface AttachmentFieldListProps {
  /** Renders one file; default an `AttachmentField.Item`. */
  children?: ((file: UploadFile) => ReactNode) | undefined;
}

/** The list of files, if there are any. */
export const AttachmentFieldList = /*#__PURE__*/ definePart(
  'ul',
  function AttachmentFieldList({ queue, labels }, { children, ...props }: AttachmentFieldListProps) {
    // The kit's own items subscribe to the progress of their files. For a host's items, the list renders at each
    // progress step.
    const files = useFiles(queue, children ? queue.getSnapshot : queue.getList);
    if (files.length === 0) return undefined;
    return {
      className: 'tillkit-attachment-field-files',
      'aria-label': labels.list,
      children: files.map(children ?? ((file) => <AttachmentFieldItem key={file.id} file={file} />)),
      given: props,
    };
  },
);

export interface AttachmentFieldRootProps
  extends
    UseAttachmentFieldOptions,
    Omit<PartProps<'fieldset', AttachmentFieldState>, keyof UseAttachmentFieldOptions> {}

/** Provides the files to the parts inside, and accepts dropped and pasted files. */
export const AttachmentFieldRoot = /*#__PURE__*/ forwardRef<HTMLFieldSetElement, AttachmentFieldRootProps>(
  function AttachmentFieldRoot(props, ref) {
    const { maxFiles, maxBytes, maxTotalBytes, accept, onAttachmentsChange, ...rest } = props;
    const { error, disabled, labels, children, ...given } = rest;
    const field = useAttachmentFieldWithQueue(props);
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
    return (
      <AttachmentFieldContext.Provider value={field}>
        <FieldOfFilesContext.Provider value={useFieldOfFiles(field)}>
          <Part as="fieldset" ref={ref} partRef={rootRef} own={own} given={given} state={stateOf(field)} />
        </FieldOfFilesContext.Provider>
      </AttachmentFieldContext.Provider>
    );
  },
);

function useFieldOfFiles({ queue, labels, words, remove, retry, addButton }: FieldOfFiles): FieldOfFiles {
  return useStableObject({ queue, labels, words, remove, retry, addButton });
}

export interface AttachmentFieldProps extends Omit<AttachmentFieldRootProps, 'children'> {}

/**
 * Files to send with a payment link. They are uploaded when they are added. The ref is the "Add files" button.
 *
 * @example
 * <AttachmentField maxFiles={3} onAttachmentsChange={(attachments) => setAttachments(attachments)} />
 */
export const AttachmentField = /*#__PURE__*/ forwardRef<HTMLButtonElement, AttachmentFieldProps>(
  function AttachmentField(props, ref) {
    return (
      <AttachmentFieldRoot {...props}>
        <AttachmentFieldLabel />
        <AttachmentFieldDropArea>
          <AttachmentFieldAdd ref={ref} />
          <AttachmentFieldHint />
        </AttachmentFieldDropArea>
        <AttachmentFieldList />
        <AttachmentFieldError />
      </AttachmentFieldRoot>
    );
  },
);
