export {
  AttachmentField,
  type AttachmentFieldProps,
} from '../../components/attachment-field/AttachmentField.tsx';
export type { AttachmentFieldLabels } from '../../components/attachment-field/attachmentFieldLabels.ts';
export type { AttachmentsDetails } from '../../components/attachment-field/useAttachmentsReport.ts';
export { AttachmentFieldAbout } from '../../components/attachment-field/AttachmentFieldAbout.ts';
export {
  AttachmentFieldAdd,
  type AttachmentFieldAddProps,
} from '../../components/attachment-field/AttachmentFieldAdd.tsx';
export { AttachmentFieldDropArea } from '../../components/attachment-field/AttachmentFieldDropArea.ts';
export {
  AttachmentFieldError,
  type AttachmentFieldErrorProps,
} from '../../components/attachment-field/AttachmentFieldError.tsx';
export {
  AttachmentFieldHint,
  type AttachmentFieldHintProps,
} from '../../components/attachment-field/AttachmentFieldHint.tsx';
export {
  AttachmentFieldItem,
  type AttachmentFieldItemState,
  type AttachmentFieldItemProps,
} from '../../components/attachment-field/AttachmentFieldItem.tsx';
export {
  AttachmentFieldLabel,
  type AttachmentFieldLabelProps,
} from '../../components/attachment-field/AttachmentFieldLabel.tsx';
export {
  AttachmentFieldList,
  type AttachmentFieldListProps,
} from '../../components/attachment-field/AttachmentFieldList.tsx';
export {
  AttachmentFieldMeta,
  type AttachmentFieldMetaProps,
} from '../../components/attachment-field/AttachmentFieldMeta.tsx';
export {
  AttachmentFieldName,
  type AttachmentFieldNameProps,
} from '../../components/attachment-field/AttachmentFieldName.tsx';
export {
  AttachmentFieldProgress,
  type AttachmentFieldProgressProps,
} from '../../components/attachment-field/AttachmentFieldProgress.tsx';
export {
  AttachmentFieldReason,
  type AttachmentFieldReasonProps,
} from '../../components/attachment-field/AttachmentFieldReason.tsx';
export {
  AttachmentFieldRemove,
  type AttachmentFieldRemoveProps,
} from '../../components/attachment-field/AttachmentFieldRemove.tsx';
export {
  AttachmentFieldRetry,
  type AttachmentFieldRetryProps,
} from '../../components/attachment-field/AttachmentFieldRetry.tsx';
export {
  AttachmentFieldRoot,
  type AttachmentFieldState,
  type AttachmentFieldRootProps,
} from '../../components/attachment-field/AttachmentFieldRoot.tsx';
export {
  useAttachmentField,
  type UseAttachmentFieldOptions,
  type UseAttachmentFieldResult,
} from '../../components/attachment-field/useAttachmentField.ts';
export { useAttachmentFieldContext } from '../../components/attachment-field/useAttachmentFieldContext.ts';
export { useAttachedFile } from '../../components/attachment-field/useAttachedFile.ts';
export type { AttachedFile } from '../../components/attachment-field/attachmentFieldContext.ts';
