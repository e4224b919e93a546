export { ar } from '../../locales/ar.ts';

export type { Labels } from '../../locales/labels.ts';
