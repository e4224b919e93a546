import { plainPart } from '../part/plainPart.tsx';

/**
 * The address and what opens it, on one line: in the drop-in `LinkShareField`, which takes the room there is, and
 * `LinkShareOpen`.
 */
export const LinkShareLine = plainPart('LinkShareLine', 'tillkit-link-share-address');
