import { plainPart } from '../part/plainPart.tsx';

/**
 * Name, state and reason of a file, one under the other: in the drop-in `AttachmentFieldName`, `AttachmentFieldMeta`
 * and `AttachmentFieldReason`.
 */
export const AttachmentFieldAbout = plainPart('AttachmentFieldAbout', 'tillkit-attachment-field-about');
