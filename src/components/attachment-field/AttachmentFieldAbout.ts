import { plainPart } from '../part/plainPart.tsx';

/** Name, state and reason of a file, one under the other. */
export const AttachmentFieldAbout = plainPart('AttachmentFieldAbout', 'tillkit-attachment-field-about');
