import { plainPart } from '../part/plainPart.tsx';

/** The address and what opens it, on one line. */
export const LinkShareLine = plainPart('LinkShareLine', 'tillkit-link-share-address');
