import { plainPart } from '../part/plainPart.tsx';

/** Where one sees that files can be dropped; the whole field takes them. */
export const AttachmentFieldDropArea = plainPart('AttachmentFieldDropArea', 'tillkit-attachment-field-drop');
