export { fr } from '../../locales/fr.ts';

export type { Labels } from '../../locales/labels.ts';
