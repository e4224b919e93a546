import { plainPart } from '../part/plainPart.tsx';

/** The address over its hint. */
export const LinkShareField = plainPart('LinkShareField', 'tillkit-field');
