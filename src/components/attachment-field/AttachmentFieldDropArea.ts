import { plainPart } from '../part/plainPart.tsx';

/**
 * Where one sees that files can be dropped, around the button that browses and what is allowed. Dropping works
 * everywhere on the field.
 */
export const AttachmentFieldDropArea = plainPart('AttachmentFieldDropArea', 'tillkit-attachment-field-drop');
