import { plainPart } from '../part/plainPart.tsx';

/**
 * The address over its hint: in the drop-in `LinkShareAddress` and `LinkShareHint`, which says why an address is not
 * offered as a link.
 */
export const LinkShareField = plainPart('LinkShareField', 'tillkit-field');
