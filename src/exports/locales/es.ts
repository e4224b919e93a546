export { es } from '../../locales/es.ts';

export type { Labels } from '../../locales/labels.ts';
